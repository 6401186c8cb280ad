"""What is typed from paper, cell by cell, in every game system."""

import pytest
from django.utils import translation

from scoring import games
from scoring.pages.columns import Before, build_columns, read_row, write_row
from tests.scoring import typists
from tests.scoring.views.table import PLAYED, names

PLAYERS = ["Ans", "Bob", "Cor", "Dik"]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def game(key, **options):
    system = games.find(key)
    assert system is not None
    return system(options)


def column(key, name, **options):
    players = PLAYERS[:2] if key == "rummy" else PLAYERS
    return next(
        column for column in build_columns(game(key, **options), players) if column.name == name
    )


def names_of(key, **options):
    players = PLAYERS[:2] if key == "rummy" else PLAYERS
    return [column.name for column in build_columns(game(key, **options), players)]


@pytest.mark.parametrize(
    ("key", "options", "columns"),
    [
        ("jokeren", {}, "p1 p2 p3 p4"),
        ("amerikaans-jokeren", {}, "p1 p2 p3 p4"),
        ("amerikaans-jokeren", {"contract_by": "round"}, "p1 p2 p3 p4"),
        (
            "jolly",
            {},
            "p1-meld p1-hand p2-meld p2-hand p3-meld p3-hand p4-meld p4-hand winner-handglatt",
        ),
        ("rummy", {}, "p1 p2 end"),
        ("rummikub", {}, "p1 p2 p3 p4 end"),
        ("rummikub", {"pool_tie": "organiser"}, "p1 p2 p3 p4 end settled"),
        (
            "rummikub-international",
            {},
            "p1 p2 p3 p4 end winner-type winner-jokers winner-joker_discard",
        ),
        (
            "rummikub-international",
            {"trump_bonus": 50},
            "p1 p2 p3 p4 end winner-type trump winner-jokers winner-joker_discard",
        ),
        ("vijfhonderd", {}, "bid by tricks opponent_tricks"),
    ],
)
def test_every_system_has_its_columns(key, options, columns):
    assert names_of(key, **options) == columns.split()


@pytest.mark.parametrize(
    ("key", "name", "typed", "value"),
    [
        ("jokeren", "p1", "", None),
        ("jokeren", "p1", " 7 ", 7),
        ("jokeren", "p1", "07", 7),
        ("jokeren", "p1", "99", 99),
        ("jokeren", "p1", "-", "-"),
        ("jokeren", "p1", "—", "-"),
        ("jokeren", "p1", "X", "x"),
        ("jokeren", "p1", "*", "x"),
        ("jokeren", "p1", "-5", "-5"),
        ("jokeren", "p1", "7a", "7a"),
        ("jokeren", "p1", "-–", "-–"),
        ("jokeren", "p1", "٧", "٧"),
        ("jokeren", "p1", "5+2x1", "5+2x1"),
        ("amerikaans-jokeren", "p1", "69", 69),
        ("amerikaans-jokeren", "p1", "29+2x20", {"points": 29, "jokers": 2, "could_meld": True}),
        ("amerikaans-jokeren", "p1", "29+2*10", {"points": 29, "jokers": 2, "could_meld": False}),
        ("amerikaans-jokeren", "p1", "1×20", {"points": 0, "jokers": 1, "could_meld": True}),
        ("amerikaans-jokeren", "p1", "29+2x15", "29+2x15"),
        ("amerikaans-jokeren", "p1", "41 + 1", {"points": 41, "jokers": 1}),
        (
            "amerikaans-jokeren",
            "p1",
            " 41 + 1 x 20",
            {"points": 41, "jokers": 1, "could_meld": True},
        ),
        ("jolly", "p1-meld", "-", "-"),
        ("jolly", "p1-hand", "-", "-"),
        ("jolly", "winner-handglatt", "1", True),
        ("jolly", "winner-handglatt", "y", True),
        ("jolly", "winner-handglatt", "no", False),
        ("rummikub", "end", "t", "pool"),
        ("rummikub", "end", "Somebody is out", "out"),
        ("rummikub-international", "p1", "n", False),
        ("rummikub-international", "end", "c", "closed"),
        ("rummikub-international", "end", "q", "q"),
        ("vijfhonderd", "bid", "7h", "7H"),
        ("vijfhonderd", "bid", "7n", "7NT"),
        ("vijfhonderd", "bid", "7", "7"),
        ("vijfhonderd", "bid", "om", "OM"),
        ("vijfhonderd", "by", "2", "Bob"),
        ("vijfhonderd", "by", "c", "Cor"),
    ],
)
def test_cell_is_read_as_it_is_typed(key, name, typed, value):
    read = column(key, name).read(typed)
    assert (read, type(read)) == (value, type(value))


def test_joker_in_jokeren_counts_among_the_cards():
    cell = column("jokeren", "p1", joker_points=5)
    assert cell.read("7+2x5") == {"cards": 9, "jokers": 2, "could_meld": True}
    assert cell.write({"cards": 9, "jokers": 2, "could_meld": True}) == "7+2x5"
    assert cell.write({"cards": 9, "jokers": 2, "could_meld": False}) == "7+2x1"
    assert cell.write({"cards": 9, "jokers": 0}) == "9"
    assert cell.write({"cards": 9, "jokers": 2}) == "7+2"


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("5 + 1", {"cards": 6, "jokers": 1, "could_meld": True}),
        ("0+1", {"cards": 1, "jokers": 1, "could_meld": True}),
        ("11+1", {"cards": 12, "jokers": 1, "could_meld": True}),
        ("12+1", {"cards": 13, "jokers": 1}),
        ("5+1x1", {"cards": 6, "jokers": 1, "could_meld": False}),
        ("5+0", {"cards": 5, "jokers": 0}),
    ],
)
def test_who_holds_fewer_cards_than_were_dealt_has_come_out(typed, value):
    assert column("jokeren", "p1", joker_points=5).read(typed) == value


@pytest.mark.parametrize(
    ("key", "name", "typed", "fits"),
    [
        ("jokeren", "p1", "", True),
        ("jokeren", "p1", "13", True),
        ("jokeren", "p1", "14", False),
        ("jokeren", "p1", "0", False),
        ("jokeren", "p1", "-", True),
        ("jokeren", "p1", "q", False),
        ("amerikaans-jokeren", "p1", "29+2x20", True),
        ("rummikub", "end", "t", True),
        ("rummikub", "end", "q", False),
    ],
)
def test_cell_knows_what_fits(key, name, typed, fits):
    assert column(key, name).can_hold(typed) == fits


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


def test_cell_has_room_for_its_longest_word():
    sizes = {"p1": 4, "end": 20}
    assert {name: column("rummikub", name).size for name in sizes} == sizes
    assert (column("vijfhonderd", "bid").size, column("vijfhonderd", "by").size) == (4, 4)
    long = build_columns(game("vijfhonderd"), ["Willemijn", *PLAYERS[1:]])
    assert [cell.size for cell in long if cell.name == "by"] == [12]
