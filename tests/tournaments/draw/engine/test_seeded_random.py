"""Chance that Python keeps for good."""

import math

import pytest

from tournaments.draw.engine.seeded_random import GRAINS, Chance, compute_patience


def test_the_sequence_of_a_seed():
    chance = Chance("streepje")
    assert [chance.pick_below(100) for _ in range(8)] == [23, 54, 76, 20, 31, 22, 81, 35]


def test_shuffled_has_everything_once_and_leaves_its_input():
    given = list(range(50))
    mixed = Chance("x").shuffled(given)
    assert given == list(range(50))
    assert mixed != given
    assert sorted(mixed) == given


def test_every_order_of_three_is_as_likely():
    chance = Chance("orders")
    counts = {}
    for _ in range(6000):
        order = tuple(chance.shuffled("abc"))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert min(counts.values()) > 850
    assert max(counts.values()) < 1150


def test_patience_is_a_logarithm():
    logarithms = [-math.log((grain + 0.5) / GRAINS) for grain in range(GRAINS)]
    assert compute_patience() == pytest.approx(logarithms, abs=1e-12)
