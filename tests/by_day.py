"""Which cases of a test run at every change, and how many; others are `wide` and run at night."""

import os

import pytest

# The variables that .ci/nightly sets: see docs/testing.md, "Searching harder".
SEARCHES = int(os.environ.get("STREEPJE_SHEETS", "0")) > 1000


def by_day(values, *day):
    """Return the values for `parametrize`: all but those of `day` are `wide`."""
    assert all(value in values for value in day)
    return [value if value in day else at_night(value) for value in values]


def at_night(*case):
    """Return one case for `parametrize` that is `wide`; a tuple may be given for several values."""
    values = case[0] if len(case) == 1 and isinstance(case[0], tuple) else case
    return pytest.param(*values, marks=pytest.mark.wide)


def by_chance(day, night):
    """Return how many random cases a test tries: few at every change, many in a long search."""
    return night if SEARCHES else day
