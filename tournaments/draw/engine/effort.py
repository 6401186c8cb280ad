"""How long a draw searches."""

from tournaments.draw.engine import problems
from tournaments.draw.engine.problems import user_error

RATE = 400_000  # swaps tried per second on a slow machine
USUAL = 0.7  # seconds
LONGEST = 600  # seconds


def compute_effort(seconds: float) -> int:
    """Convert seconds of search to a number of steps. A draw counts steps instead of time, so that
    a fast and a slow machine give the same draw.
    """
    if not 0 < seconds <= LONGEST:
        raise user_error(problems.EFFORT, given=seconds, most=LONGEST)
    return max(1, int(seconds * RATE))
