"""A design is kept as it is; who stands for which of its numbers is what is searched for."""

from collections import Counter
from collections.abc import Sequence

from tournaments.draw.engine.anneal import cooling
from tournaments.draw.engine.request import Rounds
from tournaments.draw.engine.seeded_random import GRAINS, PATIENCE, Chance
from tournaments.draw.engine.table_sizes import PAIRS, full
from tournaments.draw.engine.weights import Matrix

TRIED = 200  # changes at chance, to find out how much one costs
COLD = 0.02  # of that


class Labels:
    """`who[label]` is a player. Small tables go with the label, what was before with the player."""

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
                    self.smalls[label] += len(table) < full(kind)
        if kind == PAIRS:  # here it is the byes
            seats = Counter(label for tables in design for table in tables for label in table)
            self.smalls = [len(design) - seats[label] for label in range(len(who))]
        self.met = [sorted(others.items()) for others in met]

    def swap_cost(self, one: int, other: int) -> float:
        """What is lost when two players change labels."""
        who = self.who
        ones, others = self.worth[who[one]], self.worth[who[other]]
        cost = 0.0
        for label, times in self.met[one]:
            if label != other:
                player = who[label]
                cost += times * (others[player] - ones[player])
        for label, times in self.met[other]:
            if label != one:
                player = who[label]
                cost += times * (ones[player] - others[player])
        more = self.smalls[one] - self.smalls[other]
        owed = self.small[who[other]] - self.small[who[one]]
        return cost + 2 * self.per_small * more * owed

    def swap(self, one: int, other: int) -> None:
        self.who[one], self.who[other] = self.who[other], self.who[one]


def search(labels: Labels, chance: Chance, steps: int, *, still: bool = False) -> None:
    """`still`: also where most changes cost nothing, so that there is nothing to cool down from."""
    count = len(labels.who)
    hot = _usual(labels, chance, count)
    if hot == 0 and not still:
        return
    stages = cooling(hot, hot * COLD)
    step = 0
    for stage, heat in enumerate(stages, 1):
        while step < steps * stage // len(stages):
            step += 1
            share = chance.random() * count
            one = int(share)
            share = (share - one) * (count - 1)
            second = int(share)
            other = (one + second + 1) % count
            cost = labels.swap_cost(one, other)
            if cost <= 0 or cost <= heat * PATIENCE[int((share - second) * GRAINS)]:
                labels.swap(one, other)


def _usual(labels: Labels, chance: Chance, count: int) -> float:
    """What a change costs at chance, constraints left aside: the heat to begin with."""
    costs = []
    for _ in range(TRIED):
        one = chance.below(count)
        cost = abs(labels.swap_cost(one, (one + 1 + chance.below(count - 1)) % count))
        costs.append(cost)
    return sorted(costs)[TRIED // 2]
