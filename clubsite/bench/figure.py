"""A figure and how it is measured: ratios within one run, so that a slow machine is no excuse."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    name: str
    what: str
    value: float
    goal: float | None  # at most; None: others are measured against this one

    @property
    def met(self) -> bool:
        return self.goal is None or self.value <= self.goal


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def percentile(seconds: list[float]) -> float:
    """What 99 of 100 stay under, in milliseconds."""
    return sorted(seconds)[len(seconds) * 99 // 100] * 1000
