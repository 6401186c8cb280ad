"""Who gets which number of a ready-made night."""

from collections import Counter
from collections.abc import Sequence

from tournaments.draw.engine.anneal import list_heats
from tournaments.draw.engine.request import Rounds
from tournaments.draw.engine.seeded_random import GRAINS, THRESHOLDS, Chance
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, find_full_size
from tournaments.draw.engine.weights import Matrix

TRIED = 200  # random swaps, to measure the cost of one
COLD = 0.02  # final heat, as a fraction of that cost


class Labels:
    """`who[label]` is a player. A label decides whom its player meets, and how often it sits at a
    small table.
    """

    def __init__(
        self,
        design: Rounds,
        who: Sequence[int],
        worth: Matrix,
        *,
        small: Sequence[float],
        per_small: float,
        kind: str,
    ) -> None:
        self.who, self.worth = list(who), worth
        self.small, self.per_small = small, per_small
        met: list[Counter[int]] = [Counter() for _ in who]
        self.smalls = [0] * len(who)
        for tables in design:
            for table in tables:
                for label in table:
                    met[label].update(other for other in table if other != label)
                    self.smalls[label] += len(table) < find_full_size(kind)
        self.turns_stay = kind == FOURS  # who sits out how often is decided before
        if kind in (FOURS, PAIRS):  # with these, sitting out takes the role of small tables
            seats = Counter(label for tables in design for table in tables for label in table)
            self.smalls = [len(design) - seats[label] for label in range(len(who))]
        self.met = [sorted(others.items()) for others in met]

    def swap_cost(self, first: int, second: int) -> float:
        who = self.who
        ones, others = self.worth[who[first]], self.worth[who[second]]
        cost = 0.0
        for label, times in self.met[first]:
            if label != second:
                player = who[label]
                cost += times * (others[player] - ones[player])
        for label, times in self.met[second]:
            if label != first:
                player = who[label]
                cost += times * (ones[player] - others[player])
        more = self.smalls[first] - self.smalls[second]
        owed = self.small[who[second]] - self.small[who[first]]
        return cost + 2 * self.per_small * more * owed


def search(labels: Labels, chance: Chance, steps: int, *, still: bool) -> None:
    """If most swaps cost nothing there is little to gain: search then only if `still` is set."""
    who, count = labels.who, len(labels.who)
    hot = _usual(labels, chance, count)
    if hot == 0 and not still:
        return
    stages = list_heats(hot, hot * COLD)
    step = 0
    for stage, heat in enumerate(stages, 1):
        while step < steps * stage // len(stages):
            step += 1
            share = chance.random() * count
            label = int(share)
            share = (share - label) * (count - 1)
            second = int(share)
            other = (label + second + 1) % count
            if labels.turns_stay and labels.smalls[label] != labels.smalls[other]:
                continue
            cost = labels.swap_cost(label, other)
            if cost <= 0 or cost <= heat * THRESHOLDS[int((share - second) * GRAINS)]:
                who[label], who[other] = who[other], who[label]


def _usual(labels: Labels, chance: Chance, count: int) -> float:
    """Return the median cost of a swap: those that break a constraint are too few to change it."""
    costs = []
    for _ in range(TRIED):
        label = chance.pick_below(count)
        cost = abs(labels.swap_cost(label, (label + 1 + chance.pick_below(count - 1)) % count))
        costs.append(cost)
    return sorted(costs)[TRIED // 2]
