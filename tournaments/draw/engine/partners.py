from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb

from tournaments.draw.engine import lower_bounds
from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS

Pair = tuple[int, int]  # the lower number first
Times = Counter[Pair]  # how often each two were partners

PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))  # partners: the first two and the last two
TRIES = 60  # other beginnings of the search for better partners


def list_partners(table: Sequence[int]) -> list[Pair]:
    couples = (table[0::2], table[1::2]) if len(table) == 4 else ()
    return [(min(couple), max(couple)) for couple in couples]


def count_partners(tables: Iterable[Sequence[int]]) -> Times:
    return Counter(pair for table in tables for pair in list_partners(table))


def count_repeats(times: Times) -> int:
    return sum(count - 1 for count in times.values() if count > 1)


def count_repeats_tonight(rounds: Rounds, request: Request) -> int:
    night = request.earlier + rounds
    return count_repeats(count_partners(table for tables in night for table in tables))


def lower_bound(rounds: Rounds, request: Request) -> int:
    """Return how often partners must be partners again, as if each two were a table."""
    night = request.earlier + rounds
    shapes = {sum(len(list_partners(table)) for table in tables) for tables in night}
    people = {player for tables in night for table in tables for player in table}
    count = len(people | set(range(request.players)))
    if len(shapes) == 1:
        return lower_bounds.repeats(count, len(night), (2,) * shapes.pop())
    pairs = sum(len(list_partners(table)) for tables in night for table in tables)
    return max(0, pairs - comb(count, 2))


def change_partners(rounds: Rounds, request: Request, chance: Chance) -> Rounds:
    """Change partners only, not who sits at a table or keeps score."""
    bound = lower_bound(rounds, request)
    if request.kind != FOURS or count_repeats_tonight(rounds, request) <= bound:
        return rounds
    seats = [list(tables) for tables in rounds]
    free = [
        (number, place)
        for number, tables in enumerate(rounds)
        for place in range(len(tables))
        if place + 1 not in request.find_kept_tables(number)
    ]
    search = _Search(request, seats, free)
    best = search.improve()
    for _ in range(TRIES):
        if best[0] <= bound:
            break
        search.shuffle(chance)
        best = min(best, search.improve(), key=lambda seating: seating[:2])
    return tuple(map(tuple, best[2]))


Seating = tuple[int, int, list[list[tuple[int, ...]]]]  # repeats tonight, this season, the seats


class _Search:
    def __init__(
        self, request: Request, seats: list[list[tuple[int, ...]]], free: list[tuple[int, int]]
    ) -> None:
        self.seats, self.free = seats, free
        self.before = Counter({(min(a, b), max(a, b)): n for a, b, n in request.duties.partners})
        night = [*request.earlier, *seats]
        self.times = count_partners(table for tables in night for table in tables)

    def improve(self) -> Seating:
        better = True
        while better:
            changed = [self._improve_at(*where) for where in self.free]
            better = any(changed)
        season = sum(self.before[pair] * count for pair, count in self.times.items())
        return count_repeats(self.times), season, [list(tables) for tables in self.seats]

    def _improve_at(self, number: int, place: int) -> bool:
        table = self.seats[number][place]
        self.times.subtract(list_partners(table))
        best = min(list_ways(table), key=self._cost)
        if self._cost(best) == self._cost(table):
            best = table
        self.times.update(list_partners(best))
        self.seats[number][place] = best
        return best != table

    def _cost(self, table: Sequence[int]) -> tuple[int, int]:
        pairs = list_partners(table)
        return sum(self.times[pair] for pair in pairs), sum(self.before[pair] for pair in pairs)

    def shuffle(self, chance: Chance) -> None:
        for number, place in self.free:
            self.times.subtract(list_partners(self.seats[number][place]))
            self.seats[number][place] = chance.shuffled(list_ways(self.seats[number][place]))[0]
            self.times.update(list_partners(self.seats[number][place]))


def list_ways(players: Sequence[int]) -> list[tuple[int, ...]]:
    return [
        (players[player], players[third], players[partner], players[fourth])
        for player, partner, third, fourth in PAIRINGS
    ]
