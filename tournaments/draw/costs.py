"""What each constraint costs: the repeats that a draw without it would not have."""

from dataclasses import replace
from typing import NamedTuple

from tournaments.draw import Draw, draw
from tournaments.draw.engine.assessment import unmet
from tournaments.draw.engine.request import LOTS, TYPED, Constraint, Request

PATIENCE = 2  # of the steps of a draw, for all constraints together


class Cost(NamedTuple):
    constraint: Constraint
    with_it: int  # repeats
    without: int


def costs(drawn: Draw, asked: Request) -> list[Cost]:
    """As many draws again as there are constraints, from the same seed."""
    return [_cost(one, drawn, asked) for one in asked.constraints]


def at_least(drawn: Draw, asked: Request) -> list[Cost]:
    """Those that cost something, found in a time that does not grow with how many there are.

    Every cost was seen: without that constraint there is a draw with so many repeats fewer. There
    may be a better one that the short search missed. Where fewer repeats are impossible, nothing
    cost any; where chance alone drew, nothing but chance did.
    """
    found = drawn.assessment
    if asked.method in (LOTS, *TYPED) or found.repeats <= found.lower_bound:
        return []
    steps = PATIENCE * asked.effort // max(1, len(asked.constraints))
    cheap = replace(asked, effort=min(asked.effort, max(1, steps)))
    return [one for one in costs(drawn, cheap) if one.with_it > one.without]


def _cost(one: Constraint, drawn: Draw, asked: Request) -> Cost:
    rest = tuple(other for other in asked.constraints if other != one)
    other = draw(replace(asked, constraints=rest), drawn.seed, drawn.algorithm)
    with_it = without = drawn.assessment.repeats
    # Chance may make the freer draw the worse one, or a better one that keeps it all the same:
    # then it was not the constraint.
    if unmet((one,), other.rounds):
        without = min(with_it, other.assessment.repeats)
    return Cost(one, with_it, without)
