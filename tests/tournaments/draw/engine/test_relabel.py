from itertools import combinations
from random import Random

import pytest

from tournaments.draw.engine.relabel import Labels, search
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS

DESIGNS = {
    THREES_AND_FOURS: (
        ((0, 1, 2, 3), (4, 5, 6)),
        ((0, 2, 4, 6), (1, 3, 5)),
        ((1, 2, 4, 5), (0, 3, 6)),
    ),
    FOURS: (((0, 1, 2, 3),), ((3, 4, 5, 6),), ((0, 4, 1, 6),)),
    PAIRS: (((0, 1), (2, 3), (4, 5)), ((6, 0), (1, 2), (3, 4)), ((5, 6), (0, 2), (1, 4))),
}


def make_labels(kind, seed="labels"):
    chance = Random(seed)
    worth = [[0.0] * 7 for _ in range(7)]
    for one, other in combinations(range(7), 2):
        worth[one][other] = worth[other][one] = float(chance.randrange(50))
    small = [float(chance.randrange(4)) for _ in range(7)]
    who = [3, 5, 0, 6, 1, 4, 2]
    return Labels(DESIGNS[kind], who, worth, small=small, per_small=1.5, kind=kind)


def count_small(kind, label):
    """At how many small tables a label sits; where none is small, in how many rounds at none."""
    tables = [[table for table in tables if label in table] for tables in DESIGNS[kind]]
    if kind == THREES_AND_FOURS:
        return sum(len(table) == 3 for at in tables for table in at)
    return sum(not at for at in tables)


def cost_of(kind, labels):
    """What all pairs who meet cost, and who has sat small more often than others."""
    tables = [table for tables in DESIGNS[kind] for table in tables]
    met = [pair for table in tables for pair in combinations(table, 2)]
    who = labels.who
    often = [labels.small[who[label]] + count_small(kind, label) for label in range(7)]
    pairs = sum(labels.worth[who[one]][who[other]] for one, other in met)
    return pairs + labels.per_small * sum(times**2 for times in often)


@pytest.mark.parametrize("kind", DESIGNS)
def test_a_swap_costs_what_all_costs_more_after_it(kind):
    for one, other in combinations(range(7), 2):
        labels = make_labels(kind)
        before, cost = cost_of(kind, labels), labels.swap_cost(one, other)
        labels.who[one], labels.who[other] = labels.who[other], labels.who[one]
        assert cost_of(kind, labels) - before == pytest.approx(cost)


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (THREES_AND_FOURS, [5, 4, 6, 2, 0, 3, 1]),
        (FOURS, [1, 6, 0, 3, 2, 4, 5]),
        (PAIRS, [1, 0, 3, 4, 6, 5, 2]),
    ],
)
def test_a_search_finds_the_same_everywhere_and_what_is_cheaper(kind, found):
    labels = make_labels(kind)
    before = cost_of(kind, labels)
    search(labels, Chance("a night"), 300, still=False)
    assert labels.who == found
    assert cost_of(kind, labels) < before


def test_where_no_swap_costs_anything_it_goes_on_only_if_asked():
    for still, moved in ((False, False), (True, True)):
        labels = make_labels(PAIRS)
        labels.worth, labels.small = [[0.0] * 7 for _ in range(7)], [0.0] * 7
        before = list(labels.who)
        search(labels, Chance("a night"), 300, still=still)
        assert (labels.who != before) == moved
