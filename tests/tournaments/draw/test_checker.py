"""The checker finds what is wrong: one good answer, spoiled in one way at a time."""

import pytest

from tests.tournaments.draw import checker

GOOD = {
    "rounds": [[[3, 0, 6, 5], [1, 2, 4]], [[0, 1, 2, 3], [4, 5, 6]]],
    "sitting_out": [[], []],
    "repeats": 3,
    "max_meetings": 2,
    "lower_bound": 3,
    "small_tables": {"1": 1, "2": 1, "4": 2, "5": 1, "6": 1},
    "unmet": [],
}


def test_a_good_answer_has_no_faults():
    assert checker.faults(GOOD, 7, 2) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rounds", [[[3, 0, 6, 5], [1, 2, 4]]]),
        ("rounds", [[[3, 0, 6, 5], [1, 2, 4]], [[0, 1, 2, 3], [4, 5, 5]]]),
        ("rounds", [[[3, 0, 6, 5], [1, 2, 4]], [[4, 5, 6], [0, 1, 2, 3]]]),
        *(("repeats", 2), ("max_meetings", 1), ("lower_bound", 4), ("small_tables", {})),
        ("unmet", [{"apart": [0, 1]}]),
    ],
)
def test_a_spoiled_answer_has_faults(key, value):
    assert checker.faults({**GOOD, key: value}, 7, 2)


@pytest.mark.parametrize(
    "constraints", [{"apart": [[0, 1]]}, {"together": [[0, 4]]}, {"fixed_table": {"4": 1}}]
)
def test_a_constraint_that_is_not_kept_and_not_told_is_seen(constraints):
    assert checker.faults(GOOD, 7, 2, constraints=constraints)
