"""Who sits where at a table: the scribe first, partners across, the rest by lot."""

from collections import Counter, deque
from collections.abc import Sequence

from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS

ROUNDING = 1e-9
PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))  # partners: the first two and the last two


def seated(rounds: Sequence[Sequence[Sequence[int]]], asked: Request, chance: Chance) -> Rounds:
    """Tables that are kept stay as they sit."""
    kept = [set(asked.kept_in(number)) for number in range(len(rounds))]
    tables = [
        (number, place, table)
        for number, tables in enumerate(rounds)
        for place, table in enumerate(tables, 1)
    ]
    drawn = [one for one in tables if one[1] not in kept[one[0]]]
    done = [tuple(table) for number, place, table in tables if place in kept[number]]
    writing = scribes([table for _n, _p, table in drawn], asked, chance, done)
    met = _partners(asked, done)
    found: list[list[tuple[int, ...]]] = [[] for _ in rounds]
    writers = iter(writing)
    for number, place, table in tables:
        if place in kept[number]:
            found[number].append(tuple(table))
            continue
        scribe = next(writers)
        if asked.kind == FOURS:
            found[number].append(_across(table, scribe, met, chance))
        else:
            others = [player for player in table if player != scribe]
            found[number].append((scribe, *chance.shuffled(others)))
    return tuple(map(tuple, found))


def scribes(
    tables: Sequence[Sequence[int]],
    asked: Request,
    chance: Chance,
    done: Sequence[Sequence[int]] = (),
) -> list[int]:
    """One for each table, among those who like to, so that nobody has done much more than others.

    A chain of tables that each pass the pen to somebody else is taken as long as one helps: then
    the squares of what everybody did add up to the least they can.
    """
    duties = asked.duties
    did = list(duties.scribe or (0.0,) * asked.players)
    for table in [*(table for tables in asked.earlier for table in tables), *done]:
        if table[0] < asked.players:
            did[table[0]] += 1
    likes = duties.likes or (True,) * asked.players
    able = [
        [player for player in chance.shuffled(table) if likes[player]] or chance.shuffled(table)
        for table in tables
    ]
    pens: list[int] = []
    for players in able:
        pens.append(min(players, key=did.__getitem__))
        did[pens[-1]] += 1
    while _pass_on(pens, able, did):
        pass
    return pens


def _pass_on(pens: list[int], able: list[list[int]], did: list[float]) -> bool:
    """Let one who did more pass the pen on, by a chain, to one who did less by over a turn."""
    tables_of: dict[int, list[int]] = {}
    for table, player in enumerate(pens):
        tables_of.setdefault(player, []).append(table)
    lowest = min((did[player] for players in able for player in players), default=0.0)
    for most in sorted(tables_of, key=lambda player: (-did[player], player)):
        if did[most] - lowest <= 1 + ROUNDING:
            return False
        came: dict[int, tuple[int, int]] = {}  # player: at which table, from whom
        line = deque([most])
        while line:
            player = line.popleft()
            for table in tables_of.get(player, ()):
                fresh = [other for other in able[table] if other != most and other not in came]
                came.update(dict.fromkeys(fresh, (table, player)))
                line.extend(fresh)
                less = [other for other in fresh if did[most] - did[other] > 1 + ROUNDING]
                if less:
                    did[most] -= 1
                    did[less[0]] += 1
                    _pass(pens, came, less[0], most)
                    return True
    return False


def _pass(pens: list[int], came: dict[int, tuple[int, int]], last: int, first: int) -> None:
    while last != first:
        table, before = came[last]
        pens[table], last = last, before


def _partners(asked: Request, done: Sequence[Sequence[int]]) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for one, other, times in asked.duties.partners:
        met[min(one, other), max(one, other)] += times
    for table in [*(table for tables in asked.earlier for table in tables), *done]:
        met.update(_pairs(table))
    return met


def _pairs(table: Sequence[int]) -> list[tuple[int, int]]:
    """Partners face each other: seats 1 and 3, 2 and 4."""
    couples = (table[0::2], table[1::2]) if len(table) == 4 else ()
    return [(min(couple), max(couple)) for couple in couples]


def _across(
    table: Sequence[int], scribe: int, met: Counter[tuple[int, int]], chance: Chance
) -> tuple[int, ...]:
    """Those who were partners least face each other."""
    players = [scribe, *chance.shuffled([one for one in table if one != scribe])]
    ways = [tuple(players[place] for place in way) for way in PAIRINGS]
    seats = [(one, third, other, fourth) for one, other, third, fourth in ways]
    best = min(seats, key=lambda way: sum((met[pair] + 1) ** 2 for pair in _pairs(way)))
    met.update(_pairs(best))
    return best
