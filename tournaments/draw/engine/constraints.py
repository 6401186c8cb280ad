from collections.abc import Sequence
from typing import NamedTuple

from tournaments.draw.engine.request import Constraint, Wish
from tournaments.draw.engine.seeded_random import Chance

PATIENT = 20_000  # steps before it counts as impossible


class Unit(NamedTuple):
    """Players who must sit together, and the index of their table if it is fixed."""

    players: tuple[int, ...]
    table: int | None


def place_players(
    players: Sequence[int], tables: Sequence[int], constraints: Sequence[Constraint], chance: Chance
) -> tuple[list[list[int]], list[Constraint]]:
    """Return the seating, and the constraints that can't be met together with earlier ones. Players
    without a constraint fill the remaining seats in the given order.
    """
    kept: list[Constraint] = list(constraints)
    seating = fit(players, tables, kept, chance)
    if seating is None:
        kept, seating = [], [[] for _ in tables]
        for constraint in constraints:
            better = fit(players, tables, [*kept, constraint], chance)
            if better is not None:
                kept.append(constraint)
                seating = better
    seated = {player for table in seating for player in table}
    rest = iter([player for player in players if player not in seated])
    for table, size in zip(seating, tables, strict=True):
        table += [next(rest) for _ in range(size - len(table))]
    return seating, [constraint for constraint in constraints if constraint not in kept]


def fit(
    players: Sequence[int], tables: Sequence[int], constraints: Sequence[Constraint], chance: Chance
) -> list[list[int]] | None:
    """Seat those who have a constraint so that all are met. Return None if no way was found."""
    here = set(players)
    about = [constraint for constraint in constraints if constraint.player in here]
    units = _units(here, about)
    apart = _apart(here, about, units) if units is not None else None
    if units is None or apart is None:
        return None
    order = sorted(
        chance.shuffled(range(len(units))),
        key=lambda unit: (units[unit].table is None, -len(units[unit].players), -len(apart[unit])),
    )
    return _search_tables(order, _Seating(units, apart, tables, chance))


def _units(here: set[int], constraints: Sequence[Constraint]) -> list[Unit] | None:
    groups = {player: {player} for player in here}
    for kind, item, other in constraints:
        if kind == Wish.TOGETHER and other in here and groups[item] is not groups[other]:
            groups[item] |= groups[other]
            for player in groups[item]:
                groups[player] = groups[item]
    fixed = [(item, other - 1) for kind, item, other in constraints if kind == Wish.FIXED_TABLE]
    bound = {person for item in constraints for person in item.people if person in here}
    units = []
    for group in {
        id(item): item for player, item in sorted(groups.items()) if player in bound
    }.values():
        wanted = {table for player, table in fixed if player in group}
        if len(wanted) > 1:
            return None
        units.append(Unit(tuple(sorted(group)), wanted.pop() if wanted else None))
    return units


def _apart(
    here: set[int], constraints: Sequence[Constraint], units: list[Unit]
) -> list[set[int]] | None:
    """Return for each unit the indexes of those that may not sit at its table; None if two players
    must sit both apart and together.
    """
    unit_of = {player: n for n, unit in enumerate(units) for player in unit.players}
    apart: list[set[int]] = [set() for _ in units]
    for kind, person, other in constraints:
        if kind == Wish.APART and person in unit_of and other in here:
            first, second = unit_of[person], unit_of[other]
            if first == second:
                return None
            apart[first].add(second)
            apart[second].add(first)
    return apart


class _Seating:
    def __init__(
        self, units: list[Unit], apart: list[set[int]], tables: Sequence[int], chance: Chance
    ) -> None:
        self.units, self.apart, self.tables, self.chance = units, apart, tables, chance
        self.bound = {unit.table for unit in units}  # tables at which somebody must sit
        self.room = list(tables)
        self.inside: list[set[int]] = [set() for _ in tables]

    def list_ways(self, unit: int) -> list[int]:
        (players, wanted), clash = self.units[unit], self.apart[unit]
        room, inside, size = self.room, self.inside, len(players)
        if wanted is not None:
            return [] if room[wanted] < size or inside[wanted] & clash else [wanted]
        free, fresh = [], set()
        for table in self.chance.shuffled(range(len(self.tables))):
            if room[table] < size or inside[table] & clash:
                continue
            if not inside[table] and table not in self.bound:
                if self.tables[table] in fresh:  # empty tables of one size are equivalent
                    continue
                fresh.add(self.tables[table])
            free.append(table)
        return free

    def move(self, unit: int, table: int) -> None:
        """Seat the unit there, or take it away if it sits there."""
        leaves = unit in self.inside[table]
        self.room[table] += len(self.units[unit].players) * (1 if leaves else -1)
        self.inside[table] ^= {unit}


def _search_tables(order: list[int], seating: _Seating) -> list[list[int]] | None:
    """Seat the units in this order, depth first. No recursion: hundreds may have constraints."""
    chosen: list[int] = []  # the tables of the first units of `order`
    waiting: list[list[int]] = []  # for these units and the next one, the tables still to be tried
    for _ in range(PATIENT):
        level = len(chosen)
        if len(waiting) == level:
            if level == len(order):
                players: list[list[int]] = [[] for _ in seating.tables]
                for unit, table in zip(order, chosen, strict=True):
                    players[table] += seating.units[unit].players
                return players
            waiting.append(seating.list_ways(order[level]))
        if waiting[-1]:
            chosen.append(waiting[-1].pop())
            seating.move(order[level], chosen[-1])
            continue
        waiting.pop()
        if not waiting:
            return None
        seating.move(order[level - 1], chosen.pop())
    return None


def find_clash(constraints: Sequence[Constraint], tables: Sequence[int]) -> tuple[Constraint, ...]:
    """Return a minimal set of constraints that cannot all be met at tables of these sizes."""

    def is_possible(some: Sequence[Constraint]) -> bool:
        people = {person for constraint in some for person in constraint.people}
        return fit(sorted(people), tables, some, Chance("")) is not None

    if is_possible(constraints):
        return ()
    low, high = 0, len(constraints)  # the first `low` are possible, the first `high` are not
    while high - low > 1:
        middle = (low + high) // 2
        if is_possible(constraints[:middle]):
            low = middle
        else:
            high = middle
    clashing = list(constraints[:high])
    for constraint in constraints[:low]:
        rest = [other for other in clashing if other != constraint]
        if not is_possible(rest):
            clashing = rest
    return tuple(clashing)
