"""Decide who sits together: from a ready-made night, by search, or at random."""

from collections import Counter
from collections.abc import Sequence

from tournaments.draw.engine import weights
from tournaments.draw.engine.anneal import Board, Movable, anneal
from tournaments.draw.engine.assessment import small_tables, unmet
from tournaments.draw.engine.constraints import place
from tournaments.draw.engine.divided import by_division
from tournaments.draw.engine.known_nights import known_fours, night
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
from tournaments.draw.engine.sitting_out import sitting_out
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS, full

PER_LABEL = 10  # a swap of labels costs this many times a swap of seats
MANY = 100  # players; with more, each step takes longer
PACE = 2  # steps for each requested one, with fewer than MANY players
PER_SEAT = 4500  # useful steps per seat of a night
HOT, HOT_STANDING, WARM = 120.0, 40.0, 2.0  # heat at the start: see `heat`
COLD = 0.12  # heat at the end
LOTS_HEAT = (4.0, 0.15)  # at the start and at the end
TIGHT = 0.5  # part of all others met in a night; from here on a search finds avoidable repeats
LOOSE = 4.0  # by the standing: how many places further apart for each further round
NEAR = 24  # by the standing, swaps reach only this many places lower
ORDER = ("fixed_table", "apart", "together")  # priority if not all can be met

Plan = list[list[list[int]]]


def together(asked: Request, chance: Chance, algorithm: str) -> Rounds | Plan:
    """Return which players sit together at each table in each round. Their seats at the table are
    chosen later.
    """
    out = sitting_out(asked, chance)
    if asked.method == LOTS:
        return lots(asked, out, chance)
    ready = ready_night(asked, chance, algorithm)
    who = in_turn(asked, ready, chance.shuffled(range(asked.players)))
    if ready and not weighed(asked):
        return shared(named(ready, who), asked)
    if ready and tight(asked):
        who = labelled(ready, who, asked, chance)
    if ready:
        plan = searched(asked, named(ready, who), [], chance, WARM)
        if not unmet(asked.constraints, plan):
            return plan
    return searched(asked, *start_of(asked, out, chance), chance, heat(asked))


def fits(asked: Request) -> bool:
    """Return whether a ready-made night can be used for this request. It cannot if the request is
    not `free`, or if this number of players needs tables of other sizes than ready-made nights
    have.
    """
    if not free(asked):
        return False
    if asked.kind == PAIRS:
        return True
    if asked.kind == FOURS:
        return asked.players % 4 == 0
    return asked.kind == THREES_AND_FOURS and asked.players > 5


def free(asked: Request) -> bool:
    """Return whether the request leaves all tables open, as a ready-made night needs it: no table
    is settled, places and divisions do not matter, and the only constraints are players to keep
    apart.
    """
    settled = asked.earlier or any(asked.kept) or asked.method == STANDING or asked.divisions
    return not settled and all(constraint.kind == "apart" for constraint in asked.constraints)


def ready_night(asked: Request, chance: Chance, algorithm: str) -> Rounds:
    """Return a ready-made night for this request, or an empty one. Nights at tables of four where
    people sit out are used only from version 4 of the algorithm on.
    """
    sits_out = asked.kind == FOURS and algorithm >= OF_FOURS and free(asked)
    if fits(asked) or (sits_out and known_fours(asked.players, asked.rounds)):
        return night(asked.players, asked.rounds, asked.kind, chance, algorithm)
    return ()


def in_turn(asked: Request, ready: Rounds, who: list[int]) -> list[int]:
    """Return which player gets which number of a ready-made night, as a list indexed by number. At
    tables of four, players who sat out least often this season get the numbers that sit out most;
    otherwise the order of `who` is kept.
    """
    if not ready or asked.kind != FOURS or asked.players % 4 == 0:
        return who
    plays = Counter(label for tables in ready for table in tables for label in table)
    owed = asked.duties.sat_out or (0.0,) * asked.players
    labels = sorted(range(asked.players), key=plays.__getitem__)
    found = dict(zip(labels, sorted(who, key=owed.__getitem__), strict=True))
    return [found[label] for label in range(asked.players)]


def weighed(asked: Request) -> bool:
    """Return whether it matters which player gets which number of a ready-made night. It does if
    there were earlier nights or if there are constraints.
    """
    duties = asked.duties
    return bool(asked.history or asked.constraints or duties.small or duties.sat_out)


def tight(asked: Request) -> bool:
    met = asked.rounds * (full(asked.kind) - 1)
    others = asked.players - 1
    if asked.divisions:
        others = min(map(asked.divisions.count, asked.divisions)) - 1
    return met >= TIGHT * others or (asked.kind == PAIRS and asked.players % 2 == 1)


def named(ready: Rounds, who: Sequence[int]) -> Rounds:
    return tuple(
        tuple(tuple(who[label] for label in table) for table in tables) for tables in ready
    )


