"""Decide who sits together: from a ready-made night (a stored seating for all rounds), by search,
or at random.
"""

from collections import Counter
from collections.abc import Sequence

from tournaments.draw.engine import weights
from tournaments.draw.engine.anneal import Board, Movable, anneal
from tournaments.draw.engine.assessment import count_small_tables, find_unmet
from tournaments.draw.engine.constraints import place_players
from tournaments.draw.engine.divided import sort_by_division
from tournaments.draw.engine.known_nights import find_known_fours, find_night
from tournaments.draw.engine.relabel import Labels, search
from tournaments.draw.engine.request import (
    LOTS,
    OF_FOURS,
    STANDING,
    Constraint,
    Request,
    Rounds,
)
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.sitting_out import choose_sitting_out
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS, find_full_size

PER_LABEL = 10  # a swap of labels costs this many times a swap of seats
MANY = 100  # players; with more, each step takes longer
PACE = 2  # steps for each requested one, with fewer than MANY players
PER_SEAT = 4500  # useful steps per seat of a night
HOT, HOT_STANDING, WARM = 120.0, 40.0, 2.0  # heat at the start: see `choose_heat`
COLD = 0.12  # heat at the end
LOTS_HEAT = (4.0, 0.15)  # at the start and at the end
TIGHT = 0.5  # part of all others met in a night; from here on a search finds avoidable repeats
LOOSE = 4.0  # by the standing: how many places further apart for each further round
NEAR = 24  # by the standing, swaps reach only this many places lower
ORDER = ("fixed_table", "apart", "together")  # priority if not all can be met

Plan = list[list[list[int]]]


def draw_tables(request: Request, chance: Chance, algorithm: str) -> Rounds | Plan:
    """Return which players sit together at each table in each round, as tuples or as lists. Their
    seats at the table are chosen later.
    """
    out = choose_sitting_out(request, chance)
    if request.method == LOTS:
        return draw_lots(request, out, chance)
    ready = find_ready_night(request, chance, algorithm)
    who = assign_numbers(request, ready, chance.shuffled(range(request.players)))
    if ready and not needs_numbering(request):
        return share_small_tables(replace_numbers(ready, who), request)
    if ready and is_tight(request):
        who = improve_numbers(ready, who, request, chance)
    if ready:
        plan = search_tables(request, replace_numbers(ready, who), [], chance, WARM)
        if not find_unmet(request.constraints, plan):
            return plan
    return search_tables(request, *build_start(request, out, chance), chance, choose_heat(request))


def can_use_ready_night(request: Request) -> bool:
    """Return whether this request can use a ready-made night, which is a stored seating for all
    rounds. The draw must be free to seat everybody anywhere (see `has_open_tables`). There must
    also be ready-made nights with the table sizes that this number of players needs.
    """
    if not has_open_tables(request):
        return False
    if request.kind == PAIRS:
        return True
    if request.kind == FOURS:
        return request.players % 4 == 0
    return request.kind == THREES_AND_FOURS and request.players > 5


def has_open_tables(request: Request) -> bool:
    """Return whether the draw is free to seat everybody anywhere. Only then can a ready-made night
    be used. The draw is not free in these cases:

    - Earlier rounds of the night were drawn, or tables are kept as they are.
    - The draw follows the standing or separates divisions.
    - There are constraints other than players to keep apart.
    """
    settled = (
        request.earlier or any(request.kept) or request.method == STANDING or request.divisions
    )
    return not settled and all(constraint.kind == "apart" for constraint in request.constraints)


def find_ready_night(request: Request, chance: Chance, algorithm: str) -> Rounds:
    """Return a ready-made night (a stored seating for all rounds) for this request, or an empty
    one. Nights at tables of four where people sit out are used only from version 4 of the algorithm
    on.
    """
    sits_out = request.kind == FOURS and algorithm >= OF_FOURS and has_open_tables(request)
    if can_use_ready_night(request) or (
        sits_out and find_known_fours(request.players, request.rounds)
    ):
        return find_night(request.players, request.rounds, request.kind, chance, algorithm)
    return ()


