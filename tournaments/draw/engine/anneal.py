"""Better seatings by swaps: what makes it worse is accepted less and less as it cools down."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draw.engine.request import MOST_DRAWN
from tournaments.draw.engine.seeded_random import GRAINS, PATIENCE, Chance
from tournaments.draw.engine.weights import Matrix, Worth

SPREAD = 0.05  # of a repeat, for each one before it
COOLER = 0.9  # from stage to stage
SWAPPED = 7  # as many steps as a swap that is made takes longer than one that is not
PER_BLOCK = 50  # steps for each swap of those who go together


class Board:
    """Who sits where, and what the next meeting of each pair would cost.

    `more[a][b]` is what one more meeting costs, `less[a][b]` what one less gives back: `worth` a
    meeting, and `again` if they meet more than once, growing a little so that repeats are spread.
    Lists and as few calls as can be where it is hot: this is most of the work.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[Sequence[int]]],
        worth: Worth,
        *,
        again: float,
        small: Sequence[float],
        per_small: float,
        full: int,
    ) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.small, self.per_small, self.full = list(small), per_small, full
        self.worth, self.met = worth.pairs, [list(row) for row in worth.met]
        # By how often they meet; the last one stands in front as well: it is that of −1
        self.steps = [0.0, *(again * (1 + SPREAD * times) for times in range(MOST_DRAWN * 2)), 0.0]
        self.at: list[dict[int, list[int]]] = []
        for tables in self.rounds:
            self.at.append({player: table for table in tables for player in table})
            for table in tables:
                self._sit(table)
        self.more = self._costs(0)
        self.less = self._costs(-1)

    def _sit(self, table: Sequence[int]) -> None:
        for one in table:
            for other in table:
                self.met[one][other] += one != other
            self.small[one] += len(table) < self.full

    def _costs(self, by: int) -> Matrix:
        return [
            [worth + self.steps[times + by] for worth, times in zip(*row, strict=True)]
            for row in zip(self.worth, self.met, strict=True)
        ]

    def swap_cost(self, number: int, one: int, other: int) -> float:
        """What is lost when two at different tables change places in a round."""
        at = self.at[number]
        here, there = at[one], at[other]
        one_more, one_less = self.more[one], self.less[one]
        other_more, other_less = self.more[other], self.less[other]
        cost = one_less[one] + other_less[other] - 2 * one_more[other]
        for player in here:
            cost += other_more[player] - one_less[player]
        for player in there:
            cost += one_more[player] - other_less[player]
        if len(here) != len(there):
            went, left = (one, other) if len(here) > len(there) else (other, one)
            cost += 2 * self.per_small * (self.small[went] - self.small[left] + 1)
        return cost

    def swap(self, number: int, one: int, other: int) -> None:
        at = self.at[number]
        here, there = at[one], at[other]
        for player in here:
            if player != one:
                self._meet(one, player, -1)
                self._meet(other, player, 1)
        for player in there:
            if player != other:
                self._meet(other, player, -1)
                self._meet(one, player, 1)
        here[here.index(one)], there[there.index(other)] = other, one
        at[one], at[other] = there, here
        if len(here) != len(there):
            by = 1 if len(here) > len(there) else -1
            self.small[one] += by
            self.small[other] -= by

    def _meet(self, one: int, other: int, by: int) -> None:
        times = self.met[one][other] + by
        self.met[one][other] = self.met[other][one] = times
        worth, steps = self.worth[one][other], self.steps
        self.more[one][other] = self.more[other][one] = worth + steps[times]
        self.less[one][other] = self.less[other][one] = worth + steps[times - 1]


@dataclass
class Movable:
    """Of one round: who may change places, such that near ones in the list fit together, and
    those who only go together."""

    players: list[int]
    blocks: list[tuple[int, ...]]

    def __post_init__(self) -> None:
        self.loose = frozenset(self.players)


def anneal(
    board: Board,
    movable: Sequence[Movable],
    chance: Chance,
    *,
    steps: int,
    heat: tuple[float, float],
    window: int,
) -> None:
    rounds = [number for number, free in enumerate(movable) if len(free.players) > 1]
    grouped = [number for number, free in enumerate(movable) if free.blocks]
    stages = cooling(*heat)
    step = 0
    for stage, hot in enumerate(stages, 1):
        end = steps * stage // len(stages)
        if rounds:
            _swaps(board, movable, chance, steps=end - step, hot=hot, window=window, rounds=rounds)
        for number in grouped:
            for _ in range((end - step) // PER_BLOCK // len(grouped)):
                _swap_blocks(board, number, movable[number], chance, hot)
        step = end


def _swaps(
    board: Board,
    movable: Sequence[Movable],
    chance: Chance,
    *,
    steps: int,
    hot: float,
    window: int,
    rounds: Sequence[int],
) -> None:
    random, patience, swap_cost = chance.random, PATIENCE, board.swap_cost
    while steps > 0:
        steps -= 1
        number = rounds[steps % len(rounds)]
        players, at = movable[number].players, board.at[number]
        count = len(players)
        # One number from chance makes three: who, with whom, and how patient
        share = random() * count
        first = int(share)
        share = (share - first) * min(window, count - 1)
        second = int(share)
        one, other = players[first], players[(first + second + 1) % count]
        if at[one] is at[other]:
            continue
        cost = swap_cost(number, one, other)
        if cost <= 0 or cost <= hot * patience[int((share - second) * GRAINS)]:
            board.swap(number, one, other)
            steps -= SWAPPED


def _swap_blocks(board: Board, number: int, free: Movable, chance: Chance, hot: float) -> None:
    """Those who go together change places with as many others of one table, or such a group."""
    block = free.blocks[chance.below(len(free.blocks))]
    others: Sequence[int]
    if chance.random() * 2 < 1 and free.players:
        table = board.at[number][free.players[chance.below(len(free.players))]]
        loose = [player for player in table if player in free.loose]
        others = chance.shuffled(loose)[: len(block)]
    else:
        others = free.blocks[chance.below(len(free.blocks))]
        table = board.at[number][others[0]]
    if len(others) != len(block) or table is board.at[number][block[0]]:
        return
    cost = 0.0
    for one, other in zip(block, others, strict=True):
        cost += board.swap_cost(number, one, other)
        board.swap(number, one, other)
    if cost > hot * PATIENCE[chance.below(GRAINS)]:
        for one, other in zip(block, others, strict=True):
            board.swap(number, one, other)


def cooling(hot: float, cold: float) -> list[float]:
    """By the same factor from stage to stage, without the platform's powers."""
    stages = []
    while hot > cold:
        stages.append(hot)
        hot *= COOLER
    return [*stages, 0.0]
