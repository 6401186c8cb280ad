"""Where the typist is sent when the paper says something else.

`Game 3, Bob: 12 may be 21` is right when game 3 of Bob was typed wrong. Over random forms of every
game system, each with one slip in it, the true cell must be named.
"""

from collections import Counter
from functools import cache

import pytest
from django.utils import translation

from scoring.games.sheet.typing_errors import Slip, find_typing_errors, list_meant
from scoring.toolkit.translation import translate
from tests.by_day import by_chance
from tests.scoring import typists

FORMS = by_chance(2, 6)  # of each system and slip
# Any digit for any other: where several cells of a column could make up for it, nobody can tell.
BLIND = {"other"}
TELLING = [slip for slip in typists.SLIPS if slip not in BLIND]
NAMES = ["Ans", "Bob", "Cor", "Dik"]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


@cache
def measured(slip):
    forms = first = 0
    missed = Counter()
    for game in typists.SYSTEMS:
        for data, true in typists.forms_typed_in(game, slip, FORMS):
            suspected = [
                {
                    (find_typing_error.game, find_typing_error.player),
                    (find_typing_error.game, find_typing_error.other),
                }
                for find_typing_error in find_typing_errors(data)
            ]
            forms += 1
            first += bool(suspected) and bool(suspected[0] & true)
            missed[game] += not any(error & true for error in suspected)
    return forms, first, +missed


@pytest.mark.parametrize("slip", TELLING)
def test_true_cell_is_named(slip):
    forms, first, missed = measured(slip)
    assert forms >= FORMS
    assert first >= 0.8 * forms
    assert missed.total() <= 0.03 * forms, missed


def test_true_cell_is_named_first_nine_times_in_ten():
    counts = [measured(slip)[:2] for slip in TELLING]
    forms, first = map(sum, zip(*counts, strict=True))
    assert first >= 0.9 * forms, f"{first} first, of {forms}"


def alike(data, true):
    """How many cells of that column and that half could make up for the difference as well."""
    [(number, name)] = true
    shift = data["paper"]["totals"][name] - total(data, name)
    halves = (range(1, 6), range(6, 11))
    games = next(half for half in halves if number in half)
    cells = [data["games"][game - 1]["entries"][name] for game in games]
    return sum(type(cell) is int and 1 <= cell + shift <= 13 for cell in cells)


def total(data, name):
    cells = [row["entries"][name] for row in data["games"]]
    return sum(cell for cell in cells if type(cell) is int)


def test_any_digit_for_any_other_is_named_where_the_paper_tells():
    forms = typists.forms_typed_in("jokeren", "other", 60)
    few = [(data, true) for data, true in forms if alike(data, true) <= 2]
    assert len(few) > 5
    for data, true in few:
        assert true & {
            (find_typing_error.game, find_typing_error.player)
            for find_typing_error in find_typing_errors(data)
        }, data


def test_nothing_is_named_where_the_paper_agrees():
    for game in typists.SYSTEMS:
        form = typists.paper_form(typists.random.Random(game), game)
        assert find_typing_errors(form) == []
        assert find_typing_errors(form | {"paper": None}) == []


# One by one, in words


def jokeren(*rows, paper, **options):
    rows = [dict(zip(NAMES, row, strict=False)) for row in rows]
    return {
        "game": "jokeren",
        "options": {"games": len(rows), "subtotal_after": 0, **options},
        "players": NAMES[: len(rows[0])],
        "games": [{"entries": row} for row in rows],
        "paper": paper,
    }


def named(data):
    return [translate(find_typing_error.words) for find_typing_error in find_typing_errors(data)]


@pytest.mark.parametrize(
    ("rows", "paper", "words"),
    [
        ([("-", 12), ("-", 4)], {"Bob": 25}, "Game 1, Bob: 12 may be 21"),
        ([("-", 55), ("-", 44)], {"Bob": 49}, "Game 1, Bob: 55 may be 5"),
        ([("-", 5), ("-", 44)], {"Bob": 79}, "Game 1, Bob: 5 may be 35"),
        ([("-", 7), ("-", 3)], {"Bob": 4}, "Game 1, Bob: 7 may be 1"),
        ([("-", "x", 9)], {"Bob": 26}, "Game 1, Bob: x may be 26"),
        ([("-", 26, 9), ("-", 4, 9)], {"Bob": 4}, "Game 1, Bob: 26 may be x"),
        ([("-", 3, 4)], {"Bob": 4, "Cor": 3}, "Game 1: Bob and Cor may be the other way round"),
        ([("-", 9), ("-", 41)], {"Bob": 5}, "Total, Bob: 5 may be 50"),
    ],
)
def test_slip_is_said_in_words(rows, paper, words):
    data = jokeren(*rows, paper={"totals": paper}, hand_max=60)
    assert named(data)[0] == words


