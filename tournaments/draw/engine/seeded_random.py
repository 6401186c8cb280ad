"""Chance that is the same everywhere: Python keeps only the sequence of `Random.random` for a
seed. Sums and products of floats are the same on all machines; logarithms are not.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    def __init__(self, seed: str) -> None:
        self.random = Random(int.from_bytes(sha256(seed.encode()).digest(), "big")).random

    def pick_below(self, end: int) -> int:
        return int(self.random() * end)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        return self.shuffled(items)[:count]


GRAINS = 256


def compute_thresholds() -> tuple[float, ...]:
    """Return −ln((i + ½) / GRAINS) for each i. A search makes a change if it costs at most the heat
    times one of them.
    """
    thresholds = []
    for grain in range(GRAINS):
        # ln x = 2 artanh((x − 1) / (x + 1)); doubling brings x near 1, where few terms suffice
        x, halves = (grain + 0.5) / GRAINS, 0
        while x < 0.7:
            x, halves = x * 2, halves + 1
        y = (x - 1) / (x + 1)
        total, power = 0.0, y
        for term in range(1, 40, 2):
            total, power = total + power / term, power * y * y
        thresholds.append(halves * 0.6931471805599453 - 2 * total)
    return tuple(thresholds)


THRESHOLDS = compute_thresholds()
