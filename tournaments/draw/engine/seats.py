from collections import Counter, deque
from collections.abc import Sequence

from tournaments.draw.engine.partners import count_partners, list_partners, list_ways
from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS

ROUNDING = 1e-9


def order_seats(
    rounds: Sequence[Sequence[Sequence[int]]], request: Request, chance: Chance
) -> Rounds:
    kept = [set(request.find_kept_tables(number)) for number in range(len(rounds))]
    tables = [
        (number, place, table)
        for number, tables in enumerate(rounds)
        for place, table in enumerate(tables, 1)
    ]
    drawn = [entry for entry in tables if entry[1] not in kept[entry[0]]]
    done = [tuple(table) for number, place, table in tables if place in kept[number]]
    writing = choose_scribes([table for _n, _p, table in drawn], request, chance, done)
    met = count_partners([*(table for tables in request.earlier for table in tables), *done])
    for one, other, times in request.duties.partners:
        met[min(one, other), max(one, other)] += times
    seatings: list[list[tuple[int, ...]]] = [[] for _ in rounds]
    writers = iter(writing)
    for number, place, table in tables:
        if place in kept[number]:
            seatings[number].append(tuple(table))
            continue
        scribe = next(writers)
        if request.kind == FOURS:
            seatings[number].append(_across(table, scribe, met, chance))
        else:
            others = [player for player in table if player != scribe]
            seatings[number].append((scribe, *chance.shuffled(others)))
    return tuple(map(tuple, seatings))


def choose_scribes(
    tables: Sequence[Sequence[int]],
    request: Request,
    chance: Chance,
    done: Sequence[Sequence[int]] = (),
) -> list[int]:
    """`done` has settled tables: they count, and do not change."""
    duties = request.duties
    did = list(duties.scribe or (0.0,) * request.players)
    for table in [*(table for tables in request.earlier for table in tables), *done]:
        if table[0] < request.players:
            did[table[0]] += 1
    likes = duties.likes or (True,) * request.players
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
    """Pass one turn of keeping score to a player who has at least two fewer; return whether it was
    possible. The turn may go from hand to hand over several tables, `able` to take it there; only
    the first and the last of this chain get another number of turns.
    """
    tables_of: dict[int, list[int]] = {}
    for table, player in enumerate(pens):
        tables_of.setdefault(player, []).append(table)
    lowest = min((did[player] for players in able for player in players), default=0.0)
    for most in sorted(tables_of, key=lambda player: (-did[player], player)):
        if did[most] - lowest <= 1 + ROUNDING:
            return False
        came: dict[int, tuple[int, int]] = {}  # keyed by player: the table, and whose pen
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
                    last = less[0]
                    while last != most:
                        handed, before = came[last]
                        pens[handed], last = last, before
                    return True
    return False


def _across(
    table: Sequence[int], scribe: int, met: Counter[tuple[int, int]], chance: Chance
) -> tuple[int, ...]:
    """Seat the scribe first, and choose the partners who were partners least. `met` is updated."""
    players = [scribe, *chance.shuffled([player for player in table if player != scribe])]
    best = min(
        list_ways(players), key=lambda way: sum((met[pair] + 1) ** 2 for pair in list_partners(way))
    )
    met.update(list_partners(best))
    return best
