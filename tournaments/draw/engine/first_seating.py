from collections.abc import Collection, Sequence
from itertools import product

from tournaments.draw.engine.constraints import place_players
from tournaments.draw.engine.request import STANDING, Constraint, Request, Wish, make_division_key
from tournaments.draw.engine.seeded_random import Chance

LOOSE = 4.0  # by the standing: how many places further apart for each further round
# By priority, if not all can be met.
ORDER = (Wish.FIXED_TABLE, Wish.APART, Wish.TOGETHER)

Plan = list[list[list[int]]]


def count_turns_out(request: Request) -> list[float]:
    """Return for each player how often they sat out, beyond a fair share. The fewest are next."""
    turns = list(request.duties.sat_out or (0.0,) * request.players)
    for tables in request.earlier:
        seated = {player for table in tables for player in table}
        for player in range(request.players):
            turns[player] += player not in seated
    return turns


def choose_sitting_out(
    request: Request, chance: Chance, spared: Collection[int] = ()
) -> list[set[int]]:
    turns = count_turns_out(request)
    by_round = []
    for number in range(request.rounds):
        kept = request.find_kept_tables(number).values()
        settled = {*spared, *(player for table in kept for player in table)}
        waiting = [player for player in range(request.players) if player not in settled]
        out = request.compute_table_sizes(number).out
        chosen = sorted(chance.shuffled(waiting), key=turns.__getitem__)[:out]
        for player in chosen:
            turns[player] += 1
        by_round.append(set(chosen))
    return by_round


def seat_players(
    request: Request, out: list[set[int]], chance: Chance
) -> tuple[Plan, list[Constraint]]:
    plan, given_up = [], []
    for number in range(request.rounds):
        tables, more = _seat_round(request, number, out[number], chance)
        plan.append(tables)
        given_up += more
    return plan, given_up


def _seat_round(
    request: Request, number: int, out: set[int], chance: Chance
) -> tuple[list[list[int]], list[Constraint]]:
    kept = request.find_kept_tables(number)
    unavailable = out | {player for table in kept.values() for player in table}
    everybody = chance.shuffled(range(request.players))
    players = [player for player in everybody if player not in unavailable]
    if request.method == STANDING:
        _sort_by_standing(request, players, chance)
    tables = request.compute_table_sizes(number).tables
    if request.divisions:
        players = sort_by_division(request, players, tables, chance)
    numbers = [item for item in range(1, len(tables) + len(kept) + 1) if item not in kept]
    places = {number: place for place, number in enumerate(numbers, 1)}
    wanted = {}  # fixed tables by their place among those to draw
    for item in sorted(request.constraints, key=lambda item: ORDER.index(item.kind)):
        if item.kind != Wish.FIXED_TABLE:
            wanted[item] = item
        elif item.other in places:
            wanted[item._replace(other=places[item.other])] = item
    seating, given_up = place_players(players, tables, [*wanted], chance)
    whole = dict(zip(numbers, seating, strict=True))
    whole.update((item, list(table)) for item, table in kept.items())
    return [whole[item] for item in sorted(whole)], [wanted[item] for item in given_up]


def _sort_by_standing(request: Request, players: list[int], chance: Chance) -> None:
    """In several rounds a strict order would seat the same people together: loosen it."""
    loose = LOOSE * (request.rounds + len(request.earlier) - 1)
    players.sort(key=request.standing.__getitem__)
    wished = {player: place + chance.random() * loose for place, player in enumerate(players)}
    players.sort(key=wished.__getitem__)


def sort_by_division(
    request: Request, players: Sequence[int], tables: Sequence[int], chance: Chance
) -> list[int]:
    """Return the players in an order that fills each table with one division, as far as numbers
    allow. Who is left over joins the next division.
    """
    free = list(range(len(tables)))
    seats: dict[int, list[int]] = {}
    over: list[int] = []
    divisions = sorted({request.divisions[player] for player in players}, key=make_division_key)
    for division in divisions:
        over += [player for player in players if request.divisions[player] == division]
        last = division == divisions[-1]
        chosen = free if last else _choose_tables(len(over), tables, free, chance)
        for table in chosen:
            seats[table], over = over[: tables[table]], over[tables[table] :]
        free = [table for table in free if table not in chosen]
    return [player for table in sorted(seats) for player in seats[table]]


def _choose_tables(
    people: int, tables: Sequence[int], free: Sequence[int], chance: Chance
) -> list[int]:
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
