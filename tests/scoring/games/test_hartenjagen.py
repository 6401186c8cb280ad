from typing import Any

import pytest

from scoring.games.hartenjagen import Hartenjagen
from scoring.games.sheet import score
from tests.scoring.games.asking import english, list_problems, sheet

ABCD = ["Ans", "Bob", "Cor", "Dik"]


def played(*rows: Any, **options: Any) -> dict[str, Any]:
    games = [row if isinstance(row, dict) else cells(*row) for row in rows]
    head = {"game": "hartenjagen", "players": ABCD, "options": options}
    return {**score({**head, "games": games})}


def cells(*points: Any, **more: Any) -> dict[str, Any]:
    return {"entries": dict(zip(ABCD, points, strict=False)), **more}


def codes(result: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["player"]) for problem in result["problems"]]


def scores(result: dict[str, Any], number: int = 1) -> list[int]:
    return [*result["rows"][number - 1].get("scores", {}).values()]


# The American game


def test_points_are_scores_and_the_lowest_wins() -> None:
    result = played((13, 5, 8, 0))
    assert scores(result) == [13, 5, 8, 0]
    assert result["rows"][0]["explain"]["Ans"] == "13"
    assert result["rows"][0]["won"] == ["Dik"]
    assert result["ranking"][0]["players"] == ["Dik"]


@pytest.mark.parametrize("row", [{"moon": "Bob"}, cells(26, 0, None, 26, moon="Bob")])
def test_who_took_all_has_nothing(row: dict[str, Any]) -> None:
    result = played(row)
    assert (codes(result), scores(result)) == ([], [26, 0, 26, 26])
    assert result["rows"][0]["explain"]["Ans"].params == {"name": "Bob"}


@pytest.mark.parametrize(("target", "ends"), [(None, False), (52, True), (53, False)])
def test_it_ends_at_the_target(target: int | None, ends: bool) -> None:
    rows = [{"moon": "Bob"}, {"moon": "Cor"}]
    assert played(*rows, target=target)["finished"] == ends
    assert not played(*rows, target=target, games=9)["finished"]


def test_a_hundred_is_the_end_without_a_target() -> None:
    result = played(*[{"moon": "Bob"}] * 4)
    assert (result["finished"], result["winner"]) == (True, "Bob")
    assert played(*[{"moon": "Bob"}] * 3)["next"]["game"] == 4


@pytest.mark.parametrize("row", [cells(13, 5, 8), cells(13, 5, 8, None), cells(None, 3)])
def test_half_filled_game_waits(row: dict[str, Any]) -> None:
    result = played(row)
    assert (codes(result), scores(result)) == ([], [])


@pytest.mark.parametrize(
    ("row", "found"),
    [
        (cells(13, 14), [("G41", None)]),
        (cells(13, 5, 7, 0), [("G41", None)]),
        (cells(26), [("G42", "Ans")]),
        (cells(27, 20, 20), [("G22", "Ans")]),
        (cells(13, 26, moon="Bob"), [("G44", "Ans"), ("G44", "Bob")]),
        (cells({"points": 3}), [("G21", "Ans")]),
    ],
)
def test_refusals(row: dict[str, Any], found: list[tuple[str, str | None]]) -> None:
    assert codes(played(row)) == found


def test_scores_of_who_took_all_are_explained() -> None:
    (row,) = played({"moon": "Bob"}, games=4)["rows"]
    assert {name: english(why) for name, why in row["explain"].items()} == dict.fromkeys(
        ABCD, "Bob took all"
    )


@pytest.mark.parametrize(
    ("row", "player", "words"),
    [
        (cells(13, 5, 7, 0), None, {"points": 25, "together": 26}),
        (cells(26, 0, 0, 0), "Ans", {"together": 26}),
        (cells(5, moon="Bob"), "Ans", {"name": "Bob", "right": 26}),
        (cells(None, 5, moon="Bob"), "Bob", {"name": "Bob", "right": 0}),
    ],
)
def test_refusal_says_what_is_wrong(row: Any, player: str | None, words: dict[str, Any]) -> None:
    ((_code, number, named, filled),) = list_problems(sheet("hartenjagen", row, players=ABCD))
    assert (number, named, filled) == (1, player, words)


# The Dutch game

UP = [(15, 0, 0, 0), (15, 0, 0, 0), (15, 0, 0, 0), (5, 4, 3, 3)]


def test_points_are_subtracted_once_somebody_had_fifty() -> None:
    result = played(*UP, (0, 5, 5, 5), (15, 0, 0, 0), variant="dutch", target=None)
    assert scores(result, 4) == [5, 4, 3, 3]
    assert scores(result, 5) == [0, -5, -5, -5]
    assert result["rows"][4]["explain"] == {"Ans": "0", "Bob": "−5", "Cor": "−5", "Dik": "−5"}
    assert result["finished"]
    assert codes(result) == [("G13", None)]


def test_one_point_less_is_explained_with_its_sign() -> None:
    result = played(*UP, (8, 1, 3, 3), variant="dutch")
    assert result["rows"][4]["explain"] == {"Ans": "−8", "Bob": "−1", "Cor": "−3", "Dik": "−3"}


def test_it_goes_on_down_below_fifty() -> None:
    result = played(*UP, (15, 0, 0, 0), (15, 0, 0, 0), variant="dutch")
    assert result["totals"] == {"Ans": 20, "Bob": 4, "Cor": 3, "Dik": 3}
    assert not result["finished"]
    assert result["rows"][5]["won"] == ["Ans"]


def test_it_ends_at_nought_and_not_above() -> None:
    down = played(*UP, (8, 3, 2, 2), variant="dutch")
    assert down["totals"] == {"Ans": 42, "Bob": 1, "Cor": 1, "Dik": 1}
    assert not down["finished"]
    assert played(*UP, (7, 4, 2, 2), variant="dutch")["winner"] == "Bob"


def test_nobody_wins_before_the_turn() -> None:
    assert not played(*UP[:3], variant="dutch")["finished"]


def test_number_of_games_ends_the_dutch_game_instead() -> None:
    assert not played(*UP, (0, 5, 5, 5), variant="dutch", games=9)["finished"]


def test_fifteen_make_a_dutch_game_and_nobody_is_named_for_all() -> None:
    assert codes(played((15, 0, 0, 0), variant="dutch")) == []
    assert codes(played((14, 0, 0, 0), variant="dutch")) == [("G41", None)]
    assert codes(played({"moon": "Ans"}, variant="dutch")) == [("G27", None)]


@pytest.mark.parametrize(
    ("options", "nothing"),
    [({"games": 3}, True), ({}, False), ({"games": 3, "variant": "dutch"}, False)],
)
def test_target_does_nothing_where_the_number_of_games_is_fixed(
    options: dict[str, object], nothing: bool
) -> None:
    game = Hartenjagen(options)
    assert game.does_nothing("target") == nothing
    assert not game.does_nothing("variant")
