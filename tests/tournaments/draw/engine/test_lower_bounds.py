from itertools import product

import pytest

from tests.draw_tools import every_night
from tournaments.draw import draw
from tournaments.draw.engine import lower_bounds
from tournaments.draw.engine.request import Request
from tournaments.draw.engine.table_sizes import compute_sizes


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [
        (8, 1, 0),
        (8, 2, 4),  # 2 tables: of each four, two pairs stay together
        (12, 2, 3),  # 3 tables: of each four, one pair does
        (11, 2, 2),
        (9, 4, 0),
        (9, 5, 9),  # 45 meetings of 36 pairs
        (6, 3, 5),  # every night tried
        (11, 4, 8),
        (12, 4, 13),
        (16, 5, 0),
        (16, 6, 24),  # 144 meetings of 120 pairs
        (20, 5, 0),
        (20, 6, 1),  # five rounds are the most
        *((19, 6, 0), (24, 7, 0), (24, 8, 12), (28, 9, 0), (28, 10, 42), (32, 10, 0)),
        *((32, 11, 32), (36, 11, 0), (36, 12, 18), (40, 13, 0), (40, 14, 60), (44, 14, 0)),
        (44, 15, 44),
    ],
)
def test_threes_and_fours(players, rounds, least):
    assert lower_bounds.repeats(players, rounds, compute_sizes(players).tables) == least


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [
        (5, 1, 0),
        (5, 2, 3),  # three of five meet three people twice, of four there are
        (9, 2, 3),  # 3 and 4 of the first tables play, at two: one pair and two stay together
        (9, 3, 6),
        (10, 2, 2),  # 3 and 3 of them: a pair each
        (11, 2, 1),  # 3 and 2
        (13, 3, 4),  # 3, 4 and 4 of them at three tables: two pairs, twice
        (7, 3, 2),  # 5 places in two rounds' tables, over 3 pairs of rounds: two have 2
        (9, 4, 14),  # every night tried
        (15, 2, 0),
        (6, 2, 1),  # two of six play twice and meet six people, of five there are
    ],
)
def test_fours_with_some_out(players, rounds, least):
    assert lower_bounds.repeats(players, rounds, compute_sizes(players, "4").tables) == least


def test_bounds_of_odd_nights():
    assert lower_bounds.repeats(0, 3, ()) == 0
    assert lower_bounds.repeats(40, 13, (4,) * 10) == 0
    assert lower_bounds.repeats(22, 6, (4,) * 5) == 0  # two sit out: another night
    assert lower_bounds.count_pairs((4, 3, 2)) == 6 + 3 + 1
    pairs = {(6, 5): 0, (6, 6): 3, (5, 5): 0, (5, 6): 2}
    for (players, rounds), least in pairs.items():
        tables = compute_sizes(players, "2").tables
        assert lower_bounds.repeats(players, rounds, tables) == least


@pytest.mark.parametrize(
    ("total", "over", "least"), [(0, 5, 0), (5, 5, 0), (6, 5, 1), (10, 5, 5), (11, 5, 7), (4, 0, 0)]
)
def test_evenly(total, over, least):
    assert lower_bounds.count_least_pairs(total, over) == least


@pytest.mark.parametrize(
    ("kind", "most", "more"),
    [
        *(("3-4", 9, []), ("4-5", 10, [(9, 3), (10, 3)]), ("5-6", 12, [])),
        *(("4", 9, [(7, 4)]), ("2", 8, [])),
    ],
)
def test_minimum_is_what_trying_every_night_finds(kind, most, more):
    asked = [*product(range(4, most + 1), (2,)), *product(range(4, 8), (3,)), *more]
    for players, rounds in asked:
        found = every_night.find_fewest_repeats(players, rounds, kind)
        request = Request(players, rounds, kind=kind, effort=20_000)
        tables = request.compute_table_sizes(0).tables
        assert lower_bounds.repeats(players, rounds, tables) == found, (players, rounds)
        assert draw(request, "seed").assessment.repeats == found, (players, rounds)
