"""Whole games that are typed from paper, in every game system."""

import pytest
from django.utils import translation

from scoring import games
from scoring.pages.typed_columns import build_columns
from scoring.pages.typed_rows import Before, read_row, write_row
from tests.scoring import typists
from tests.scoring.views.table import PLAYED, names

PLAYERS = ["Ans", "Bob", "Cor", "Dik"]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def game(key, **options):
    return games.find(key)(options)


@pytest.mark.parametrize("key", typists.SYSTEMS)
def test_whatever_is_typed_comes_back(key):
    rng = typists.random.Random(key)
    for _ in range(20):
        form = typists.paper_form(rng, key)
        system = game(key, **form["options"])
        made = build_columns(system, form["players"])
        for row in form["games"]:
            typed = write_row(made, row, {})
            assert read_row(system, made, typed) == row


@pytest.mark.parametrize(
    ("key", "row"), [(key, row) for key, rows in PLAYED.items() for row in rows]
)
def test_what_stands_there_stays_while_nothing_else_is_typed(key, row):
    system = game(key)
    made = build_columns(system, names(key))
    typed = write_row(made, row, {})
    before = Before(row, typed)
    read = read_row(system, made, typed, before)
    assert read == {part: value for part, value in row.items() if part != "void"}


def test_cards_that_were_entered_one_by_one_are_written_as_what_they_come_to():
    row = PLAYED["amerikaans-jokeren"][1]
    system = game("amerikaans-jokeren")
    made = build_columns(system, names("amerikaans-jokeren"))
    assert write_row(made, row, {"Ans": 19})["p1"] == "19"
    assert write_row(made, row, {})["p1"] == "9h *"
    assert write_row(made, row, {"Ans": -19})["p1"] == "19"  # where it is lost instead
    typed = write_row(made, row, {"Ans": 19})
    again = read_row(system, made, typed | {"p3": "21"}, Before(row, typed))
    assert again["entries"] == row["entries"] | {"Cor": 21}
    anew = read_row(system, made, typed | {"p1": "20"}, Before(row, typed))
    assert anew["entries"]["Ans"] == 20


def test_dash_says_how_a_game_of_tiles_ended():
    system = game("rummikub")
    made = build_columns(system, PLAYERS)
    typed = {"p1": "-", "p2": "12", "p3": "30", "p4": "x"}
    cells = {"Ans": "-", "Bob": 12, "Cor": 30, "Dik": "x"}
    assert read_row(system, made, typed) == {"end": "out", "entries": cells}
    assert read_row(system, made, typed | {"end": "t"})["end"] == "pool"
    assert "end" not in read_row(system, made, typed | {"p1": "3"})


def test_who_does_not_play_has_one_sign_for_all_columns():
    system = game("jolly")
    made = build_columns(system, ["Ans", "Bob"])
    row = read_row(system, made, {"p1-meld": "x", "p2-meld": "45", "p2-hand": "-"})
    assert row == {"entries": {"Ans": "x", "Bob": {"meld": 45, "out": True}}}
    assert write_row(made, row, {}) == {
        "p1-meld": "×",
        "p1-hand": "×",
        "p2-meld": "45",
        "p2-hand": "—",
        "winner-handglatt": "",
    }


def test_nothing_typed_is_no_game():
    for key in typists.SYSTEMS:
        system = game(key)
        made = build_columns(system, names(key))
        assert read_row(system, made, {}) in ({}, {"entries": {}})
        assert set(write_row(made, {}, {}).values()) == {""}
