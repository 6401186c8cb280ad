from typing import Any

import pytest

from tests.scoring.games.asking import explained, list_problems, row, sheet

TWO = ("Ans", "Bob")
ENDER = {"meld": 40, "out": True}


def against(cell: Any, ender: Any = ENDER, **options: Any) -> Any:
    return sheet("jolly", row(Ans=cell, Bob=ender), players=TWO, options=options)


def test_both_hands_are_named() -> None:
    answer = against({"meld": 0, "hand": 5, "hand_cards": ["5h"]})
    words = {"one": "points in hand", "other": "cards in hand"}
    assert list_problems(answer) == [("Y26", 1, "Ans", words)]


def test_most_cards_in_hand() -> None:
    cards = [f"{rank}{suit}" for rank in range(2, 7) for suit in "hdcs"]
    assert list_problems(against({"meld": 0, "hand_cards": cards})) == []
    answer = against({"meld": 0, "hand_cards": [*cards, "Kh"]})
    assert list_problems(answer) == [("Y45", 1, "Ans", {"count": 21, "most": 20})]


def test_ender_holds_nothing() -> None:
    entry = {"meld": 0, "hand": 5}
    assert list_problems(against(entry, {**ENDER, "hand": 5})) == [("Y41", 1, "Bob", {})]
    assert list_problems(against(entry, {**ENDER, "hand_cards": ["5h"]})) == [("Y41", 1, "Bob", {})]
    assert list_problems(against(entry, {**ENDER, "hand": 0})) == []
    assert list_problems(against(entry, {**ENDER, "hand_cards": []})) == []


@pytest.mark.parametrize(("first_meld", "least"), [(0, 30), (30, 30), (31, 31), (50, 50)])
def test_ender_laid_too_little(first_meld: int, least: int) -> None:
    entry = {"meld": 0, "hand": 5}
    answer = against(entry, {"meld": least - 1, "out": True}, first_meld=first_meld)
    assert list_problems(answer) == [("Y42", 1, "Bob", {"laid": least - 1, "least": least})]
    assert list_problems(against(entry, {"meld": least, "out": True}, first_meld=first_meld)) == []


def test_ender_without_a_figure_waits() -> None:
    answer = against({"meld": 0, "hand": 5}, {"out": True})
    assert list_problems(answer) == []
    assert "scores" not in answer["rows"][0]


def test_handglatt_of_another() -> None:
    answer = against({"meld": 0, "hand": 5, "handglatt": True})
    assert list_problems(answer) == [
        ("Y27", 1, "Ans", {"given": "Handglatt", "right": "use meld, hand"})
    ]
    assert list_problems(against({"meld": 0, "hand": 5, "handglatt": False})) == []


@pytest.mark.parametrize("entry", [{"hand": 1}, {"hand": 0}, {"hand_cards": []}])
def test_less_than_two_in_hand(entry: Any) -> None:
    assert list_problems(against({"meld": 0, **entry})) == [("Y43", 1, "Ans", {})]


def test_two_in_hand() -> None:
    assert list_problems(against({"meld": 0, "hand": 2})) == []
    assert list_problems(against({"meld": 0, "hand_cards": ["2h"]})) == []


@pytest.mark.parametrize("laid", [1, 29])
def test_laid_too_little(laid: int) -> None:
    answer = against({"meld": laid, "hand": 5})
    assert list_problems(answer) == [("Y44", 1, "Ans", {"laid": laid, "least": 30})]


@pytest.mark.parametrize("laid", [0, 30])
def test_nothing_or_enough_laid(laid: int) -> None:
    assert list_problems(against({"meld": laid, "hand": 5})) == []


@pytest.mark.parametrize("entry", [{"meld": 0}, {"hand": 5}, {"hand_cards": ["5h"]}, {}])
def test_entry_waits_for_both_figures(entry: Any) -> None:
    answer = against(entry)
    assert list_problems(answer) == []
    assert "scores" not in answer["rows"][0]


def test_jokers_and_copies_over_all_hands() -> None:
    cells = {name: {"meld": 0, "hand_cards": ["*", "*", "5h"]} for name in ("Ans", "Bob", "Cor")}
    answer = sheet("jolly", row(**cells, Dik=ENDER))
    assert list_problems(answer) == [("Y29", 1, None, {"card": "5h", "count": 3, "most": 2})]
    cells["Ans"]["hand_cards"] = ["*", "*", "*"]
    answer = sheet("jolly", row(**cells, Dik=ENDER))
    assert list_problems(answer) == [("Y28", 1, None, {"count": 7, "most": 6})]


