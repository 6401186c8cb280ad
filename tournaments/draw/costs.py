"""The cost of each constraint: the repeats that a draw without it would not have."""

from dataclasses import replace
from typing import NamedTuple

from tournaments.draw import Draw, draw
from tournaments.draw.engine.assessment import unmet
from tournaments.draw.engine.request import LOTS, TYPED, Constraint, Request

PATIENCE = 2  # times the steps of a draw, shared by all constraints


class Cost(NamedTuple):
    constraint: Constraint
    with_it: int  # repeats
    without: int


def costs(drawn: Draw, asked: Request) -> list[Cost]:
    """Return the cost of each constraint. For each constraint the draw is repeated without it, from
    the same seed.
    """
    return [_cost(constraint, drawn, asked) for constraint in asked.constraints]


def at_least(drawn: Draw, asked: Request) -> list[Cost]:
    """Return the constraints that cost repeats. Each cost is proven: the draw was made without the
    constraint, with so many repeats fewer. A longer search may find a larger cost. All constraints
    share a fixed number of steps, so many constraints take no longer than one. If the draw has as
    few repeats as possible, or if its method does not avoid repeats, no constraint is returned.
    """
    assessment = drawn.assessment
    if asked.method in (LOTS, *TYPED) or assessment.repeats <= assessment.lower_bound:
        return []
    steps = PATIENCE * asked.effort // max(1, len(asked.constraints))
    cheap = replace(asked, effort=min(asked.effort, max(1, steps)))
    return [cost for cost in costs(drawn, cheap) if cost.with_it > cost.without]


def _cost(constraint: Constraint, drawn: Draw, asked: Request) -> Cost:
    rest = tuple(other for other in asked.constraints if other != constraint)
    other = draw(replace(asked, constraints=rest), drawn.seed)
    with_it = without = drawn.assessment.repeats
    # By chance the freer draw may be worse, or be better and still keep the constraint:
    # then the constraint is not the cause.
    if unmet((constraint,), other.rounds):
        without = min(with_it, other.assessment.repeats)
    return Cost(constraint, with_it, without)
