"""What constraints cost: the repeats (pairs who meet again) that a draw without them avoids."""

from dataclasses import replace
from typing import NamedTuple

from tournaments.draw import Draw, draw
from tournaments.draw.engine.assessment import find_unmet
from tournaments.draw.engine.request import LOTS, MOVE, TYPED, Constraint, Request

PATIENCE = 2  # times the steps of a draw, shared by all constraints


class Cost(NamedTuple):
    constraint: Constraint
    with_it: int  # repeats
    without: int


def count_costs(drawn: Draw, request: Request) -> list[Cost]:
    return [_cost(constraint, drawn, request) for constraint in request.constraints]


def find_costly_constraints(drawn: Draw, request: Request) -> list[Cost]:
    """Return the constraints that cause repeats, each with a lower bound of how many, found by a
    short draw without it. All these draws share a limited number of steps.
    """
    assessment = drawn.assessment
    if request.method in (LOTS, MOVE, *TYPED) or assessment.repeats <= assessment.lower_bound:
        return []
    steps = PATIENCE * request.effort // max(1, len(request.constraints))
    cheap = replace(request, effort=min(request.effort, max(1, steps)))
    return [cost for cost in count_costs(drawn, cheap) if cost.with_it > cost.without]


def _cost(constraint: Constraint, drawn: Draw, request: Request) -> Cost:
    rest = tuple(other for other in request.constraints if other != constraint)
    other = draw(replace(request, constraints=rest), drawn.seed, drawn.algorithm)
    with_it = without = drawn.assessment.repeats
    # By chance the freer draw may be worse, or be better and still keep the constraint:
    # then the constraint is not the cause.
    if find_unmet((constraint,), other.rounds):
        without = min(with_it, other.assessment.repeats)
    return Cost(constraint, with_it, without)
