from typing import Any

import pytest

from scoring.games.boerenbridge import Boerenbridge
from scoring.games.sheet import score
from tests.scoring.games.asking import list_problems, sheet

ABC = ["Ans", "Bob", "Cor"]


def played(*rows: Any, players: list[str] = ABC, **options: Any) -> dict[str, Any]:
    """Bob deals the first game, so Cor bids first and Bob last."""
    head = {"game": "boerenbridge", "players": players, "options": options}
    return {**score({**head, "games": list(rows)})}


def game(*bids: Any, **more: Any) -> dict[str, Any]:
    """A bid and tricks each, None for what is not known, or for who is away."""
    cells = ["x" if pair is None else {"bid": pair[0], "tricks": pair[1]} for pair in bids]
    return {"entries": dict(zip(ABC, cells, strict=False)), **more}


def codes(result: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["player"]) for problem in result["problems"]]


def scores(result: dict[str, Any], number: int = 1) -> list[int]:
    return [*result["rows"][number - 1].get("scores", {}).values()]


VOID = {"void": "a card was seen"}


# The course


@pytest.mark.parametrize(
    ("options", "players", "cards"),
    [
        ({"most": 3}, 3, [1, 2, 3, 2, 1]),
        ({"most": 3, "course": "down"}, 3, [3, 2, 1, 2, 3]),
        ({"most": 17}, 10, [1, 2, 3, 4, 5, 4, 3, 2, 1]),
        ({"most": 1}, 4, [1]),
        ({"most": 1, "course": "down"}, 4, [1]),
        ({"most": 2}, None, [1, 2, 1]),
    ],
)
def test_cards_of_every_game(
    options: dict[str, object], players: int | None, cards: list[int]
) -> None:
    assert Boerenbridge(options, players).cards == cards


@pytest.mark.parametrize(("players", "games"), [(3, 19), (5, 19), (6, 15), (10, 9)])
def test_course_is_as_long_as_the_pack_allows(players: int, games: int) -> None:
    game = Boerenbridge({}, players)
    assert (game.games, game.most_games) == (games, games)
    assert Boerenbridge({"games": 40}, players).games == games
    assert Boerenbridge({"games": 4}, players).games == 4


def test_without_a_table_the_course_is_open() -> None:
    assert (Boerenbridge({}).games, Boerenbridge({}).most_games) == (None, None)


def test_sheet_ends_after_its_course() -> None:
    assert played(VOID, VOID, most=2)["next"]["game"] == 3
    assert played(VOID, VOID, VOID, most=2)["complete"]
    assert codes(played(VOID, VOID, VOID, VOID, most=2)) == [("B14", None)]


def test_line_of_a_game_says_how_many_cards() -> None:
    contracts = [Boerenbridge({"most": 2}, 3).contract_in_words(number) for number in range(1, 5)]
    assert [getattr(words, "msgid", words) for words in contracts] == [
        *("1 card", "%(cards)s cards", "1 card"),
        "",
    ]


# Scores


def test_right_and_wrong_bids() -> None:
    result = played(game((0, 0), (1, 0), (1, 1)), game((2, 0), (1, 2), (0, 0)))
    assert (scores(result), scores(result, 2)) == ([10, -2, 12], [-4, -2, 10])
    assert [row["won"] for row in result["rows"]] == [["Cor"], ["Cor"]]
    explained = result["rows"][0]["explain"]
    assert explained["Cor"] == "10 + 1 × 2"
    assert explained["Bob"].params == {"bid": 1, "tricks": 0, "sum": "−2 × 1"}


def test_points_are_the_clubs() -> None:
    rows = [VOID, game((2, 2), (1, 0), (0, 0))]
    assert scores(played(*rows, exact=5, per_trick=3, miss=4), 2) == [11, -4, 5]


def test_nobody_wins_a_game_that_two_are_best_in() -> None:
    result = played(game((0, 0), (0, 0), (0, 1)))
    assert "won" not in result["rows"][0]
    assert set(result["dashes"].values()) == {0}


