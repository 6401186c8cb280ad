"""The result of a benchmark, and how its times are measured. A result is usually a ratio of two
times of the same run, so that it does not depend on the speed of the machine.
"""

import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    what: str
    value: float
    goal: float | None  # upper bound; None for figures that others are compared with

    @property
    def met(self) -> bool:
        return self.goal is None or self.value <= self.goal


def cpu(work: Callable[[], object]) -> float:
    """Run this function; return the CPU seconds that it takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def percentile(seconds: list[float]) -> float:
    """Return the 99th percentile of these times in milliseconds."""
    return sorted(seconds)[len(seconds) * 99 // 100] * 1000