def test_dash_may_stand_elsewhere():
    data = jokeren(("-", 3), (4, "-"), paper={"dashes": {"Ans": 0, "Bob": 2}})
    assert named(data) == ["Game 1: Ans and Bob may be the other way round"]


def test_game_that_is_not_right_comes_first():
    rows = [("-", "-", 3), ("-", 4, 5)]
    data = jokeren(*rows, paper={"totals": {"Ans": 0, "Bob": 9, "Cor": 8}})
    assert named(data)[0] == "Game 1, Bob: the dash may be 5"
    data["paper"]["totals"]["Cor"] = 99
    assert [find_typing_error.game for find_typing_error in find_typing_errors(data)] == [1]
    assert "only one player can be" in named(data)[0]


def test_out_of_bounds_with_swapped_digits_is_mended():
    data = jokeren(("-", 21), ("-", 4), paper={"totals": {"Bob": 16}})
    assert named(data) == ["Game 1, Bob: 21 may be 12"]
    assert find_typing_errors(data)[0][:3] == (1, "Bob", "")


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"entries": {"Ans": "-"}}, ["Game 1, Bob: is not filled in"]),
        ({}, ["Game 1: is not filled in"]),
    ],
)
def test_game_that_is_open_is_named(row, words):
    data = jokeren(("-", 3), ("-", 9), paper={"totals": {"Bob": 40}})
    data["games"][0] = row
    assert named(data) == words


def test_games_that_are_not_typed_in_yet_are_named():
    data = jokeren(("-", 3), ("-", 9), paper={"totals": {"Bob": 40}}, games=6)
    assert named(data) == [f"Game {number}: is not filled in" for number in (3, 4, 5)]


def test_game_without_its_end_is_not_complete():
    data = {
        "game": "rummy",
        "options": {},
        "players": ["Ans", "Bob"],
        "games": [{"entries": {"Ans": "-", "Bob": 5}}],
        "paper": {"totals": {"Bob": 10}},
    }
    assert named(data) == ["Game 1: is not complete"]


def test_void_game_is_passed_over():
    data = jokeren(("-", 12), ("-", 4), paper={"totals": {"Bob": 8}})
    data["games"][0] = {"void": "the lights went out"}
    assert named(data)[0] == "Game 2, Bob: 4 may be 8"


def test_two_slips_are_each_named():
    rows = [("-", 12, 3), ("-", 4, 45), ("-", 11, 2)]
    paper = {"totals": {"Bob": 36, "Cor": 59}}
    found = named(jokeren(*rows, paper=paper, hand_max=60))
    assert found[:2] == ["Game 1, Bob: 12 may be 21", "Game 2, Cor: 45 may be 54"]


def test_figures_of_the_paper_in_each_others_place():
    rows = [("-", 12, 3), ("-", 4, 5)]
    paper = {"totals": {"Bob": 8, "Cor": 16}}
    data = jokeren(*rows, paper=paper)
    assert "Total: Bob and Cor may be the other way round" in named(data)
    error = next(
        find_typing_error
        for find_typing_error in find_typing_errors(data)
        if find_typing_error.game == 0
    )
    assert (error.player, error.other, error.part) == ("Bob", "Cor", "totals")


def test_subtotal_alone_is_the_papers_own():
    rows = [("-", 12), ("-", 4)]
    paper = {"subtotals": {"1": {"Bob": 21}, "2": None}, "totals": {"Bob": 16, "Ans": None}}
    data = jokeren(*rows, paper=paper, subtotal_after=1)
    assert named(data) == ["Subtotal after 1, Bob: 21 may be 12"]
    assert find_typing_errors(data)[0][:3] == (0, "Bob", "subtotals 1")


