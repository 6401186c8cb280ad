from collections import Counter
from collections.abc import Sequence

from tournaments.draw.engine import weights
from tournaments.draw.engine.anneal import Board, Movable, anneal
from tournaments.draw.engine.assessment import count_small_tables, find_unmet
from tournaments.draw.engine.first_seating import Plan, choose_sitting_out, seat_players
from tournaments.draw.engine.known_nights import find_known_fours, find_night
from tournaments.draw.engine.relabel import Labels, search
from tournaments.draw.engine.request import (
    LOTS,
    OF_FOURS,
    STANDING,
    Constraint,
    Request,
    Rounds,
    Wish,
)
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS, find_full_size

PER_LABEL = 10  # a swap of labels costs this many times a swap of seats
MANY = 100  # players; with more, each step takes longer
PACE = 2  # steps for each requested one, with fewer than MANY players
PER_SEAT = 4500  # useful steps per seat of a night
HOT, HOT_STANDING, WARM = 120.0, 40.0, 2.0  # heat at the start: see `choose_heat`
COLD = 0.12  # heat at the end
LOTS_HEAT = (4.0, 0.15)  # at the start and at the end
TIGHT = 0.5  # part of all others met in a night; from here on a search finds avoidable repeats
NEAR = 24  # by the standing, swaps reach only this many places lower


def draw_tables(request: Request, chance: Chance, algorithm: str) -> Rounds | Plan:
    out = choose_sitting_out(request, chance)
    if request.method == LOTS:
        return draw_lots(request, out, chance)
    ready = find_ready_night(request, chance, algorithm)
    who = assign_numbers(request, ready, chance.shuffled(range(request.players)))
    if ready:
        duties = request.duties
        if not (request.history or request.constraints or duties.small or duties.sat_out):
            return share_small_tables(replace_numbers(ready, who), request)
        if is_tight(request):
            who = improve_numbers(ready, who, request, chance)
        plan = search_tables(request, replace_numbers(ready, who), [], chance, WARM)
        if not find_unmet(request.constraints, plan):
            return plan
    return search_tables(request, *seat_players(request, out, chance), chance, choose_heat(request))


def can_use_ready_night(request: Request) -> bool:
    if not has_open_tables(request):
        return False
    if request.kind == PAIRS:
        return True
    if request.kind == FOURS:
        return request.players % 4 == 0
    return request.kind == THREES_AND_FOURS and request.players > 5


def has_open_tables(request: Request) -> bool:
    """Return whether everybody may sit anywhere, as a ready-made night needs."""
    settled = (
        request.earlier or any(request.kept) or request.method == STANDING or request.divisions
    )
    return not settled and all(constraint.kind == Wish.APART for constraint in request.constraints)


def find_ready_night(request: Request, chance: Chance, algorithm: str) -> Rounds:
    sits_out = request.kind == FOURS and algorithm >= OF_FOURS and has_open_tables(request)
    if can_use_ready_night(request) or (
        sits_out and find_known_fours(request.players, request.rounds)
    ):
        return find_night(request.players, request.rounds, request.kind, chance, algorithm)
    return ()


def assign_numbers(request: Request, ready: Rounds, who: list[int]) -> list[int]:
    """Give numbers that sit out often to those who sat out least this season."""
    if not ready or request.kind != FOURS or request.players % 4 == 0:
        return who
    plays = Counter(label for tables in ready for table in tables for label in table)
    owed = request.duties.sat_out or (0.0,) * request.players
    labels = sorted(range(request.players), key=plays.__getitem__)
    players = dict(zip(labels, sorted(who, key=owed.__getitem__), strict=True))
    return [players[label] for label in range(request.players)]


def is_tight(request: Request) -> bool:
    met = request.rounds * (find_full_size(request.kind) - 1)
    others = request.players - 1
    if request.divisions:
        others = min(map(request.divisions.count, request.divisions)) - 1
    return met >= TIGHT * others or (request.kind == PAIRS and request.players % 2 == 1)


def replace_numbers(ready: Rounds, who: Sequence[int]) -> Rounds:
    name = who.__getitem__
    return tuple(tuple(tuple(map(name, table)) for table in tables) for tables in ready)


