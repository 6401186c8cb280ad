from typing import Any

import pytest

from scoring.games import find
from scoring.games.core.play import Deal
from scoring.games.sheet.rows import is_empty, read_row
from tests.scoring.games.asking import FOUR, english
from tests.scoring.games.toy import HoogsteKaart

PLAYERS = list(FOUR)


def read(row: Any, key: str = "jokeren") -> Deal:
    system = find(key)
    assert system is not None
    return read_row(system({}), PLAYERS, frozenset(PLAYERS), 3, row)


def refused(deal: Deal) -> list[tuple[int, str | None, dict[str, Any]]]:
    return [
        (check.number, player, {key: english(value) for key, value in params.items()})
        for check, player, params in deal.problems
    ]


@pytest.mark.parametrize(
    "row",
    [
        None,
        {},
        {"entries": None},
        {"entries": {}},
        {"entries": {"Ans": None}},
        {"end": None},
        {"entries": {"Ans": None}, "end": None, "void": None},
    ],
)
def test_empty_row(row: Any) -> None:
    assert is_empty(row)
    deal = read(row)
    assert (deal.number, deal.players, deal.empty) == (3, PLAYERS, True)
    assert (deal.cells, deal.missing, deal.problems) == ({}, False, [])


@pytest.mark.parametrize(
    "row",
    [
        *(0, False, "", [], "x"),
        {"entries": 0},
        {"entries": {"Ans": 0}},
        {"entries": {"Ans": None, "Bob": "-"}},
        {"entries": {"Ans": None}, "end": "out"},
        {"end": "out"},
        {"void": "cards fell"},
    ],
)
def test_row_with_something_in_it(row: Any) -> None:
    assert not is_empty(row)


@pytest.mark.parametrize("row", [5, "Ans", [], True, {"entries": []}, {"entries": 5}])
def test_row_that_is_no_object(row: Any) -> None:
    deal = read(row)
    assert refused(deal) == [(11, None, {})]
    assert deal.players == PLAYERS
    assert not deal.empty


def test_cells() -> None:
    deal = read({"entries": {"Ans": "-", "Bob": 4, "Cor": "x", "Dik": {"cards": 3}}})
    assert deal.players == ["Ans", "Bob", "Dik"]
    assert deal.absent == ["Cor"]
    assert deal.cells == {"Ans": "-", "Bob": 4, "Dik": {"cards": 3}}
    assert deal.out == ["Ans"]
    assert (deal.missing, deal.empty, deal.void, deal.extras) == (False, False, None, {})
    assert deal.problems == []


@pytest.mark.parametrize("entries", [{"Ans": "-"}, {"Ans": "-", "Bob": 3, "Cor": 4, "Dik": None}])
def test_cell_not_entered_is_missing(entries: Any) -> None:
    deal = read({"entries": entries})
    assert deal.missing
    assert deal.players == PLAYERS


def test_cells_before_an_entered_one_are_missing_too() -> None:
    assert read({"entries": {"Dik": 3}}).missing


@pytest.mark.parametrize("value", [1, 13])
def test_number_on_its_bound(value: int) -> None:
    assert read({"entries": {"Ans": value}}).cells == {"Ans": value}


@pytest.mark.parametrize("value", [-1, 14])
def test_number_out_of_bounds(value: int) -> None:
    deal = read({"entries": {"Ans": value}})
    words = {"given": str(value), "what": "cards left", "low": 1, "high": 13}
    assert refused(deal) == [(22, "Ans", words)]
    assert deal.cells == {}
    assert not read({"entries": {"Ans": value, "Bob": 1, "Cor": 1, "Dik": 1}}).missing


def test_zero_is_written_as_a_dash() -> None:
    assert refused(read({"entries": {"Ans": 0}})) == [(23, "Ans", {})]


@pytest.mark.parametrize(
    ("key", "cell", "words"),
    [
        ("jokeren", "X", "a dash (-), what is left, or x"),
        ("jokeren", 1.5, "a dash (-), what is left, or x"),
        ("jokeren", True, "a dash (-), what is left, or x"),
        (
            "jolly",
            "-",
            "points laid, points in hand, cards in hand, ended the game, Handglatt; or x",
        ),
        ("jolly", 5, "points laid, points in hand, cards in hand, ended the game, Handglatt; or x"),
    ],
)
def test_cell_that_can_not_be_read(key: str, cell: Any, words: str) -> None:
    deal = read({"entries": {"Bob": cell}}, key)
    given = "this kind of value" if isinstance(cell, bool | dict) else str(cell)
    assert refused(deal) == [(21, "Bob", {"given": given, "right": words})]
    assert deal.absent == deal.out == []


