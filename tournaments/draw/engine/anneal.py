"""Simulated annealing: random swaps, of which fewer for the worse are made as the heat falls."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draw.engine.request import MOST_DRAWN
from tournaments.draw.engine.seeded_random import GRAINS, THRESHOLDS, Chance
from tournaments.draw.engine.weights import Matrix, Worth

SPREAD = 0.05  # extra cost of a repeat for each earlier one, as a fraction
COOLER = 0.9  # factor of the heat from stage to stage
SWAPPED = 7  # steps added for a swap that is made, because it takes longer
PER_BLOCK = 50  # steps for each swap of a block


class Board:
    """A seating during the search. `more[a][b]` is the cost if a and b meet once more, and
    `less[a][b]` is the gain if they meet once less. Meeting again on a night costs `again` on top,
    and more with each repeat, so that repeats are spread over many pairs.

    It runs very often, and so has plain lists and calls few functions.
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
        # Indexed by the number of meetings; the last 0.0 serves index −1
        self.steps = [0.0, *(again * (1 + SPREAD * times) for times in range(MOST_DRAWN * 2)), 0.0]
        self.at: list[dict[int, list[int]]] = []
        for tables in self.rounds:
            self.at.append({player: table for table in tables for player in table})
            for table in tables:
                for player in table:
                    for other in table:
                        self.met[player][other] += player != other
                    self.small[player] += len(table) < self.full
        self.more = self._costs(0)
        self.less = self._costs(-1)

    def _costs(self, by: int) -> Matrix:
        return [
            [worth + self.steps[times + by] for worth, times in zip(*row, strict=True)]
            for row in zip(self.worth, self.met, strict=True)
        ]

    def swap_cost(self, number: int, first: int, second: int) -> float:
        """Return the cost; it is negative for a gain. The two sit at different tables."""
        table_of = self.at[number]
        here, there = table_of[first], table_of[second]
        first_more, first_less = self.more[first], self.less[first]
        second_more, second_less = self.more[second], self.less[second]
        cost = first_less[first] + second_less[second] - 2 * first_more[second]
        for player in here:
            cost += second_more[player] - first_less[player]
        for player in there:
            cost += first_more[player] - second_less[player]
        if len(here) != len(there):
            grows = self.small[first] - self.small[second]  # of who leaves the larger table
            cost += 2 * self.per_small * ((grows if len(here) > len(there) else -grows) + 1)
        return cost

    def swap(self, number: int, first: int, second: int) -> None:
        table_of = self.at[number]
        here, there = table_of[first], table_of[second]
        for player in here:
            if player != first:
                self._meet(first, player, -1)
                self._meet(second, player, 1)
        for player in there:
            if player != second:
                self._meet(second, player, -1)
                self._meet(first, player, 1)
        here[here.index(first)], there[there.index(second)] = second, first
        table_of[first], table_of[second] = there, here
        if len(here) != len(there):
            change = 1 if len(here) > len(there) else -1
            self.small[first] += change
            self.small[second] -= change

    def _meet(self, first: int, second: int, by: int) -> None:
        times = self.met[first][second] + by
        self.met[first][second] = self.met[second][first] = times
        worth, steps = self.worth[first][second], self.steps
        self.more[first][second] = self.more[second][first] = worth + steps[times]
        self.less[first][second] = self.less[second][first] = worth + steps[times - 1]


@dataclass
class Movable:
    """Whom the search may move in one round: `players` alone (by the standing, in its order,
    because they swap with somebody near in this list), `blocks` only together.
    """

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
    """`steps` counts swaps that are tried; `heat` is the first and the last. A player is swapped
    with one of the next `window` movable players.
    """
    rounds = [number for number, free in enumerate(movable) if len(free.players) > 1]
    grouped = [number for number, free in enumerate(movable) if free.blocks]
    stages = list_heats(*heat)
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
    random, thresholds, swap_cost = chance.random, THRESHOLDS, board.swap_cost
    while steps > 0:
        steps -= 1
        number = rounds[steps % len(rounds)]
        players, table_of = movable[number].players, board.at[number]
        count = len(players)
        # One random number gives three: who, with whom, and how patient
        share = random() * count
        first = int(share)
        share = (share - first) * min(window, count - 1)
        second = int(share)
        player, other = players[first], players[(first + second + 1) % count]
        if table_of[player] is table_of[other]:
            continue
        cost = swap_cost(number, player, other)
        if cost <= 0 or cost <= hot * thresholds[int((share - second) * GRAINS)]:
            board.swap(number, player, other)
            steps -= SWAPPED


def _swap_blocks(board: Board, number: int, free: Movable, chance: Chance, hot: float) -> None:
    """Swap a block with another one, or with as many single players of another table."""
    block = free.blocks[chance.pick_below(len(free.blocks))]
    others: Sequence[int]
    if chance.random() * 2 < 1 and free.players:
        table = board.at[number][free.players[chance.pick_below(len(free.players))]]
        loose = [player for player in table if player in free.loose]
        others = chance.shuffled(loose)[: len(block)]
    else:
        others = free.blocks[chance.pick_below(len(free.blocks))]
        table = board.at[number][others[0]]
    if len(others) != len(block) or table is board.at[number][block[0]]:
        return
    cost = 0.0
    for mover, other in zip(block, others, strict=True):
        cost += board.swap_cost(number, mover, other)
        board.swap(number, mover, other)
    if cost > hot * THRESHOLDS[chance.pick_below(GRAINS)]:
        for mover, other in zip(block, others, strict=True):
            board.swap(number, mover, other)


def list_heats(hot: float, cold: float) -> list[float]:
    """Only multiply: computed powers can differ slightly between machines."""
    stages = []
    while hot > cold:
        stages.append(hot)
        hot *= COOLER
    return [*stages, 0.0]
