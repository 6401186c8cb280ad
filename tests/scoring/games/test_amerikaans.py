from typing import Any

import pytest

from tests.scoring.games.asking import english, explained, list_problems, row, sheet

KEY = "amerikaans-jokeren"
TWO = ("Ans", "Bob")


def alone(cell: Any, **options: Any) -> Any:
    return sheet(KEY, row(Ans=cell, Bob="-"), players=TWO, options=options)


@pytest.mark.parametrize("key", ["points", "jokers"])
def test_cards_and_points_are_both_named(key: str) -> None:
    words = {"points": "points left without jokers", "jokers": "jokers left"}
    answer = alone({"cards": ["5h"], key: 0, "could_meld": True})
    assert list_problems(answer) == [("A26", 1, "Ans", {"one": "cards left", "other": words[key]})]


def test_one_point() -> None:
    assert list_problems(alone({"points": 1})) == [("A42", 1, "Ans", {})]
    assert list_problems(alone({"points": 1, "jokers": 1, "could_meld": True})) == [
        ("A42", 1, "Ans", {})
    ]


@pytest.mark.parametrize(("cell", "options", "points"), [({"points": 0}, {}, 0)])
def test_less_than_two_points(cell: Any, options: Any, points: int) -> None:
    assert list_problems(alone(cell, **options)) == [("A41", 1, "Ans", {"points": points})]


@pytest.mark.parametrize(
    ("cell", "options"),
    [
        ({"points": 2}, {}),
        ({"points": 0, "jokers": 1, "could_meld": False}, {"joker_low": 2}),
        ({"points": 0, "jokers": 1, "could_meld": True}, {"joker_high": 2}),
    ],
)
def test_two_points(cell: Any, options: Any) -> None:
    answer = alone(cell, **options)
    assert list_problems(answer) == []
    assert answer["totals"]["Ans"] == 2


def test_verdict_not_given() -> None:
    answer = alone({"points": 9, "jokers": 1})
    assert list_problems(answer) == [("A30", 1, "Ans", {})]
    assert answer["valid"]
    assert answer["totals"]["Ans"] == 19


def test_verdict_without_a_joker_is_not_asked() -> None:
    assert list_problems(alone({"points": 9, "jokers": 0})) == []
    assert list_problems(alone({"cards": ["9h"]})) == []


@pytest.mark.parametrize(("points", "many"), [(150, False), (151, True)])
@pytest.mark.parametrize("part", [False, True])
def test_very_many_points(points: int, many: bool, part: bool) -> None:
    answer = alone({"points": points} if part else points)
    assert list_problems(answer) == [("A43", 1, "Ans", {"points": points})] * many
    assert answer["valid"]


def test_jokers_of_all_hands() -> None:
    cell = {"points": 5, "jokers": 1, "could_meld": False}
    cards = {"cards": ["5h", "*", "*"], "could_meld": False}
    answer = sheet(KEY, row(Ans=cell, Bob=cards, Cor="-", Dik=7))
    assert list_problems(answer) == [("A28", 1, None, {"count": 3, "most": 2})]
    answer = sheet(KEY, row(Ans=cell, Bob=cell, Cor="-", Dik=7))
    assert list_problems(answer) == []


def test_copies_over_all_hands() -> None:
    answer = sheet(KEY, row(Ans={"cards": ["5h", "5h"]}, Bob={"cards": ["5h"]}, Cor="-", Dik=7))
    assert list_problems(answer) == [("A29", 1, None, {"card": "5h", "count": 3, "most": 2})]


def test_copies_of_a_rank_with_and_without_its_suit() -> None:
    hands = {"Ans": {"cards": ["5h", *["5"] * 5]}, "Bob": {"cards": ["5", "5d"]}}
    assert list_problems(sheet(KEY, row(**hands, Cor="-", Dik=7))) == []
    hands["Bob"]["cards"].append("5")
    answer = sheet(KEY, row(**hands, Cor="-", Dik=7))
    assert list_problems(answer) == [("A29", 1, None, {"card": "5", "count": 9, "most": 8})]


def test_round_where_the_contract_goes_with_the_game() -> None:
    game = {**row(Ans="-", Bob=5), "round": 2}
    answer = sheet(KEY, game, players=TWO)
    assert list_problems(answer) == [("A09", 1, None, {"given": "round"})]
    assert answer["valid"]
    assert list_problems(sheet(KEY, game, players=TWO, options={"contract_by": "round"})) == []


@pytest.mark.parametrize(
    ("cell", "points", "words"),
    [
        ("-", 0, "out"),
        (43, 43, "43"),
        ({"points": 43}, 43, "43"),
        ({"points": 43, "jokers": 0}, 43, "43"),
        (
            {"points": 29, "jokers": 2, "could_meld": True},
            69,
            "29 + 2 × 20 (jokers: could have come out)",
        ),
        (
            {"points": 29, "jokers": 2, "could_meld": False},
            49,
            "29 + 2 × 10 (jokers: could not have come out)",
        ),
        ({"points": 41, "jokers": 1}, 51, "41 + 1 × 10 or 20 (jokers: still to be said)"),
        ({"cards": ["2h", "10", "Js", "A"]}, 32, "2 + 10 + 10 + 10"),
        (
            {"cards": ["3h", "*", "K"], "could_meld": True},
            33,
            "3 + 10 + 1 × 20 (jokers: could have come out)",
        ),
        (
            {"cards": ["*", "*"], "could_meld": False},
            20,
            "0 + 2 × 10 (jokers: could not have come out)",
        ),
    ],
)
def test_figure_is_explained(cell: Any, points: int, words: str) -> None:
    other = "-" if cell != "-" else 5
    answer = sheet(KEY, row(Ans=cell, Bob=other), players=TWO)
    assert answer["valid"]
    assert answer["totals"]["Ans"] == points
    assert explained(answer)["Ans"] == words
    assert answer["dashes"] == {"Ans": cell == "-", "Bob": cell != "-"}


def test_empty_entry_is_not_entered_yet() -> None:
    answer = alone({"could_meld": True})
    assert list_problems(answer) == []
    assert "scores" not in answer["rows"][0]


def test_round_of_the_row_stays_until_another_is_given() -> None:
    games = [{**row(Ans="-", Bob=5), "round": 3}, row(Ans="-", Bob=5), {"round": 4}]
    answer = sheet(KEY, *games, players=TWO, options={"contract_by": "round"})
    contracts = [english(row["contract"]) for row in [*answer["rows"], answer["next"]]]
    assert contracts == ["set of 4", "set of 4", "run of 4", "run of 4"]


def test_round_before_any_is_given_is_the_first() -> None:
    answer = sheet(KEY, players=TWO, options={"contract_by": "round"})
    assert english(answer["next"]["contract"]) == "set of 3"