def assign_numbers(request: Request, ready: Rounds, who: list[int]) -> list[int]:
    """A ready-made night is a stored seating that has numbers instead of players. Return the
    players in a list indexed by their number. `who` has the players in a random order, which is
    usually kept. In a night at tables of four where people sit out, some numbers sit out more
    often. These go to the players who sat out least this season.
    """
    if not ready or request.kind != FOURS or request.players % 4 == 0:
        return who
    plays = Counter(label for tables in ready for table in tables for label in table)
    owed = request.duties.sat_out or (0.0,) * request.players
    labels = sorted(range(request.players), key=plays.__getitem__)
    players = dict(zip(labels, sorted(who, key=owed.__getitem__), strict=True))
    return [players[label] for label in range(request.players)]


def needs_numbering(request: Request) -> bool:
    """Return whether it matters which player gets which number of a ready-made night (a stored
    seating that has numbers instead of players). It does if there were earlier nights or if there
    are constraints.
    """
    duties = request.duties
    return bool(request.history or request.constraints or duties.small or duties.sat_out)


def is_tight(request: Request) -> bool:
    met = request.rounds * (find_full_size(request.kind) - 1)
    others = request.players - 1
    if request.divisions:
        others = min(map(request.divisions.count, request.divisions)) - 1
    return met >= TIGHT * others or (request.kind == PAIRS and request.players % 2 == 1)


def replace_numbers(ready: Rounds, who: Sequence[int]) -> Rounds:
    return tuple(
        tuple(tuple(who[label] for label in table) for table in tables) for tables in ready
    )


