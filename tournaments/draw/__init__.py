"""Who sits with whom. Pure: a seed and a request give the same draw on every machine."""

from dataclasses import replace
from typing import NamedTuple

from scoring.toolkit.problems import Problem, make_problem, user_error
from tournaments.draw.engine import problems, table_sizes
from tournaments.draw.engine.assessment import Assessment, assess, find_unmet, list_sitting_out
from tournaments.draw.engine.by_movement import draw_by_movement
from tournaments.draw.engine.by_place import seat_by_place
from tournaments.draw.engine.partners import change_partners
from tournaments.draw.engine.request import (
    BY_PLACE,
    LOTS,
    METHODS,
    MOVE,
    OF_FOURS,
    TYPED,
    Constraint,
    Request,
    Rounds,
    find_algorithm,
)
from tournaments.draw.engine.scribe_balance import relieve_scribes
from tournaments.draw.engine.seats import order_seats
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import draw_tables

PATIENCE = 2  # times the steps of a draw, to find out what all its constraints cost


class Draw(NamedTuple):
    """`rounds` is empty if there are too few players for a table."""

    algorithm: str  # empty, as the seed is, if people made the seating
    seed: str
    rounds: Rounds
    sitting_out: tuple[tuple[int, ...], ...]
    assessment: Assessment
    problems: tuple[Problem, ...]


class Cost(NamedTuple):
    constraint: Constraint
    with_it: int  # repeats
    without: int


def draw(request: Request, seed: str, algorithm: str = "") -> Draw:
    """Without an algorithm, today's draws."""
    if request.method in TYPED:
        raise user_error(problems.UNKNOWN, given=request.method, right=", ".join(METHODS))
    algorithm = algorithm or find_algorithm(request.kind)
    rounds: Rounds = ()
    if request.players >= table_sizes.find_least_players(request.kind):
        rounds = _draw_rounds(request, Chance(seed), algorithm)
    return _assessed(rounds, request, seed, algorithm)


def _draw_rounds(request: Request, chance: Chance, algorithm: str) -> Rounds:
    if request.method == MOVE:
        return draw_by_movement(request, chance)
    if request.method in BY_PLACE:
        together = seat_by_place(request, chance)
    else:
        together = relieve_scribes(draw_tables(request, chance, algorithm), request)
    rounds = order_seats(together, request, chance)
    return change_partners(rounds, request, chance) if algorithm >= OF_FOURS else rounds


def assess_typed(rounds: Rounds, request: Request) -> Draw:
    return _assessed(rounds, request, "", "")


def _assessed(rounds: Rounds, request: Request, seed: str, algorithm: str) -> Draw:
    assessment = assess(rounds, request)
    notices = []
    least = table_sizes.find_least_players(request.kind)
    tables, out = request.compute_sizes(request.players)
    if request.players < least:
        notices.append(make_problem(problems.TOO_FEW, players=request.players, least=least))
    elif tables == (3, 2):
        notices.append(make_problem(problems.FIVE))
    elif out:
        notices.append(make_problem(problems.SAT_OUT, count=out))
    sitting_out = list_sitting_out(rounds, request.players)
    everything = (*notices, *assessment.problems)
    return Draw(algorithm, seed, rounds, sitting_out, assessment, everything)


def count_costs(drawn: Draw, request: Request) -> list[Cost]:
    """Return the repeats (pairs who meet again) with and without each constraint."""
    costs = []
    with_it = drawn.assessment.repeats
    for constraint in request.constraints:
        rest = tuple(other for other in request.constraints if other != constraint)
        freer = draw(replace(request, constraints=rest), drawn.seed, drawn.algorithm)
        # By chance the freer draw may be worse, or be better and still keep the constraint:
        # then the constraint is not the cause.
        is_cause = find_unmet((constraint,), freer.rounds)
        without = min(with_it, freer.assessment.repeats) if is_cause else with_it
        costs.append(Cost(constraint, with_it, without))
    return costs


def find_costly_constraints(drawn: Draw, request: Request) -> list[Cost]:
    """Return the constraints that cause repeats, each with a lower bound of how many, found by a
    short draw without it. All these draws share a limited number of steps.
    """
    assessment = drawn.assessment
    costs_nothing = request.method in (LOTS, MOVE, *BY_PLACE, *TYPED)
    if costs_nothing or assessment.repeats <= assessment.lower_bound:
        return []
    steps = PATIENCE * request.effort // max(1, len(request.constraints))
    cheap = replace(request, effort=min(request.effort, max(1, steps)))
    return [cost for cost in count_costs(drawn, cheap) if cost.with_it > cost.without]
