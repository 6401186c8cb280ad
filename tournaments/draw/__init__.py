"""Who sits with whom. Pure: a seed and a request give the same draw on every machine."""

from typing import NamedTuple

from scoring.toolkit.problems import Problem
from tournaments.draw.engine import draw_rounds, problems, table_sizes
from tournaments.draw.engine.assessment import Assessment, assess, list_sitting_out
from tournaments.draw.engine.problems import problem, user_error
from tournaments.draw.engine.request import METHODS, TYPED, Request, Rounds, find_algorithm


class Draw(NamedTuple):
    """`rounds` is empty if there are too few players for a table."""

    algorithm: str  # empty, as the seed is, if people made the seating
    seed: str
    rounds: Rounds
    sitting_out: tuple[tuple[int, ...], ...]
    assessment: Assessment
    problems: tuple[Problem, ...]


def draw(request: Request, seed: str, algorithm: str = "") -> Draw:
    """Without an algorithm, today's draws."""
    if request.method in TYPED:
        raise user_error(problems.UNKNOWN, given=request.method, right=", ".join(METHODS))
    algorithm = algorithm or find_algorithm(request.kind)
    rounds = draw_rounds(request, seed, algorithm) if has_enough_players(request) else ()
    return _assessed(rounds, request, seed, algorithm)


def assess_typed(rounds: Rounds, request: Request) -> Draw:
    return _assessed(rounds, request, "", "")


def _assessed(rounds: Rounds, request: Request, seed: str, algorithm: str) -> Draw:
    assessment = assess(rounds, request)
    return Draw(
        algorithm,
        seed,
        rounds,
        list_sitting_out(rounds, request.players),
        assessment,
        (*list_notices(request), *assessment.problems),
    )


def has_enough_players(request: Request) -> bool:
    return request.players >= table_sizes.find_least_players(request.kind)


def list_notices(request: Request) -> list[Problem]:
    if not has_enough_players(request):
        least = table_sizes.find_least_players(request.kind)
        return [problem(problems.TOO_FEW, players=request.players, least=least)]
    tables, out = table_sizes.compute_sizes(request.players, request.kind, request.five)
    if tables == (3, 2):
        return [problem(problems.FIVE)]
    return [problem(problems.SAT_OUT, count=out)] if out else []