def improve_numbers(ready: Rounds, who: list[int], request: Request, chance: Chance) -> list[int]:
    duties = request.duties
    owed = duties.small if request.kind == THREES_AND_FOURS else duties.sat_out
    labels = Labels(
        ready,
        who,
        weights.weigh_meetings(request).pairs,
        small=owed or (0.0,) * request.players,
        per_small=weights.SMALL,
        kind=request.kind,
    )
    search(labels, chance, count_steps(request) // 2 // PER_LABEL, still=bool(request.constraints))
    return labels.who


def share_small_tables(rounds: Rounds, request: Request) -> Rounds | Plan:
    """Return the rounds after swaps that make players sit at small tables more equally often. No
    swap makes a pair meet again.
    """
    had = count_small_tables(rounds, find_full_size(request.kind))
    if (
        not had
        or max(had.values()) - min(had.get(player, 0) for player in range(request.players)) < 2
    ):
        return rounds
    owed = [0.0] * request.players
    worth = weights.make_empty_worth(request.players)
    size = find_full_size(request.kind)
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


# By search


def search_tables(
    request: Request,
    start: Rounds | Plan,
    given_up: list[Constraint],
    chance: Chance,
    hot: float,
) -> Plan:
    board = Board(
        start,
        weights.weigh_meetings(request, given_up),
        again=weights.choose_repeat_cost(request),
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
    """Return the initial heat of a search by simulated annealing that starts from a new seating
    instead of a ready-made night (a stored seating). The higher the heat, the worse are the changes
    that the search accepts at first.

    The heat is high if it is hard to avoid that pairs meet again: players meet many of the others
    in one night, and no ready-made night can be used. A draw that seats players by their places in
    the standing has a heat of its own.
    """
    if request.method == STANDING:
        return HOT_STANDING
    return HOT if is_tight(request) and not can_use_ready_night(request) else WARM


def build_start(
    request: Request, out: list[set[int]], chance: Chance
) -> tuple[Plan, list[Constraint]]:
    """Return a first seating of all rounds, and the constraints that were given up in some round.
    `out` has the players who sit out in each round.
    """
    plan, given_up = [], []
    for number in range(request.rounds):
        tables, more = seat_round(request, number, out[number], chance)
        plan.append(tables)
        given_up += more
    return plan, given_up


def seat_round(
    request: Request, number: int, out: set[int], chance: Chance
) -> tuple[list[list[int]], list[Constraint]]:
    """Make a first seating of round `number`. Tables that the request keeps as they are stay
    unchanged, and the other players are seated at the other tables. `out` has the players who sit
    out. Return all tables, and the constraints that were given up.
    """
    kept = request.find_kept_tables(number)
    unavailable = out | {player for table in kept.values() for player in table}
    players = [
        player for player in chance.shuffled(range(request.players)) if player not in unavailable
    ]
    if request.method == STANDING:
        sort_by_standing(request, players, chance)
    tables = request.compute_table_sizes(number).tables
    if request.divisions:
        players = sort_by_division(request, players, tables, chance)
    numbers = [item for item in range(1, len(tables) + len(kept) + 1) if item not in kept]
    ordered = sorted(request.constraints, key=lambda item: ORDER.index(item.kind))
    wanted = {_renumber_table(item, numbers): item for item in ordered}
    possible = [item for item in wanted if item.kind != "fixed_table" or item.other]
    seating, given_up = place_players(players, tables, possible, chance)
    whole = dict(zip(numbers, seating, strict=True))
    whole.update((item, list(table)) for item, table in kept.items())
    return [whole[item] for item in sorted(whole)], [wanted[item] for item in given_up]


def sort_by_standing(request: Request, players: list[int], chance: Chance) -> None:
    """Sort the players in place by their places in the standing. If the night has several rounds,
    players are also moved a few places at random, because a strict order would seat the same people
    together in each round.
    """
    loose = LOOSE * (request.rounds + len(request.earlier) - 1)
    players.sort(key=request.standing.__getitem__)
    wished = {player: place + chance.random() * loose for place, player in enumerate(players)}
    players.sort(key=wished.__getitem__)


def _renumber_table(constraint: Constraint, numbers: list[int]) -> Constraint:
    """If the constraint gives a player a fixed table, return it with another number for that table.
    The new number is the table's position, counted from 1, in `numbers`, the list of the tables to
    draw. It is 0 if that table is not drawn. Return other constraints unchanged.
    """
    if constraint.kind != "fixed_table":
        return constraint
    places = {number: place for place, number in enumerate(numbers, 1)}
    return constraint._replace(other=places.get(constraint.other, 0))


def find_movable(request: Request, number: int, tables: Sequence[Sequence[int]]) -> Movable:
    """Return which players the search may move in round `number`. Nobody is moved from a table that
    is kept as it is, and no player from a table that is fixed for that player. Players who must sit
    together are moved as a block.
    """
    table_of = {player: place for place, table in enumerate(tables, 1) for player in table}
    kept = request.find_kept_tables(number)
    stay = {player for player, place in table_of.items() if place in kept}
    groups: dict[int, set[int]] = {}
    for kind, person, other in request.constraints:
        if kind == "fixed_table" and table_of.get(person) == other:
            stay.add(person)
        if kind == "together" and person in table_of and table_of[person] == table_of.get(other):
            group = groups.get(person, {person}) | groups.get(other, {other})
            groups.update(dict.fromkeys(group, group))
    blocks = sorted({tuple(sorted(group)) for group in groups.values()})
    players = [
        person
        for table in tables
        for person in table
        if person not in groups and person not in stay
    ]
    if request.method == STANDING:
        players.sort(key=lambda player: request.standing[player])
    return Movable(players, [block for block in blocks if not stay & set(block)])


# At random


def draw_lots(request: Request, out: list[set[int]], chance: Chance) -> Plan:
    """Draw at random, without avoiding that the same players meet again. `out` has the players who
    sit out in each round. Every seating that meets the constraints is about equally likely.
    """
    start, given_up = build_start(request, out, chance)
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
