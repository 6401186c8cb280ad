from collections.abc import Collection
from math import comb
from typing import NamedTuple

from tournaments.draw.engine.request import STANDING, Constraint, Request, Wish, make_division_key

AGAIN = 200.0  # a repeat tonight, relative to one earlier meeting this season
AGAIN_STANDING = 5000.0  # by the standing: worse than sitting seventy places apart
BROKEN = 1e6  # a broken constraint
ACROSS = 1e5  # a meeting of two divisions, for each division between them
GIVEN_UP = 1e3  # a broken constraint that clashes with others
CROWD = 0.4  # extra weight of pairs that met more often than the average pair
ALIKE = 0.4  # two who both like to keep score, or both do not; relative to a meeting this season
PEN = 1.0  # reduction for two who like it, per turn by which they differ, at most one
SMALL = 6.0  # times the square of a player's turns above the fair share
Matrix = list[list[float]]


class Worth(NamedTuple):
    """By two players: the cost of a meeting, and how often they met tonight."""

    pairs: Matrix
    met: list[list[int]]


def make_empty_worth(players: int) -> Worth:
    everybody = range(players)
    return Worth([[0.0] * players for _ in everybody], [[0] * players for _ in everybody])


def build_worth(request: Request, given_up: Collection[Constraint] = ()) -> Worth:
    worth = make_empty_worth(request.players)
    _weigh_history(worth, request)
    if request.method == STANDING:
        _weigh_standing(worth, request)
    _count_meetings_tonight(worth, request)
    _spread_scribes(worth, request)
    weigh_divisions(worth, request)
    weigh_constraints(worth, request, given_up)
    return worth


def _weigh_history(worth: Worth, request: Request) -> None:
    usual = 1 + sum(times for *_pair, times in request.history) / max(1, comb(request.players, 2))
    for person, other, times in request.history:
        _add(worth.pairs, person, other, times * (1 + CROWD * times / usual))


def _weigh_standing(worth: Worth, request: Request) -> None:
    for person, place in enumerate(request.standing):
        row = worth.pairs[person]
        for other, other_place in enumerate(request.standing):
            row[other] += (place - other_place) ** 2


def _count_meetings_tonight(worth: Worth, request: Request) -> None:
    for tables in request.earlier:
        for table in tables:
            present = [player for player in table if player < request.players]
            for place, person in enumerate(present):
                for other in present[:place]:
                    worth.met[person][other] += 1
                    worth.met[other][person] += 1


def _spread_scribes(worth: Worth, request: Request) -> None:
    """Turns are hard to share at a table where nobody or only one likes to keep score. Two who like
    to and had different numbers of turns can share.
    """
    likes = request.duties.likes
    did = request.duties.scribe or (0.0,) * request.players
    for player, liking in enumerate(likes):
        row = worth.pairs[player]
        for other, other_liking in enumerate(likes):
            if liking is other_liking and player != other:
                more = min(1.0, abs(did[player] - did[other]))
                row[other] += ALIKE - liking * PEN * more


def weigh_divisions(worth: Worth, request: Request) -> None:
    order = sorted(set(request.divisions), key=make_division_key)
    ranks = {number: rank for rank, number in enumerate(order)}
    for person, division in enumerate(request.divisions):
        row = worth.pairs[person]
        for other, other_division in enumerate(request.divisions):
            row[other] += ACROSS * abs(ranks[division] - ranks[other_division])


def weigh_constraints(worth: Worth, request: Request, given_up: Collection[Constraint]) -> None:
    for constraint in request.constraints:
        kind, player, other = constraint
        cost = GIVEN_UP if constraint in given_up else BROKEN
        if kind == Wish.APART:
            _add(worth.pairs, player, other, cost)
        if kind == Wish.TOGETHER:
            _add(worth.pairs, player, other, -cost)


def _add(pairs: Matrix, player: int, other: int, by: float) -> None:
    pairs[player][other] += by
    pairs[other][player] += by
