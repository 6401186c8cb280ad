from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from scoring.toolkit.problems import Problem, make_problem
from tournaments.draw.engine import lower_bounds, partners, problems, table_sizes
from tournaments.draw.engine.request import Constraint, Request, Rounds, Wish


class Assessment(NamedTuple):
    repeats: int  # Σ max(0, meetings − 1) over pairs, this night
    max_meetings: int
    lower_bound: int  # fewer repeats are impossible
    partner_repeats: int  # at tables of four: how often somebody has the same partner again
    partner_bound: int  # fewer of those are impossible
    small_tables: dict[int, int]
    unmet: tuple[Constraint, ...]
    problems: tuple[Problem, ...]


def assess(rounds: Rounds, request: Request) -> Assessment:
    met = count_meetings(request.earlier + rounds)
    fours = request.kind == table_sizes.FOURS
    unmet = find_unmet(request.constraints, rounds)
    return Assessment(
        repeats=sum(times - 1 for times in met.values()),
        max_meetings=max(met.values(), default=0),
        lower_bound=lower_bound(rounds, request),
        partner_repeats=partners.count_repeats_tonight(rounds, request) if fours else 0,
        partner_bound=partners.lower_bound(rounds, request) if fours else 0,
        small_tables=count_small_tables(rounds, table_sizes.find_full_size(request.kind)),
        unmet=tuple(unmet),
        problems=(*find_errors(rounds, request), *map(build_unmet_problem, unmet)),
    )


def count_meetings(rounds: Rounds) -> Counter[tuple[int, int]]:
    tables = (table for tables in rounds for table in tables)
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def count_small_tables(rounds: Rounds, full: int) -> dict[int, int]:
    small = (table for tables in rounds for table in tables if len(table) < full)
    return dict(sorted(Counter(player for table in small for player in table).items()))


def list_sitting_out(rounds: Rounds, players: int) -> tuple[tuple[int, ...], ...]:
    everybody = set(range(players))
    seated = ({player for table in tables for player in table} for tables in rounds)
    return tuple(tuple(sorted(everybody - seated_now)) for seated_now in seated)


def lower_bound(rounds: Rounds, request: Request) -> int:
    """Return repeats that no other seating of these people at such tables can avoid. With
    divisions, this holds for seatings that give each as many tables in each round as `rounds` does.
    """
    night = request.earlier + rounds
    done = sum(times - 1 for times in count_meetings(request.earlier).values() if times > 1)
    divided = sum(max(0, _bound(*part)) for part in _by_division(night, request))
    return max(done, divided, _bound(night, set(range(request.players))))


def _bound(night: Rounds, people: set[int]) -> int:
    shapes = {tuple(sorted(map(len, tables), reverse=True)) for tables in night}
    everybody = {player for tables in night for table in tables for player in table} | people
    if len(shapes) == 1:
        return lower_bounds.repeats(len(everybody), len(night), *shapes)
    met = sum(lower_bounds.count_pairs(tuple(map(len, tables))) for tables in night)
    return met - comb(len(everybody), 2)


def _by_division(night: Rounds, request: Request) -> list[tuple[Rounds, set[int]]]:
    """Return for each division the tables at which only it plays, by round, and its players."""
    at = dict(enumerate(request.divisions))
    parts = []
    for number in sorted(set(request.divisions)):
        people = {player for player in at if at[player] == number}
        own = (tuple(table for table in tables if people.issuperset(table)) for tables in night)
        parts.append((tuple(own), people))
    return parts


def find_unmet(
    constraints: Iterable[Constraint], rounds: Iterable[Sequence[Sequence[int]]]
) -> list[Constraint]:
    """Return the constraints that are broken in some round. Who sits out breaks none."""
    table_by_player = [
        {player: number for number, table in enumerate(tables, 1) for player in table}
        for tables in rounds
    ]
    return [item for item in constraints if any(_broken(item, at) for at in table_by_player)]


def _broken(constraint: Constraint, at: dict[int, int]) -> bool:
    kind, player, other = constraint
    here = at.get(player)
    if kind == Wish.FIXED_TABLE:
        return here not in (None, other)
    there = at.get(other)
    together = here == there
    return here is not None and there is not None and together == (kind == Wish.APART)


def build_unmet_problem(constraint: Constraint) -> Problem:
    kind, player, other = constraint
    if kind == Wish.FIXED_TABLE:
        return make_problem(problems.TABLE_UNMET, one=player, table=other)
    unmet = problems.APART_UNMET if kind == Wish.APART else problems.TOGETHER_UNMET
    return make_problem(unmet, one=player, other=other)


def find_errors(rounds: Rounds, request: Request) -> Iterator[Problem]:
    full, mixed = table_sizes.find_full_size(request.kind), request.kind in table_sizes.MIXED
    for number, tables in enumerate(rounds, 1):
        seats = Counter(player for table in tables for player in table)
        for player in sorted(seats):
            if seats[player] > 1:
                yield make_problem(problems.SEATED_TWICE, round=number, one=player)
        allowed = request.compute_sizes(request.players)
        for place, table in enumerate(tables, 1):
            fits = len(table) == full or (mixed and 2 <= len(table) < full)
            if not fits:
                yield make_problem(problems.TABLE_SIZE, round=number, table=place, count=len(table))
        if not allowed.out:
            for player in range(request.players):
                if player not in seats:
                    yield make_problem(problems.NOT_SEATED, round=number, one=player)