def test_who_held_a_wrong_number_of_cards_loses_four() -> None:
    stopped = {"misdealt": "Bob", "entries": {name: {"bid": 1} for name in ABC}}
    result = played(VOID, stopped)
    assert scores(result, 2) == [12, -4, 12]
    assert result["rows"][1]["explain"]["Bob"].msgid == "a wrong number of cards"


# Open games


@pytest.mark.parametrize(
    "row",
    [
        game((1, 1), (1, 0)),
        {"entries": {name: {"bid": 0} for name in ABC}},
        {"entries": {name: {"tricks": 0} for name in ABC[:2]}},
        {"misdealt": "Ans", "entries": {name: {"bid": 0} for name in ABC[:2]}},
        {"misdealt": "Ans", "entries": {"Ans": {}, "Bob": {"bid": 0}, "Cor": {"bid": 0}}},
    ],
)
def test_half_filled_game_waits(row: dict[str, Any]) -> None:
    result = played(row)
    assert result["valid"]
    assert scores(result) == []


# What is refused


@pytest.mark.parametrize(
    ("row", "found"),
    [
        (game((2, 0)), [("B41", "Ans")]),
        (game((0, 2)), [("B41", "Ans")]),
        (game((11, 0)), [("B22", "Ans")]),
        (game((0, 1), (0, 1)), [("B42", None)]),
        (game((0, 0), (0, 0), (0, 0)), [("B42", None)]),
        (game((0, 0), (0, 1), (1, 0)), [("B43", "Bob")]),
        (game((0, None), (0, None), (1, None)), [("B43", "Bob")]),
        (game((0, 1), (0, 0), (0, 0), misdealt="Cor"), [("B44", "Ans")]),
        (game((0, None), (0, None), (1, None), misdealt="Cor"), [("B43", "Bob")]),
    ],
)
def test_refusals(row: dict[str, Any], found: list[tuple[str, str | None]]) -> None:
    result = played(row)
    assert codes(result) == found
    assert scores(result) == []


@pytest.mark.parametrize(
    ("hook", "found"), [("always", ["B43", "B43"]), ("above_3", ["B43"]), ("never", [])]
)
def test_dealer_may_not_make_the_bids_the_cards(hook: str, found: list[str]) -> None:
    rows = [VOID, VOID, game((1, 1), (1, 1), (1, 1)), game((2, 2), (1, 1), (1, 1))]
    assert [code for code, _player in codes(played(*rows, hook=hook))] == found


def test_who_is_away_neither_bids_nor_deals() -> None:
    row = game((0, 0), None, (1, 1))
    assert codes(played(row)) == [("B43", "Cor")]
    assert scores(played(row, hook="never")) == [10, 12]


@pytest.mark.parametrize(
    ("row", "player", "words"),
    [
        (game((2, 0), (0, 0), (1, 1)), "Ans", {"given": 2, "cards": 1}),
        (game((1, 1), (1, 1), (1, 0)), None, {"tricks": 2, "cards": 1}),
        (game((1, 1), (0, 0), (0, 0)), "Bob", {"bid": 0, "cards": 1}),
        (game((1, 1), (1, 0), (1, 0), misdealt="Cor"), "Ans", {"name": "Cor"}),
    ],
)
def test_refusal_says_what_is_wrong(row: Any, player: str | None, words: dict[str, Any]) -> None:
    answer = sheet("boerenbridge", row, players=ABC, first_dealer="Bob")
    ((_code, number, named, filled),) = list_problems(answer)
    assert (number, named, filled) == (1, player, words)


@pytest.mark.parametrize(("options", "cards"), [({}, 1), ({"course": "down"}, 10)])
def test_example_is_the_first_game(options: dict[str, Any], cards: int) -> None:
    (row,) = Boerenbridge(options, 3).examples
    cells = {"Ans": {"bid": cards, "tricks": cards}, "Bob": {"bid": 1, "tricks": 0}}
    assert row["entries"] == {**cells, "Cor": {"bid": 0, "tricks": 0}}
