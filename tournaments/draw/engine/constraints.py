"""Find a first seating of a round that meets the constraints, such as two players together, as far
as possible. It uses backtracking.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.draw.engine.request import Constraint
from tournaments.draw.engine.seeded_random import Chance

PATIENT = 20_000  # steps before it counts as impossible


class Unit(NamedTuple):
    """Players who must sit together, and the number of the table at which they must sit; None if
    any table will do.
    """

    players: tuple[int, ...]
    table: int | None


def place_players(
    players: Sequence[int],
    tables: Sequence[int],
    constraints: Sequence[Constraint],
    chance: Chance,
) -> tuple[list[list[int]], list[Constraint]]:
    """Seat one round at tables of these sizes. Return the seating and the constraints that were
    given up, because they cannot be met together with earlier ones. Players without a constraint
    fill the remaining seats in the given order.
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
    players: Sequence[int],
    tables: Sequence[int],
    constraints: Sequence[Constraint],
    chance: Chance,
) -> list[list[int]] | None:
    """Seat those players who have a constraint, at tables of these sizes, so that all constraints
    are met. Return None if no such seating was found.
    """
    here = set(players)
    about = [constraint for constraint in constraints if constraint.one in here]
    units = _units(here, about)
    apart = _apart(here, about, units)
    if units is None or apart is None:
        return None
    order = sorted(
        chance.shuffled(range(len(units))),
        key=lambda unit: (units[unit].table is None, -len(units[unit].players), -len(apart[unit])),
    )
    return _try(order, units, apart, tables, chance)


def _units(here: set[int], constraints: Sequence[Constraint]) -> list[Unit] | None:
    groups = {player: {player} for player in here}
    for kind, item, other in constraints:
        if kind == "together" and other in here and groups[item] is not groups[other]:
            groups[item] |= groups[other]
            for player in groups[item]:
                groups[player] = groups[item]
    fixed = [(item, other - 1) for kind, item, other in constraints if kind == "fixed_table"]
    bound = {item.one for item in constraints}
    bound |= {
        item.other for item in constraints if item.kind != "fixed_table" and item.other in here
    }
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
    here: set[int], constraints: Sequence[Constraint], units: list[Unit] | None
) -> list[set[int]] | None:
    """Return for each unit (players who must sit together) the indexes of the units that may not
    sit at its table. `here` has the players of the round; constraints about others are ignored.
    Return None if two players must sit both apart and together.
    """
    unit_of = {player: n for n, unit in enumerate(units or ()) for player in unit.players}
    apart: list[set[int]] = [set() for _ in units or ()]
    for kind, person, other in constraints:
        if kind == "apart" and person in unit_of and other in here:
            first, second = unit_of[person], unit_of[other]
            if first == second:
                return None
            apart[first].add(second)
            apart[second].add(first)
    return apart


def _try(
    order: list[int],
    units: list[Unit],
    apart: list[set[int]],
    tables: Sequence[int],
    chance: Chance,
) -> list[list[int]] | None:
    """Find a table for each unit (players who must sit together) by a depth-first search that takes
    the units in this `order`. `apart` has, for each unit, the indexes of the units that may not sit
    at its table. The search uses no recursion, because hundreds of players may have constraints.
    Return the players at each table, or None if no way was found.
    """
    room = list(tables)
    table_of: dict[int, int] = {}
    inside: list[set[int]] = [set() for _ in tables]

    def ways(unit: int) -> list[int]:
        players, wanted = units[unit]
        free, fresh = [], set()
        for table in chance.shuffled(range(len(tables))) if wanted is None else [wanted]:
            if room[table] < len(players) or inside[table] & apart[unit]:
                continue
            if wanted is None and not inside[table] and table not in wishes:
                if tables[table] in fresh:  # empty tables of one size are equivalent
                    continue
                fresh.add(tables[table])
            free.append(table)
        return free

    wishes = {unit.table for unit in units}
    waiting: list[list[int]] = []
    for _ in range(PATIENT):
        if len(waiting) == len(table_of):  # a new level
            if len(table_of) == len(order):
                seated: list[list[int]] = [[] for _ in tables]
                for unit, table in table_of.items():
                    seated[table] += units[unit].players
                return seated
            waiting.append(ways(order[len(table_of)]))
        if waiting[-1]:
            unit, table = order[len(table_of)], waiting[-1].pop()
            table_of[unit] = table
            room[table] -= len(units[unit].players)
            inside[table].add(unit)
            continue
        waiting.pop()
        if not waiting:
            return None
        unit = order[len(table_of) - 1]
        table = table_of.pop(unit)
        room[table] += len(units[unit].players)
        inside[table].discard(unit)
    return None