@pytest.mark.parametrize(
    ("handglatt", "points", "words"),
    [
        (False, (25, 70), ("30 − (3 + 2)", "40 + 30")),
        (True, (20, 100), ("30 − (3 + 2) × 2", "40 + 60")),
    ],
)
def test_figures_are_explained(handglatt: bool, points: Any, words: Any) -> None:
    answer = against({"meld": 30, "hand_cards": ["3h", "2"]}, {**ENDER, "handglatt": handglatt})
    assert tuple(answer["totals"].values()) == points
    assert tuple(explained(answer).values()) == words
    assert answer["dashes"] == {"Ans": 0, "Bob": 1}


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ({"hand": 5}, "30 − 5"),
        ({"hand_cards": ["3h"]}, "30 − 3"),
        ({"hand_cards": ["*"]}, "30 − 50"),
    ],
)
def test_one_figure_in_hand_stands_without_brackets(hand: Any, words: str) -> None:
    assert explained(against({"meld": 30, **hand}))["Ans"] == words


def test_values_in_hand() -> None:
    for card, points in {"*": 50, "A": 25, "2": 2, "9": 9, "10": 10, "J": 10, "K": 10}.items():
        answer = against({"meld": 0, "hand_cards": [card]})
        assert answer["totals"]["Ans"] == -points


def test_number_of_games_replaces_the_target() -> None:
    game = row(Ans={"meld": 30, "hand": 5}, Bob={"meld": 200, "out": True})
    answer = sheet("jolly", game, players=TWO, options={"games": 2, "target": 100})
    assert answer["finished"] is False
    assert answer["next"]["game"] == 2


# The play-off

FIRST = row(
    Ans={"meld": 90, "out": True}, Bob={"meld": 130, "hand": 10}, Cor={"meld": 90, "hand": 20}
)


def test_who_tie_on_top_share_the_place_whatever_the_tie_break() -> None:
    options = {"target": 100, "tie_break": "dashes"}
    answer = sheet("jolly", FIRST, players=("Bob", "Ans", "Cor"), options=options)
    assert answer["continue_with"] == ["Bob", "Ans"]
    assert [(place["rank"], place["players"]) for place in answer["ranking"]] == [
        (1, ["Bob", "Ans"]),
        (3, ["Cor"]),
    ]


def test_who_missed_a_game_and_plays_the_play_off_has_a_place() -> None:
    before = row(Ans={"meld": 0, "hand": 10}, Bob="x", Cor={"meld": 40, "out": True})
    game = row(
        Ans={"meld": 100, "out": True}, Bob={"meld": 130, "hand": 10}, Cor={"meld": 0, "hand": 20}
    )
    answer = sheet("jolly", before, game, players=("Ans", "Bob", "Cor"), options={"target": 100})
    assert answer["totals"] == {"Ans": 120, "Bob": 120, "Cor": 50}
    assert [(place["rank"], place["players"]) for place in answer["ranking"]] == [
        (1, ["Ans", "Bob"]),
        (3, ["Cor"]),
    ]


def test_who_missed_an_earlier_game_can_win_the_play_off() -> None:
    names = ("Ans", "Bob", "Cor")
    none, out = {"meld": 0, "hand": 10}, {"meld": 40, "out": True}
    games = [
        row(Ans=none, Bob=none, Cor=out),
        row(Ans="x", Bob=none, Cor=out),
        row(
            Ans={"meld": 150, "out": True},
            Bob={"meld": 200, "hand": 10},
            Cor={"meld": 0, "hand": 90},
        ),
        row(Ans=out, Bob=none, Cor="x"),
    ]
    answer = sheet("jolly", *games[:3], players=names, options={"target": 150})
    assert answer["totals"] == {"Ans": 170, "Bob": 170, "Cor": 50}
    assert answer["continue_with"] == ["Ans", "Bob"]
    answer = sheet("jolly", *games, players=names, options={"target": 150})
    assert answer["winner"] == "Ans"


def test_who_won_the_play_off_stands_alone() -> None:
    last = row(Ans={"meld": 0, "hand": 5}, Bob={"meld": 40, "out": True}, Cor="x")
    answer = sheet("jolly", FIRST, last, players=("Ans", "Bob", "Cor"), options={"target": 100})
    assert answer["winner"] == "Bob"
    assert [(place["rank"], place["players"]) for place in answer["ranking"]] == [
        (1, ["Bob"]),
        (2, ["Ans"]),
        (3, ["Cor"]),
    ]
