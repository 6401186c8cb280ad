from scoring.toolkit.problems import user_error
from tournaments.draw.engine import problems

USUAL, LONGEST = 0.7, 600  # seconds that a draw searches
RATE = 400_000  # swaps tried per second on a slow machine


def compute_effort(seconds: float) -> int:
    """Convert seconds to steps: a fast and a slow machine then give the same draw."""
    if not 0 < seconds <= LONGEST:
        raise user_error(problems.EFFORT, given=seconds, most=LONGEST)
    return max(1, int(seconds * RATE))
