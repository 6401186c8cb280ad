"""Which constraints can't be had together."""

import pytest

from tournaments.draw.engine.constraints import find_clash
from tournaments.draw.engine.request import Constraint

APART, TOGETHER, TABLE = "apart", "together", "fixed_table"


def constraints(*lines):
    return [Constraint(*line) for line in lines]


@pytest.mark.parametrize(
    "wanted",
    [
        [],
        [(APART, 0, 1)],
        [(TOGETHER, 0, 1), (TOGETHER, 1, 2), (TOGETHER, 2, 3)],
        [(TABLE, 0, 2), (TABLE, 1, 2), (TABLE, 2, 2)],
    ],
)
def test_what_can_be_had(wanted):
    assert find_clash(constraints(*wanted), (4, 3)) == ()


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([(APART, 0, 1), (TOGETHER, 0, 1)], [0, 1]),
        ([(TABLE, 0, 1), (TABLE, 0, 2)], [0, 1]),
        ([(TABLE, 0, 1), (APART, 3, 4), (TABLE, 1, 2), (TOGETHER, 0, 1)], [0, 2, 3]),
        ([(APART, 5, 6), (TOGETHER, 0, 1), (TOGETHER, 1, 2), (APART, 0, 2)], [1, 2, 3]),
        ([(TABLE, number, 2) for number in range(5)], [0, 1, 2, 3]),  # of three seats
        ([(APART, 0, 1), (APART, 0, 2), (APART, 1, 2)], [0, 1, 2]),  # at two tables
        (
            [(TOGETHER, number, number + 1) for number in range(4)],
            [0, 1, 2, 3],
        ),  # five at one table
    ],
)
def test_what_clashes_is_all_that_has_to_do_with_it(wanted, found):
    every = constraints(*wanted)
    assert find_clash(every, (4, 3)) == tuple(every[place] for place in found)


def test_constraint_that_is_impossible_alone_is_named_alone():
    every = constraints((APART, 0, 1), (TOGETHER, 2, 3))
    assert find_clash(every, (4,)) == (every[0],)


def test_without_any_one_of_them_the_others_can_be_had():
    every = constraints(*((APART, a, b) for b in range(9) for a in range(b)))
    found = find_clash(every, (3, 3, 3))
    assert found
    for pair in found:
        assert find_clash([other for other in found if other != pair], (3, 3, 3)) == ()
