"""What counts how much, when not all can be had."""

from collections.abc import Collection
from math import comb
from typing import NamedTuple

from tournaments.draw.engine.request import STANDING, Constraint, Request

AGAIN = 200.0  # meeting again tonight: so much worse than having met once more this season
AGAIN_STANDING = 5000.0  # by the standing: than sitting seventy places off
BROKEN = 1e6  # a constraint
GIVEN_UP = 1e3  # one that can't be had besides the others
ALIKE = 0.2  # two who both like to keep score, or both do not: that of a meeting this season
PEN = 0.5  # for every turn that one of two who like to did more than the other
SMALL = 6.0  # by the square of what somebody has more than a fair share of
Matrix = list[list[float]]
MANY = 100  # players: more of them take longer for each step


class Way(NamedTuple):
    """What versions of the search do otherwise."""

    pace: int = 1  # steps for every one that is asked for, where fewer are there than MANY
    per_seat: int = 3000  # steps that are of use for every seat of a night
    warm: float = 4.0
    cold: float = 0.15
    still: bool = False  # names are looked for also where few of them are in the way
    pens: float = 1.0  # how much keeping score counts
    crowd: float = 0.0  # a meeting more, where they met often: by how often, against all pairs

    def steps(self, asked: Request) -> int:
        return asked.effort * (self.pace if asked.players < MANY else 1)


FIRST = Way()


def again(asked: Request) -> float:
    return AGAIN_STANDING if asked.method == STANDING else AGAIN


class Worth(NamedTuple):
    """By pair: what each meeting costs, and how often they met tonight."""

    pairs: Matrix
    met: list[list[int]]


def nothing(players: int) -> Worth:
    none = range(players)
    return Worth([[0.0] * players for _ in none], [[0] * players for _ in none])


def weigh(asked: Request, way: Way, given_up: Collection[Constraint] = ()) -> Worth:
    """Before the first round that is drawn."""
    worth = nothing(asked.players)
    usual = 1 + sum(times for *_pair, times in asked.history) / max(1, comb(asked.players, 2))
    for one, other, times in asked.history:
        _add(worth.pairs, one, other, times * (1 + way.crowd * times / usual))
    if asked.method == STANDING:
        for one, place in enumerate(asked.standing):
            row = worth.pairs[one]
            for other, theirs in enumerate(asked.standing):
                row[other] += (place - theirs) ** 2
    for tables in asked.earlier:
        for table in tables:
            here = [player for player in table if player < asked.players]
            for place, one in enumerate(here):
                for other in here[:place]:
                    worth.met[one][other] += 1
                    worth.met[other][one] += 1
    _spread_scribes(worth, asked, way.pens)
    constrain(worth, asked, given_up)
    return worth


def _spread_scribes(worth: Worth, asked: Request, pens: float) -> None:
    """Where nobody likes to keep score, or only one does, it is hard to be fair.

    Who did it much is well beside somebody who likes to and did it less.
    """
    likes = asked.duties.likes
    did = asked.duties.scribe or (0.0,) * asked.players
    for one, liking in enumerate(likes):
        row = worth.pairs[one]
        for other, theirs in enumerate(likes):
            if liking is theirs and one != other:
                more = min(1.0, abs(did[one] - did[other]))
                row[other] += pens * (ALIKE - liking * PEN * more)


def constrain(worth: Worth, asked: Request, given_up: Collection[Constraint]) -> None:
    for constraint in asked.constraints:
        kind, one, other = constraint
        by = GIVEN_UP if constraint in given_up else BROKEN
        if kind == "apart":
            _add(worth.pairs, one, other, by)
        if kind == "together":
            _add(worth.pairs, one, other, -by)


def _add(pairs: Matrix, one: int, other: int, by: float) -> None:
    pairs[one][other] += by
    pairs[other][one] += by
