"""The result of a benchmark: a time, a count, or a ratio of two times of the same run."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    what: str
    value: float
    goal: float | None = None  # upper bound; None for figures that others are compared with

    @property
    def met(self) -> bool:
        return self.goal is None or self.value <= self.goal


def cpu(work: Callable[[], object]) -> float:
    """Run this function; return the CPU seconds that it takes."""
    start = time.process_time()
    work()
    return time.process_time() - start
