import math

import pytest

from tournaments.draw.engine.seeded_random import GRAINS, Chance, compute_thresholds


def test_the_sequence_of_a_seed():
    chance = Chance("streepje")
    assert [chance.pick_below(100) for _ in range(8)] == [23, 54, 76, 20, 31, 22, 81, 35]


def test_shuffled_has_everything_once_and_leaves_its_input():
    given = list(range(50))
    mixed = Chance("x").shuffled(given)
    assert given == list(range(50))
    assert mixed != given
    assert sorted(mixed) == given


def test_threshold_is_a_logarithm():
    logarithms = [-math.log((grain + 0.5) / GRAINS) for grain in range(GRAINS)]
    assert compute_thresholds() == pytest.approx(logarithms, abs=1e-12)
