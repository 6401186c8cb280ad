"""Who sits together: ready made, searched for, or by lot."""

from collections.abc import Sequence

from tournaments.draw.engine import weights
from tournaments.draw.engine.anneal import Board, Movable, anneal
from tournaments.draw.engine.assessment import small_tables, unmet
from tournaments.draw.engine.constraints import place
from tournaments.draw.engine.known_nights import night
from tournaments.draw.engine.relabel import Labels, search
from tournaments.draw.engine.request import LOTS, STANDING, Constraint, Request, Rounds
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.sitting_out import sitting_out
from tournaments.draw.engine.table_sizes import FOURS, PAIRS, THREES_AND_FOURS, full
from tournaments.draw.engine.weights import FIRST, Way

PER_LABEL = 10  # a label is so many times the work of a swap
HOT = 120.0
HOT_STANDING = 40.0
TIGHT = 0.5  # of all others met in a night: from here on a search finds repeats where none need be
LOOSE = 4.0  # by the standing: places more for every further round
NEAR = 24  # by the standing, only so many places lower is looked at
ORDER = ("fixed_table", "apart", "together")  # where not all can be had

Plan = list[list[list[int]]]


def together(asked: Request, chance: Chance, way: Way = FIRST) -> Rounds | Plan:
    out = sitting_out(asked, chance)
    if asked.method == LOTS:
        return lots(asked, out, chance)
    ready = night(asked.players, asked.rounds, asked.kind, chance) if fits(asked) else ()
    who = chance.shuffled(range(asked.players))
    if ready and not weighed(asked):
        return shared(named(ready, who), asked)
    if ready and tight(asked):
        who = labelled(ready, who, asked, chance, way)
    if ready:
        plan = searched(asked, named(ready, who), [], chance, way)
        if not unmet(asked.constraints, plan):
            return plan
    return searched(asked, *start_of(asked, out, chance), chance, way)


def fits(asked: Request) -> bool:
    """A night that is ready made knows nothing of what is settled already."""
    settled = asked.earlier or any(asked.kept) or asked.method == STANDING
    if settled or any(one.kind != "apart" for one in asked.constraints):
        return False
    if asked.kind == PAIRS:
        return True
    if asked.kind == FOURS:
        return asked.players % 4 == 0
    return asked.kind == THREES_AND_FOURS and asked.players > 5


def weighed(asked: Request) -> bool:
    """Names matter: not every player can have every number of a ready made night."""
    duties = asked.duties
    return bool(asked.history or asked.constraints or duties.small or duties.sat_out)


def tight(asked: Request) -> bool:
    met = asked.rounds * (full(asked.kind) - 1)
    return met >= TIGHT * (asked.players - 1) or (asked.kind == PAIRS and asked.players % 2 == 1)


def named(ready: Rounds, who: Sequence[int]) -> Rounds:
    return tuple(
        tuple(tuple(who[label] for label in table) for table in tables) for tables in ready
    )


