"""Chance that is the same on every machine: one method of one generator, and no clock.

Python promises to keep the sequence of `Random.random` for a whole-number seed, and of nothing
else. Sums and products of floats are the same everywhere; logarithms are not, so they are stored.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Everything that is left to chance in a draw, from one seed."""

    def __init__(self, seed: str) -> None:
        self.random = Random(int.from_bytes(sha256(seed.encode()).digest(), "big")).random

    def below(self, end: int) -> int:
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


def _patience() -> tuple[float, ...]:
    """−ln((i + ½) / GRAINS), worked out with nothing but sums, products and quotients.

    What gets worse by at most the heat times one of these, picked by chance, is accepted.
    """
    found = []
    for grain in range(GRAINS):
        # ln x = 2 artanh((x − 1) / (x + 1)); halving brings x near to 1, where few terms do
        x, halves = (grain + 0.5) / GRAINS, 0
        while x < 0.7:
            x, halves = x * 2, halves + 1
        y = (x - 1) / (x + 1)
        total, power = 0.0, y
        for term in range(1, 40, 2):
            total, power = total + power / term, power * y * y
        found.append(halves * 0.6931471805599453 - 2 * total)
    return tuple(found)


PATIENCE = _patience()
