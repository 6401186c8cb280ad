"""Search for a symmetric night: certain renumberings of the players (its symmetries) do not change
it.

    python3 -m tests.draw_tools.symmetric_nights --night 32x10
    python3 -m tests.draw_tools.symmetric_nights --night 24x8

All symmetries together form a group. With them, a few tables decide the whole night. They also
divide the pairs of players into orbits: a symmetry turns a pair into a pair of the same orbit, and
all pairs of an orbit meet equally often. So the search only chooses which orbits meet in which
rounds. It takes seconds for 32 players, and about a minute for 24.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice
from typing import NamedTuple

from tests.draw_tools.find_best_known import count_repeats, write_night
from tournaments.draw.engine.seeded_random import Chance

TRIED = 20  # rounds tried from one random order of the tables
Symmetry = tuple[int, ...]  # the new number of each player
Table = tuple[int, ...]
Seating = tuple[Table, ...]


class Plan(NamedTuple):
    """The kind of night to search for: how many rounds, how many repeats (pairs who meet again) and
    which symmetries (renumberings of players that do not change the night). In a whole round, every
    symmetry in `group` turns the round into itself. In a half round, only the two symmetries in
    `half` do so; the others turn the round into another round of the night.
    """

    group: list[Symmetry]
    half: list[Symmetry]
    whole_rounds: int
    second_half: bool  # whether there are two half rounds; if so, the second may have repeats
    repeats: int


class Choice(NamedTuple):
    """Tables that the search adds to a round in one step: one table, and all tables into which the
    symmetries (renumberings of players) turn it. A complete round made of such tables is a
    `Choice`, too.
    """

    tables: Seating
    seats: int  # bits
    orbits: int  # bits of the orbits of pairs that meet
    twice: int  # repeats among these tables and their images


def load_plans() -> dict[str, Plan]:
    square, hexagon = build_dihedral(4, 4), build_cyclic(6, 4)
    return {
        "32x10": Plan(square, [square[0], square[2]], 6, False, 0),
        "24x8": Plan(hexagon, [hexagon[0], hexagon[3]], 2, True, 12),
    }


def build_dihedral(sides: int, copies: int) -> list[Symmetry]:
    """Return the rotations and reflections of a regular polygon with so many `sides`, as
    renumberings of the players. The players form `copies` equal groups, and the same renumbering
    happens within each group. A group has as many players as there are rotations and reflections.
    """
    elements = [(turn, flip) for flip in (1, -1) for turn in range(sides)]
    number = {element: place for place, element in enumerate(elements)}
    return [
        tuple(
            copy * len(elements) + number[(turn + flip * by) % sides, flip * side]
            for copy in range(copies)
            for by, side in elements
        )
        for turn, flip in elements
    ]


def build_cyclic(order: int, copies: int) -> list[Symmetry]:
    """Return the rotations of a regular polygon with `order` corners, as renumberings of the
    players. The players stand at the corners of `copies` such polygons.
    """
    players = range(order * copies)
    return [
        tuple(player // order * order + (player + turn) % order for player in players)
        for turn in range(order)
    ]


class Search:
    def __init__(self, plan: Plan, chance: Chance) -> None:
        self.plan, self.chance = plan, chance
        self.players = len(plan.group[0])
        self.orbit: dict[tuple[int, ...], int] = {}
        self.size: list[int] = []
        for pair in combinations(range(self.players), 2):
            if pair not in self.orbit:
                images = apply_symmetries(pair, plan.group)
                self.orbit.update(dict.fromkeys(images, len(self.size)))
                self.size.append(len(images))
        self.whole, self.half = self._choices(plan.group), self._choices(plan.half)

    def _choices(self, symmetries: Sequence[Symmetry]) -> list[list[Choice]]:
        """Return, for each player, the choices that include a table with that player. A choice is
        one table with all tables into which these symmetries (renumberings of players) turn it.
        """
        by_player: list[list[Choice]] = [[] for _ in range(self.players)]
        for table in combinations(range(self.players), 4):
            tables = apply_symmetries(table, symmetries)
            seats = [player for image in tables for player in image]
            if tables[0] == table and len(set(seats)) == len(seats):
                choice = self._choice(tables, seats, len(self.plan.group) // len(symmetries))
                for player in seats if choice.twice <= self.plan.repeats else ():
                    by_player[player].append(choice)
        return by_player

    def _choice(self, tables: Seating, seats: Sequence[int], rounds: int) -> Choice:
        pairs = (pair for table in tables for pair in combinations(table, 2))
        met = Counter(self.orbit[pair] for pair in pairs)
        twice = sum(max(0, times * rounds - self.size[orbit]) for orbit, times in met.items())
        orbits = sum(1 << orbit for orbit in met)
        return Choice(tables, sum(1 << seat for seat in seats), orbits, twice)

    def find_rounds(self, by_player: list[list[Choice]], met: int, spare: int) -> Iterator[Choice]:
        """Yield, in random order, the rounds in which at most `spare` pairs meet again. The
        symmetries of the night divide all pairs of players into groups called orbits. `met` is a
        bit mask of the orbits whose pairs have met before. `by_player` has, for each player, the
        sets of tables that the search can add.
        """
        mixed = [
            self.chance.shuffled([item for item in choices if self._again(item, met) <= spare])
            for choices in by_player
        ]
        return self._fill(mixed, Choice((), 0, met, 0), spare)

    def _fill(self, mixed: list[list[Choice]], done: Choice, spare: int) -> Iterator[Choice]:
        free = ~done.seats & ((1 << self.players) - 1)
        if not free:
            yield done
            return
        first = (free & -free).bit_length() - 1
        for item in mixed[first]:
            if item.seats & done.seats:
                continue
            again = self._again(item, done.orbits)
            if again <= spare:
                seats, orbits = done.seats | item.seats, done.orbits | item.orbits
                more = Choice((*done.tables, *item.tables), seats, orbits, done.twice + again)
                yield from self._fill(mixed, more, spare - again)

    def _again(self, item: Choice, met: int) -> int:
        both = item.orbits & met
        return item.twice + sum(self.size[orbit] for orbit in _ones(both))

    @cached_property
    def whole_rounds(self) -> list[Choice]:
        return list(self.find_rounds(self.whole, 0, 0))

    def find_night(self, tries: int) -> list[Seating]:
        """Return a night with no more repeats (pairs who meet again) than `self.plan` allows; empty
        if none was found.
        """
        for _ in range(tries):
            for first in islice(self.find_rounds(self.half, 0, 0), TRIED):
                free = [item for item in self.whole_rounds if not item.orbits & first.orbits]
                for packed in _disjoint(free, self.plan.whole_rounds):
                    met = first.orbits | sum(item.orbits for item in packed)
                    for second in self._second(met):
                        halves = [*self._images(first), *self._images(second)]
                        return [*halves, *(item.tables for item in packed)]
        return []

    def _second(self, met: int) -> Iterator[Choice]:
        if self.plan.second_half:
            return self.find_rounds(self.half, met, self.plan.repeats)
        return iter([Choice((), 0, 0, 0)])

    def _images(self, item: Choice) -> list[Seating]:
        images = {
            tuple(sorted(apply_symmetries(table, [symmetry])[0] for table in item.tables))
            for symmetry in self.plan.group
        }
        return sorted(filter(None, images))


def apply_symmetries(table: Table, symmetries: Sequence[Symmetry]) -> Seating:
    """Return the different tables into which these symmetries (renumberings of players) turn a
    table.
    """
    images = {tuple(sorted(symmetry[player] for player in table)) for symmetry in symmetries}
    return tuple(sorted(images))


def _ones(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _disjoint(rounds: Sequence[Choice], count: int) -> Iterator[tuple[Choice, ...]]:
    """Yield each way to choose `count` of these rounds such that no pair of players meets in two of
    them.
    """
    if not count:
        yield ()
        return
    for place, item in enumerate(rounds):
        rest = [other for other in rounds[place + 1 :] if not other.orbits & item.orbits]
        if len(rest) >= count - 1:
            for more in _disjoint(rest, count - 1):
                yield (item, *more)


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(description="Search for a night that symmetries map to itself.")
    parser.add_argument("--night", choices=load_plans(), required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tries", type=int, default=500)
    options = parser.parse_args(words)
    night = Search(load_plans()[options.night], Chance(options.seed)).find_night(options.tries)
    if not night:
        return 1
    sys.stdout.write(f"{count_repeats(night)} {write_night(night)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