@pytest.mark.parametrize(
    ("cell", "paper", "words"),
    [
        (
            {"points": 29, "jokers": 2, "could_meld": True},
            49,
            "Game 1, Bob: could have come out: yes may be no",
        ),
        (
            {"points": 29, "jokers": 1, "could_meld": False},
            49,
            "Game 1, Bob: could have come out: no may be yes",
        ),
        ({"points": 29, "jokers": 1, "could_meld": False}, 102, "Game 1, Bob: points left"),
        (71, 51, "Game 1, Bob: 71 may be 51: does a joker count 10 or 20?"),
        ({"cards": ["9", "9"]}, 77, None),
    ],
)
def test_joker_may_count_otherwise(cell, paper, words):
    data = {
        "game": "amerikaans-jokeren",
        "options": {"games": 1},
        "players": ["Ans", "Bob"],
        "games": [{"entries": {"Ans": "-", "Bob": cell}}],
        "paper": {"totals": {"Bob": paper}},
    }
    found = named(data)
    assert found[:1] == ([error for error in found[:1] if error.startswith(words)] if words else [])
    assert bool(found) == bool(words)


def jolly(cell, total):
    ender = {"meld": 40, "out": True}

    return {
        "game": "jolly",
        "options": {"games": 2},
        "players": ["Ans", "Bob"],
        "games": [
            {"entries": {"Ans": ender, "Bob": {"meld": 42, "hand": 30}}},
            {"entries": {"Ans": ender, "Bob": cell}},
        ],
        "paper": {"totals": {"Bob": total}},
    }


def test_laid_and_in_hand_may_be_the_other_way_round():
    data = jolly({"meld": 35, "hand": 82}, 59)
    assert named(data)[0] == "Game 2, Bob: 35 and 82 may be the other way round"


def test_sign_of_a_total_may_be_forgotten():
    assert named(jolly({"meld": 0, "hand": 40}, 28))[0] == "Total, Bob: 28 may be -28"


def test_who_did_not_play_has_nothing_to_look_at_where_cells_have_parts():
    data = jolly("x", 12)
    data["players"].append("Cor")
    for row in data["games"]:
        row["entries"]["Cor"] = {"meld": 42, "hand": 30}
    data["paper"]["totals"]["Bob"] = 99
    assert [
        find_typing_error
        for find_typing_error in find_typing_errors(data)
        if find_typing_error[:2] == (2, "Bob")
    ] == []


def test_handglatt_may_be_forgotten():
    data = jolly({"meld": 35, "hand": 20}, 7)
    data["paper"]["totals"]["Ans"] = 170
    assert named(data) == ["Game 2, Ans: Handglatt: no may be yes"]


def test_bid_and_bidder_are_said_as_they_are_written():
    data = {
        "game": "vijfhonderd",
        "options": {"games": 1},
        "players": NAMES,
        "games": [{"bid": "7H", "by": "Ans", "tricks": 7}],
        "paper": {"totals": {"Ans": 180, "Bob": 30, "Cor": 180, "Dik": 30}},
    }
    assert named(data) == ["Game 1: bid: 7♥ may be 7♦"]
    assert find_typing_errors(data)[0][:3] == (1, None, "bid")
    data["paper"]["totals"] = {"Ans": 30, "Bob": 200, "Cor": 30, "Dik": 200}
    assert named(data)[0] == "Game 1: who bid: Ans may be Bob"


@pytest.mark.parametrize(
    ("typed", "meant_was", "slip"),
    [
        (12, 21, Slip.DIGITS),
        (10, 1, Slip.DIGITS),
        (55, 5, Slip.DOUBLED),
        (5, 55, Slip.DOUBLED),
        (5, 35, Slip.LOST),
        (35, 5, Slip.LOST),
        (7, 1, Slip.MISREAD),
        (121, 211, Slip.DIGITS),
    ],
)
def test_slip_of_the_fingers_is_known(typed, meant_was, slip):
    assert list_meant(typed)[meant_was] == slip


@pytest.mark.parametrize(("typed", "other"), [(12, 12), (12, 34), (7, 2000), (5, 1)])
def test_what_takes_more_than_one_slip_is_not(typed, other):
    assert other not in list_meant(typed)


@pytest.mark.parametrize(
    ("typed", "meant_was", "words"),
    [(-12, -21, "-12 may be -21"), (7, -7, "7 may be -7"), (-7, 7, "-7 may be 7")],
)
def test_number_below_zero_may_have_been_meant(typed, meant_was, words):
    data = {
        "game": "punten",
        "options": {"games": 1},
        "players": NAMES[:2],
        "games": [{"entries": {"Ans": 30, "Bob": typed}}],
        "paper": {"totals": {"Ans": 30, "Bob": meant_was}},
    }
    assert f"Game 1, Bob: {words}" in named(data)