@pytest.mark.parametrize("cell", [5, "x", {"points": 5}])
def test_cell_where_the_table_is_entered_once(cell: Any) -> None:
    deal = read({"entries": {"Bob": cell}}, "vijfhonderd")
    assert refused(deal) == [(33, "Bob", {})]
    assert deal.absent == deal.out == []


def test_cell_of_a_game_with_numbers_and_no_dash() -> None:
    deal = read_row(HoogsteKaart({}), PLAYERS, frozenset(PLAYERS), 1, {"entries": {"Bob": "-"}})
    assert refused(deal) == [(21, "Bob", {"given": "-", "right": "a whole number, or x"})]


def test_stranger() -> None:
    deal = read({"entries": {"Ans": "-", "Eef": 5, "Fem": None}})
    right = "use Ans, Bob, Cor, Dik"
    assert refused(deal) == [
        (27, None, {"given": "Eef", "right": right}),
        (27, None, {"given": "Fem", "right": right}),
    ]
    assert deal.wrong


def test_parts_of_an_entry() -> None:
    entry = {"out": True, "meld": 40, "handglatt": None}
    deal = read({"entries": {"Ans": entry, "Bob": {"meld": 0, "out": False}}}, "jolly")
    assert deal.cells == {"Ans": {"out": True, "meld": 40}, "Bob": {"meld": 0, "out": False}}
    assert deal.out == ["Ans"]


def test_entry_with_a_wrong_part_is_left_out() -> None:
    entries = {"Ans": {"out": True, "meld": -1}, "Bob": {"meld": 3}}
    deal = read({"entries": entries}, "jolly")
    words = {"given": "-1", "what": "points laid", "low": 0, "high": 1022}
    assert refused(deal) == [(22, "Ans", words)]
    assert deal.cells == {"Bob": {"meld": 3}}
    assert deal.out == []


def test_entry_after_a_wrong_one_is_read() -> None:
    deal = read({"entries": {"Ans": {"meld": -1}, "Bob": {"meld": 3}, "Cor": {"meld": 4}}}, "jolly")
    assert deal.cells == {"Bob": {"meld": 3}, "Cor": {"meld": 4}}


def test_what_is_entered_for_the_whole_game() -> None:
    deal = read({"entries": {"Ans": "-"}, "end": "out", "void": None}, "rummikub")
    assert deal.extras == {"end": "out"}
    assert deal.problems == []
    assert read({"end": "pool"}, "rummikub").extras == {"end": "pool"}
    assert read({"bid": "7H"}, "vijfhonderd").missing is False


def test_unknown_part_of_a_row() -> None:
    deal = read({"entries": {"Ans": "-"}, "round": 2})
    assert refused(deal) == [(27, None, {"given": "round", "right": "take it out"})]


# Void games


def test_void_game() -> None:
    deal = read({"void": "cards fell", "entries": {"Ans": "-", "Bob": 99, "Cor": "x"}})
    assert deal.void == "cards fell"
    assert (deal.players, deal.absent) == (["Ans", "Bob", "Dik"], ["Cor"])
    assert (deal.cells, deal.out, deal.problems, deal.empty) == ({}, [], [], False)


def test_void_game_without_entries() -> None:
    deal = read({"void": "cards fell", "entries": None})
    assert (deal.void, deal.players) == ("cards fell", PLAYERS)


def test_nobody_is_absent_where_nobody_has_a_cell() -> None:
    deal = read({"void": "cards fell", "entries": {"Cor": "x"}}, "vijfhonderd")
    assert (deal.players, deal.absent) == (PLAYERS, [])


@pytest.mark.parametrize("reason", ["r", "r" * 200, " " + "r" * 200 + " "])
def test_reason(reason: str) -> None:
    assert read({"void": reason}).void == reason


@pytest.mark.parametrize("reason", ["", "  ", "r" * 201, True, 5, []])
def test_no_reason(reason: Any) -> None:
    deal = read({"void": reason})
    assert refused(deal) == [(12, None, {})]
    assert deal.void is None


def test_unknown_part_of_a_void_row() -> None:
    deal = read({"void": "cards fell", "ends": 3}, "rummikub")
    right = "use end, settled"
    assert refused(deal) == [(27, None, {"given": "ends", "right": right})]
    assert deal.void is None
    assert read({"void": "cards fell", "end": "no such end"}, "rummikub").problems == []


def test_stranger_in_a_void_game() -> None:
    deal = read({"void": "cards fell", "entries": {"Eef": 5}})
    assert [number for number, *_ in refused(deal)] == [27]
    assert deal.void is None
