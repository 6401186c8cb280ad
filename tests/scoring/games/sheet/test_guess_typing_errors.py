"""Where the typist is sent when the paper says something else.

`Game 3, Bob: 12 may be 21` is right when game 3 of Bob was typed wrong. Over random forms of every
game system, each with one slip in it, the true cell must be named. Golden ones show the words.
"""

from collections import Counter
from functools import cache

import pytest

from scoring.games.sheet.guess_typing_errors import Slip, find_typing_errors, list_meant
from tests.by_day import by_chance
from tests.scoring import typists

FORMS = by_chance(1, 6)  # of each system and slip
# Any digit for any other: where several cells of a column could make up for it, nobody can tell.
BLIND = {"other"}
TELLING = [slip for slip in typists.SLIPS if slip not in BLIND][:: by_chance(2, 1)]


@cache
def measured(slip):
    forms = first = 0
    missed = Counter()
    for game in typists.SYSTEMS:
        for data, true in typists.forms_typed_in(game, slip, FORMS):
            errors = find_typing_errors(data)
            suspected = [
                {(error.game, error.player), (error.game, error.other)} for error in errors
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
    forms = typists.forms_typed_in("jokeren", "other", by_chance(40, 200))
    few = [(data, true) for data, true in forms if alike(data, true) <= 2]
    assert len(few) > 5
    for data, true in few:
        assert true & {(error.game, error.player) for error in find_typing_errors(data)}, data


def test_nothing_is_named_where_the_paper_agrees():
    for game in typists.SYSTEMS:
        form = typists.paper_form(typists.random.Random(game), game)
        assert find_typing_errors(form) == []
        assert find_typing_errors(form | {"paper": None}) == []


def typed_as(game, rows, totals, **options):
    players = typists.NAMES
    typed = [{"entries": dict(zip(players, row, strict=True))} for row in rows]
    paper = {"totals": dict(zip(players, totals, strict=True))}
    return {"game": game, "options": options, "players": players, "games": typed, "paper": paper}


def test_what_would_be_the_largest_number_of_the_form_is_the_less_likely():
    data = typed_as("punten", [[32, 1, 2, 3], [21, 4, 4, 4]], [44, 5, 6, 7], games=2)
    assert [error.game for error in find_typing_errors(data)] == [2, 1]


def test_sum_on_paper_with_other_digits_and_another_sign_is_no_slip():
    data = typed_as("punten", [[-20, 1, 2, 3], [-1, 4, 4, 4]], [12, 5, 6, 7], games=2)
    assert [error.game for error in find_typing_errors(data)] == [1, 2]


def test_joker_is_not_doubted_where_cards_are_counted():
    rows = [[12, "-", 2, 3], [5, "-", 4, 4]]
    data = typed_as("jokeren", rows, [8, 0, 6, 7], games=2, joker_points=10)
    errors = find_typing_errors(data)
    assert errors
    assert "joker" not in " ".join(str(error.words) for error in errors)


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
