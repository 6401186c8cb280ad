import pytest

from scoring import games
from scoring.pages.entry_columns import (
    build_columns,
    build_sums,
    find_shortest,
    list_hints,
    write_row,
)
from tests.scoring.views.table import PLAYED, names

pytestmark = pytest.mark.usefixtures("english")

PLAYERS = ["Ans", "Bob", "Cor", "Dik"]
OUT, AWAY = "- is out", "x does not play"
SEAT = "the number of the seat, or the name"
ON_TABLE = "could have come out, or lay there already"


def made(key, **options):
    return games.find(key)(options)


def columns_of(key, **options):
    return build_columns(made(key, **options), PLAYERS[:2] if key == "rummy" else PLAYERS)


@pytest.mark.parametrize(
    ("key", "options", "columns"),
    [
        ("jokeren", {}, "p1 p2 p3 p4"),
        ("amerikaans-jokeren", {"contract_by": "round"}, "p1 p2 p3 p4"),
        (
            "jolly",
            {},
            "p1-meld p1-hand p2-meld p2-hand p3-meld p3-hand p4-meld p4-hand winner-handglatt",
        ),
        ("rummy", {}, "p1 p2 end"),
        ("rummikub", {"pool_tie": "organiser"}, "p1 p2 p3 p4 end settled"),
        (
            "rummikub-international",
            {"trump_bonus": 50},
            "p1 p2 p3 p4 end winner-type trump winner-jokers winner-joker_discard",
        ),
        ("vijfhonderd", {}, "bid by tricks opponent_tricks"),
    ],
)
def test_every_system_has_its_columns(key, options, columns):
    assert [column.name for column in columns_of(key, **options)] == columns.split()


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ({"cards": 9, "jokers": 2, "could_meld": True}, "7+2x5"),
        ({"cards": 9, "jokers": 2, "could_meld": False}, "7+2x1"),
        ({"cards": 9, "jokers": 0}, "9"),
        ({"cards": 9, "jokers": 2}, "7+2"),
    ],
)
def test_joker_in_jokeren_counts_among_the_cards(cell, text):
    row = {"entries": {"Ans": cell}}
    assert write_row(columns_of("jokeren", joker_points=5), row, {})["p1"] == text


@pytest.mark.parametrize(
    ("scores", "text"), [({"Ans": 19}, "19"), ({}, "9h *"), ({"Ans": -19}, "19")]
)
def test_cards_that_were_entered_one_by_one_are_written_as_what_they_come_to(scores, text):
    key = "amerikaans-jokeren"
    columns = build_columns(made(key), names(key))
    assert write_row(columns, PLAYED[key][1], scores)["p1"] == text


def test_who_does_not_play_has_one_sign_for_all_columns():
    row = {"entries": {"Ans": "x", "Bob": {"meld": 45, "out": True}}}
    typed = write_row(columns_of("jolly"), row, {})
    assert [typed[name] for name in ("p1-meld", "p1-hand", "p2-meld", "p2-hand")] == [
        *("×", "×", "45", "—")
    ]


@pytest.mark.parametrize(
    ("key", "options", "bounds"),
    [
        ("jokeren", {}, [(0, 10), (0, 65), (0, 130)]),
        ("jokeren", {"joker_points": 5}, [(0, 10), (-99_999, 99_999), (-99_999, 99_999)]),
        ("amerikaans-jokeren", {"games": 2}, [(0, 2), (0, 2 * 792)]),
        ("jolly", {"games": 4}, [(-99_999, 99_999)]),
        ("klaverjassen", {"games": 4}, [*[(-99_999, 99_999)] * 2, *[(0, 99_999)] * 12]),
    ],
)
def test_sums_know_how_large_they_can_be(key, options, bounds):
    game = made(key, **options)
    lines = build_sums(game, names(key) if game.partners else ["Ans"])
    assert [(line.low, line.high) for line in lines] == bounds


def hinted(key, **options):
    return [
        f"{hint.column}: {hint.keys} {hint.words}"
        if hint.column
        else f"[{hint.keys}]{hint.rest}"
        if hint.rest
        else f"{hint.keys} {hint.words}"
        for hint in list_hints(made(key, **options), PLAYERS)
    ]


@pytest.mark.parametrize(
    ("key", "options", "told"),
    [
        ("jokeren", {}, [OUT, AWAY]),
        (
            "jokeren",
            {"joker_points": 5},
            [OUT, AWAY, f"7+2x5 7 and two jokers, at 5 each: {ON_TABLE}"],
        ),
        (
            "amerikaans-jokeren",
            {},
            [OUT, AWAY, f"29+2x20 29 and two jokers, at 20 each: {ON_TABLE}"],
        ),
        (
            "rummikub-american",
            {"pool_tie": "organiser"},
            [
                *(OUT, AWAY, "[s]omebody is out", "[t]he tiles ran out"),
                f"Given by the organiser to:  {SEAT}",
            ],
        ),
        (
            "rummikub-international",
            {},
            [
                *(OUT, "no has not melded", AWAY),
                *("[o]pen", "[f]oot", "[c]losed", "[w]ithout a winner"),
                "A joker as last discard: 1 ",
            ],
        ),
    ],
)
def test_page_says_what_the_signs_mean(key, options, told):
    assert hinted(key, **options) == told


def test_bids_are_said_in_one():
    assert [hint.split(":")[0] for hint in hinted("vijfhonderd")] == ["Bid", "Who bid"]


@pytest.mark.parametrize(
    ("word", "words", "short"),
    [
        ("open", ["open", "foot"], "o"),
        ("Open", ["open", "others"], "Op"),
        ("iemand", ["iemand", "iets"], "iem"),
        ("out", ["out", "outside"], "out"),
    ],
)
def test_as_much_of_a_word_as_tells_it_from_the_others(word, words, short):
    assert find_shortest(word, [word, *words[1:]]) == short