def labelled(ready: Rounds, who: list[int], asked: Request, chance: Chance, way: Way) -> list[int]:
    duties, still = asked.duties, way.still and bool(asked.constraints)
    owed = duties.sat_out if asked.kind == PAIRS else duties.small
    labels = Labels(
        ready,
        who,
        weights.weigh(asked, way).pairs,
        small=owed or (0.0,) * asked.players,
        per_small=weights.SMALL,
        kind=asked.kind,
    )
    search(labels, chance, way.steps(asked) // 2 // PER_LABEL, still=still)
    return labels.who


def shared(rounds: Rounds, asked: Request) -> Rounds | Plan:
    """Small tables shared more evenly where a swap does that and nobody meets again by it."""
    had = small_tables(rounds, full(asked.kind))
    if not had or max(had.values()) - min(had.get(one, 0) for one in range(asked.players)) < 2:
        return rounds
    owed = [0.0] * asked.players
    worth = weights.nothing(asked.players)
    size = full(asked.kind)
    board = Board(rounds, worth, again=weights.BROKEN, small=owed, per_small=1.0, full=size)
    while sum(_swap_small(board, number) for number in range(asked.rounds)):
        pass
    return board.rounds


def _swap_small(board: Board, number: int) -> bool:
    at, small, swapped = board.at[number], board.small, False
    for one in sorted(at):
        for other in sorted(at) if len(at[one]) < board.full else ():
            more = len(at[other]) == board.full and small[one] > small[other] + 1
            if more and board.swap_cost(number, one, other) < 0:
                board.swap(number, one, other)
                swapped = True
                break
    return swapped


# By searching


def searched(
    asked: Request, start: Rounds | Plan, given_up: list[Constraint], chance: Chance, way: Way
) -> Plan:
    board = Board(
        start,
        weights.weigh(asked, way, given_up),
        again=weights.again(asked),
        small=asked.duties.small or (0.0,) * asked.players,
        per_small=weights.SMALL,
        full=full(asked.kind),
    )
    steps = min(way.steps(asked), way.per_seat * asked.rounds * asked.players)
    free = [movable(asked, number, tables) for number, tables in enumerate(start)]
    window = NEAR if asked.method == STANDING else asked.players
    anneal(board, free, chance, steps=steps, heat=(heat(asked, way), way.cold), window=window)
    return board.rounds


def heat(asked: Request, way: Way) -> float:
    """Where a ready made night is as good as can be, swaps only take what costs no repeat."""
    if asked.method == STANDING:
        return HOT_STANDING
    return HOT if tight(asked) and not fits(asked) else way.warm


def start_of(asked: Request, out: list[set[int]], chance: Chance) -> tuple[Plan, list[Constraint]]:
    """All rounds, and the constraints that can't be had in some."""
    plan, given_up = [], []
    for number in range(asked.rounds):
        tables, more = seat(asked, number, out[number], chance)
        plan.append(tables)
        given_up += more
    return plan, given_up


def seat(
    asked: Request, number: int, out: set[int], chance: Chance
) -> tuple[list[list[int]], list[Constraint]]:
    """One round that keeps the constraints, around the tables that are kept."""
    kept = asked.kept_in(number)
    gone = out | {player for table in kept.values() for player in table}
    players = [player for player in chance.shuffled(range(asked.players)) if player not in gone]
    if asked.method == STANDING:
        near_standing(asked, players, chance)
    tables = asked.shape_of(number).tables
    numbers = [one for one in range(1, len(tables) + len(kept) + 1) if one not in kept]
    ordered = sorted(asked.constraints, key=lambda one: ORDER.index(one.kind))
    wanted = {_moved(one, numbers): one for one in ordered}
    possible = [one for one in wanted if one.kind != "fixed_table" or one.other]
    found, given_up = place(players, tables, possible, chance)
    whole = dict(zip(numbers, found, strict=True))
    whole.update((one, list(table)) for one, table in kept.items())
    return [whole[one] for one in sorted(whole)], [wanted[one] for one in given_up]


def near_standing(asked: Request, players: list[int], chance: Chance) -> None:
    """In its order; in a night of several rounds loosely so, for one order gives one seating."""
    loose = LOOSE * (asked.rounds + len(asked.earlier) - 1)
    players.sort(key=asked.standing.__getitem__)
    wished = {one: place + chance.random() * loose for place, one in enumerate(players)}
    players.sort(key=wished.__getitem__)


def _moved(constraint: Constraint, numbers: list[int]) -> Constraint:
    """A fixed table by its number among those that are drawn; 0 where it is none of them."""
    if constraint.kind != "fixed_table":
        return constraint
    places = {number: place for place, number in enumerate(numbers, 1)}
    return constraint._replace(other=places.get(constraint.other, 0))


def movable(asked: Request, number: int, tables: Sequence[Sequence[int]]) -> Movable:
    """Who has a table and sits there stays; those who sit together as asked go together."""
    at = {player: place for place, table in enumerate(tables, 1) for player in table}
    kept = asked.kept_in(number)
    stay = {player for player, place in at.items() if place in kept}
    groups: dict[int, set[int]] = {}
    for kind, one, other in asked.constraints:
        if kind == "fixed_table" and at.get(one) == other:
            stay.add(one)
        if kind == "together" and one in at and at[one] == at.get(other):
            group = groups.get(one, {one}) | groups.get(other, {other})
            groups.update(dict.fromkeys(group, group))
    blocks = sorted({tuple(sorted(group)) for group in groups.values()})
    players = [one for table in tables for one in table if one not in groups and one not in stay]
    if asked.method == STANDING:
        players.sort(key=lambda player: asked.standing[player])
    return Movable(players, [block for block in blocks if not stay & set(block)])


# By lot


def lots(asked: Request, out: list[set[int]], chance: Chance) -> Plan:
    """Every seating that keeps the constraints is as likely as any other, or as good as."""
    start, given_up = start_of(asked, out, chance)
    if not asked.constraints:
        return start
    worth = weights.nothing(asked.players)
    weights.constrain(worth, asked, given_up)
    none, size = (0.0,) * asked.players, full(asked.kind)
    board = Board(start, worth, again=0.0, small=none, per_small=0.0, full=size)
    free = [movable(asked, number, tables) for number, tables in enumerate(start)]
    steps = min(asked.effort, 100 * asked.rounds * asked.players)
    anneal(board, free, chance, steps=steps, heat=(FIRST.warm, FIRST.cold), window=asked.players)
    return board.rounds
