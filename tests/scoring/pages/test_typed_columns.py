"""What is typed from paper, cell by cell, in every game system."""

import pytest
from django.utils import translation

from scoring import games
from scoring.pages.typed_columns import build_columns

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


def test_cell_has_room_for_its_longest_word():
    sizes = {"p1": 4, "end": 20}
    assert {name: column("rummikub", name).size for name in sizes} == sizes
    assert (column("vijfhonderd", "bid").size, column("vijfhonderd", "by").size) == (4, 4)
    long = build_columns(game("vijfhonderd"), ["Willemijn", *PLAYERS[1:]])
    assert [cell.size for cell in long if cell.name == "by"] == [12]
