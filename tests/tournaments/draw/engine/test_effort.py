import pytest

from tests.tournaments.evenings import refused
from tournaments.draw.engine.effort import compute_effort


def test_seconds_become_steps():
    steps = [compute_effort(seconds) for seconds in (0.000001, 0.5, 600)]
    assert steps == [1, 200_000, 240_000_000]


@pytest.mark.parametrize("seconds", [0, -1, 601, float("nan"), float("inf")])
def test_seconds_that_are_refused(seconds):
    assert refused(compute_effort, seconds) == ["D13"]