def labelled(ready: Rounds, who: list[int], asked: Request, chance: Chance) -> list[int]:
    duties = asked.duties
    owed = duties.small if asked.kind == THREES_AND_FOURS else duties.sat_out
    labels = Labels(
        ready,
        who,
        weights.weigh(asked).pairs,
        small=owed or (0.0,) * asked.players,
        per_small=weights.SMALL,
        kind=asked.kind,
    )
    search(labels, chance, count_steps(asked) // 2 // PER_LABEL, still=bool(asked.constraints))
    return labels.who


def shared(rounds: Rounds, asked: Request) -> Rounds | Plan:
    """Return the rounds after swaps that make players sit at small tables more equally often. No
    swap makes a pair meet again.
    """
    had = small_tables(rounds, full(asked.kind))
    if (
        not had
        or max(had.values()) - min(had.get(player, 0) for player in range(asked.players)) < 2
    ):
        return rounds
    owed = [0.0] * asked.players
    worth = weights.nothing(asked.players)
    size = full(asked.kind)
    board = Board(rounds, worth, again=weights.BROKEN, small=owed, per_small=1.0, full=size)
    while sum(_swap_small(board, number) for number in range(asked.rounds)):
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


def searched(
    asked: Request,
    start: Rounds | Plan,
    given_up: list[Constraint],
    chance: Chance,
    hot: float,
) -> Plan:
    board = Board(
        start,
        weights.weigh(asked, given_up),
        again=weights.again(asked),
        small=asked.duties.small or (0.0,) * asked.players,
        per_small=weights.SMALL,
        full=full(asked.kind),
    )
    steps = min(count_steps(asked), PER_SEAT * asked.rounds * asked.players)
    free = [movable(asked, number, tables) for number, tables in enumerate(start)]
    window = NEAR if asked.method == STANDING else asked.players
    anneal(board, free, chance, steps=steps, heat=(hot, COLD), window=window)
    return board.rounds


def count_steps(asked: Request) -> int:
    return asked.effort * (PACE if asked.players < MANY else 1)


def heat(asked: Request) -> float:
    """Return the heat at which the search starts, which decides how bad a change it accepts at
    first. After a ready-made night the heat is low, so that swaps do not spoil that night.
    """
    if asked.method == STANDING:
        return HOT_STANDING
    return HOT if tight(asked) and not fits(asked) else WARM


def start_of(asked: Request, out: list[set[int]], chance: Chance) -> tuple[Plan, list[Constraint]]:
    """Return a first seating of all rounds, and the constraints that were given up in some round.
    `out` has the players who sit out in each round.
    """
    plan, given_up = [], []
    for number in range(asked.rounds):
        tables, more = seat(asked, number, out[number], chance)
        plan.append(tables)
        given_up += more
    return plan, given_up


def seat(
    asked: Request, number: int, out: set[int], chance: Chance
) -> tuple[list[list[int]], list[Constraint]]:
    """Make a first seating of round `number`, around the tables that the request keeps. `out` has
    the players who sit out. Return the tables and the constraints that were given up.
    """
    kept = asked.kept_in(number)
    unavailable = out | {player for table in kept.values() for player in table}
    players = [
        player for player in chance.shuffled(range(asked.players)) if player not in unavailable
    ]
    if asked.method == STANDING:
        near_standing(asked, players, chance)
    tables = asked.shape_of(number).tables
    if asked.divisions:
        players = by_division(asked, players, tables, chance)
    numbers = [item for item in range(1, len(tables) + len(kept) + 1) if item not in kept]
    ordered = sorted(asked.constraints, key=lambda item: ORDER.index(item.kind))
    wanted = {_renumber_table(item, numbers): item for item in ordered}
    possible = [item for item in wanted if item.kind != "fixed_table" or item.other]
    seating, given_up = place(players, tables, possible, chance)
    whole = dict(zip(numbers, seating, strict=True))
    whole.update((item, list(table)) for item, table in kept.items())
    return [whole[item] for item in sorted(whole)], [wanted[item] for item in given_up]


def near_standing(asked: Request, players: list[int], chance: Chance) -> None:
    """Sort the players in place by their places in the standing. If the night has several rounds,
    players are also moved a few places at random, because a strict order would seat the same people
    together in each round.
    """
    loose = LOOSE * (asked.rounds + len(asked.earlier) - 1)
    players.sort(key=asked.standing.__getitem__)
    wished = {player: place + chance.random() * loose for place, player in enumerate(players)}
    players.sort(key=wished.__getitem__)


def _renumber_table(constraint: Constraint, numbers: list[int]) -> Constraint:
    """Return the constraint with its table's number replaced by the position of that table among
    those to draw; 0 if the table is not drawn. `numbers` has the numbers of those tables.
    """
    if constraint.kind != "fixed_table":
        return constraint
    places = {number: place for place, number in enumerate(numbers, 1)}
    return constraint._replace(other=places.get(constraint.other, 0))


def movable(asked: Request, number: int, tables: Sequence[Sequence[int]]) -> Movable:
    """Return which players the search may move in round `number`. Players at a table that is kept
    or fixed for them stay; players who must sit together form a block.
    """
    table_of = {player: place for place, table in enumerate(tables, 1) for player in table}
    kept = asked.kept_in(number)
    stay = {player for player, place in table_of.items() if place in kept}
    groups: dict[int, set[int]] = {}
    for kind, person, other in asked.constraints:
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
    if asked.method == STANDING:
        players.sort(key=lambda player: asked.standing[player])
    return Movable(players, [block for block in blocks if not stay & set(block)])


# At random


def lots(asked: Request, out: list[set[int]], chance: Chance) -> Plan:
    """Draw at random, without avoiding repeats. `out` has the players who sit out in each round.
    Every seating that meets the constraints is about equally likely.
    """
    start, given_up = start_of(asked, out, chance)
    if not asked.constraints:
        return start
    worth = weights.nothing(asked.players)
    weights.divide(worth, asked)
    weights.constrain(worth, asked, given_up)
    none, size = (0.0,) * asked.players, full(asked.kind)
    board = Board(start, worth, again=0.0, small=none, per_small=0.0, full=size)
    free = [movable(asked, number, tables) for number, tables in enumerate(start)]
    steps = min(asked.effort, 100 * asked.rounds * asked.players)
    anneal(board, free, chance, steps=steps, heat=LOTS_HEAT, window=asked.players)
    return board.rounds
