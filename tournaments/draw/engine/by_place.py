"""Tables by place, in tonight's score or at the last table. Repeats don't matter."""

from collections.abc import Sequence

from tournaments.draw.engine.assessment import find_unmet
from tournaments.draw.engine.first_seating import choose_sitting_out
from tournaments.draw.engine.request import (
    FINALS,
    GROUPS,
    WINNERS,
    Constraint,
    Request,
    make_division_key,
)
from tournaments.draw.engine.seeded_random import Chance

Seating = list[list[int]]


def seat_by_place(request: Request, chance: Chance) -> list[Seating]:
    """Return the only round. Finalists neither sit out nor move for a constraint."""
    everybody = _sort_by_place(request, chance)
    best = FINALS.get(request.method, 0)
    finalists = frozenset(everybody[:best])
    (out,) = choose_sitting_out(request, chance, finalists)
    order = [player for player in everybody if player not in out]
    sizes = request.compute_table_sizes(0).tables
    seating = _deal(order, sizes, _list_groups(request.method, sizes, best))
    _meet_constraints(seating, order, request.constraints, finalists)
    return [seating]


def _sort_by_place(request: Request, chance: Chance) -> list[int]:
    players, place = chance.shuffled(range(request.players)), request.standing
    if request.method == WINNERS:
        goes = _send_winners_up(request, players)
        return sorted(players, key=lambda player: (goes[player], place[player]))
    divisions = request.divisions or (0,) * request.players
    return sorted(players, key=lambda player: (make_division_key(divisions[player]), place[player]))


def _send_winners_up(request: Request, players: Sequence[int]) -> dict[int, int]:
    """Return to which table each player goes. The better half of a table goes one up, the other
    half one down, and who is in the middle stays; newcomers go below the last table.
    """
    tables = request.earlier[-1]
    goes = dict.fromkeys(players, len(tables))
    for number, table in enumerate(tables):
        here = [player for player in players if player in table]
        here.sort(key=request.standing.__getitem__)
        half = len(here) // 2
        for place, player in enumerate(here):
            move = (place >= len(here) - half) - (place < half)
            goes[player] = min(max(0, number + move), len(tables) - 1)
    return goes


def _list_groups(method: str, sizes: Sequence[int], best: int) -> list[range]:
    """Return the tables that are filled in turn: 1-3-5-7 at one, and 2-4-6-8 at the other."""
    wide, first, groups = 1 + (method == GROUPS), 0, []
    if best:
        first = next(count for count in range(len(sizes) + 1) if sum(sizes[:count]) >= best)
        groups = [range(first)]
    starts = range(first, len(sizes), wide)
    return [*groups, *(range(at, min(at + wide, len(sizes))) for at in starts)]


def _deal(order: Sequence[int], sizes: Sequence[int], groups: Sequence[range]) -> Seating:
    seating: Seating = [[] for _ in sizes]
    waiting = iter(order)
    for tables in groups:
        for turn in range(max(sizes[table] for table in tables)):
            for table in tables:
                if turn < sizes[table]:
                    seating[table].append(next(waiting))
    return seating


def _meet_constraints(
    seating: Seating,
    order: Sequence[int],
    constraints: Sequence[Constraint],
    finalists: frozenset[int],
) -> None:
    """Swap those who are nearest in order, as long as that meets more constraints."""
    place = {player: number for number, player in enumerate(order)}
    while broken := find_unmet(constraints, [seating]):
        concerned = {person for constraint in broken for person in constraint.people}
        at = {player: table for table in seating for player in table}
        swaps = [
            (abs(place[player] - place[other]), player, other)
            for player in sorted(concerned & at.keys() - finalists)
            for other in order
            if at[other] is not at[player] and other not in finalists
        ]
        for _distance, player, other in sorted(swaps):
            _swap(at[player], at[other], player, other)
            if len(find_unmet(constraints, [seating])) < len(broken):
                break
            _swap(at[player], at[other], other, player)
        else:
            return


def _swap(table: list[int], other_table: list[int], player: int, other: int) -> None:
    table[table.index(player)], other_table[other_table.index(other)] = other, player
