import pytest

from scoring.toolkit.problems import UserError
from tournaments.draw.engine.request import compute_effort


def test_seconds_become_steps():
    assert [compute_effort(seconds) for seconds in (0.000001, 0.5, 600)] == [
        1,
        200_000,
        240_000_000,
    ]


@pytest.mark.parametrize("seconds", [0, -1, 601, float("nan"), float("inf")])
def test_seconds_that_are_refused(seconds):
    with pytest.raises(UserError) as caught:
        compute_effort(seconds)
    assert [problem["code"] for problem in caught.value.problems] == ["D13"]
