"""Each division at its own tables. People who are left over join the next division."""

from collections.abc import Sequence
from itertools import product

from tournaments.draw.engine.request import Request
from tournaments.draw.engine.seeded_random import Chance


def make_sort_key(division: int) -> tuple[bool, int]:
    return division == 0, division


def sort_by_division(
    request: Request, players: Sequence[int], tables: Sequence[int], chance: Chance
) -> list[int]:
    free = list(range(len(tables)))
    seats: dict[int, list[int]] = {}
    over: list[int] = []
    divisions = sorted({request.divisions[player] for player in players}, key=make_sort_key)
    for division in divisions:
        over += [player for player in players if request.divisions[player] == division]
        chosen = free if division == divisions[-1] else _chosen(len(over), tables, free, chance)
        for table in chosen:
            seats[table], over = over[: tables[table]], over[tables[table] :]
        free = [table for table in free if table not in chosen]
    return [player for table in sorted(seats) for player in seats[table]]


def _chosen(people: int, tables: Sequence[int], free: Sequence[int], chance: Chance) -> list[int]:
    """Choose free tables, given by index, that seat as many of these people as possible and have no
    empty seat. Among equals chance decides, so that small tables don't always go to one division.
    """
    by_size = [[table for table in free if tables[table] == size] for size in sorted(set(tables))]
    ways = [
        [table for same, count in zip(by_size, counts, strict=True) for table in same[:count]]
        for counts in product(*(range(len(same) + 1) for same in by_size))
    ]
    fit = [way for way in chance.shuffled(ways) if sum(tables[table] for table in way) <= people]
    return max(fit, key=lambda way: sum(tables[table] for table in way))