def improve_numbers(ready: Rounds, who: list[int], request: Request, chance: Chance) -> list[int]:
    duties = request.duties
    owed = duties.small if request.kind == THREES_AND_FOURS else duties.sat_out
    labels = Labels(
        ready,
        who,
        weights.build_worth(request).pairs,
        small=owed or (0.0,) * request.players,
        per_small=weights.SMALL,
        kind=request.kind,
    )
    search(labels, chance, count_steps(request) // 2 // PER_LABEL, still=bool(request.constraints))
    return labels.who


def share_small_tables(rounds: Rounds, request: Request) -> Rounds | Plan:
    """Swap players between small and full tables, so that nobody meets again."""
    size = find_full_size(request.kind)
    had = count_small_tables(rounds, size)
    turns = [had.get(player, 0) for player in range(request.players)]
    if max(turns) - min(turns) < 2:
        return rounds
    owed = [0.0] * request.players
    worth = weights.make_empty_worth(request.players)
    board = Board(rounds, worth, again=weights.BROKEN, small=owed, per_small=1.0, full=size)
    while sum(_swap_small(board, number) for number in range(request.rounds)):
        pass
    return board.rounds


def _swap_small(board: Board, number: int) -> bool:
    table_of, small, swapped = board.at[number], board.small, False
    for player in sorted(table_of):
        for other in sorted(table_of) if len(table_of[player]) < board.full else ():
            more = len(table_of[other]) == board.full and small[player] > small[other] + 1
            if more and board.swap_cost(number, player, other) < 0:
                board.swap(number, player, other)
                swapped = True
                break
    return swapped


def search_tables(
    request: Request, start: Rounds | Plan, given_up: list[Constraint], chance: Chance, hot: float
) -> Plan:
    board = Board(
        start,
        weights.build_worth(request, given_up),
        again=weights.AGAIN_STANDING if request.method == STANDING else weights.AGAIN,
        small=request.duties.small or (0.0,) * request.players,
        per_small=weights.SMALL,
        full=find_full_size(request.kind),
    )
    steps = min(count_steps(request), PER_SEAT * request.rounds * request.players)
    free = [find_movable(request, number, tables) for number, tables in enumerate(start)]
    window = NEAR if request.method == STANDING else request.players
    anneal(board, free, chance, steps=steps, heat=(hot, COLD), window=window)
    return board.rounds


def count_steps(request: Request) -> int:
    return request.effort * (PACE if request.players < MANY else 1)


def choose_heat(request: Request) -> float:
    if request.method == STANDING:
        return HOT_STANDING
    return HOT if is_tight(request) and not can_use_ready_night(request) else WARM


def find_movable(request: Request, number: int, tables: Sequence[Sequence[int]]) -> Movable:
    table_of = {player: place for place, table in enumerate(tables, 1) for player in table}
    kept = request.find_kept_tables(number)
    stay = {player for player, place in table_of.items() if place in kept}
    groups: dict[int, set[int]] = {}
    for kind, person, other in request.constraints:
        if kind == Wish.FIXED_TABLE and table_of.get(person) == other:
            stay.add(person)
        if kind == Wish.TOGETHER and table_of.get(person, -1) == table_of.get(other):
            group = groups.get(person, {person}) | groups.get(other, {other})
            groups.update(dict.fromkeys(group, group))
    blocks = sorted({tuple(sorted(group)) for group in groups.values()})
    settled = stay | groups.keys()
    players = [person for table in tables for person in table if person not in settled]
    if request.method == STANDING:
        players.sort(key=request.standing.__getitem__)
    return Movable(players, [block for block in blocks if not stay & set(block)])


def draw_lots(request: Request, out: list[set[int]], chance: Chance) -> Plan:
    start, given_up = seat_players(request, out, chance)
    if not request.constraints:
        return start
    worth = weights.make_empty_worth(request.players)
    weights.weigh_divisions(worth, request)
    weights.weigh_constraints(worth, request, given_up)
    none, size = (0.0,) * request.players, find_full_size(request.kind)
    board = Board(start, worth, again=0.0, small=none, per_small=0.0, full=size)
    free = [find_movable(request, number, tables) for number, tables in enumerate(start)]
    steps = min(request.effort, 100 * request.rounds * request.players)
    anneal(board, free, chance, steps=steps, heat=LOTS_HEAT, window=request.players)
    return board.rounds
