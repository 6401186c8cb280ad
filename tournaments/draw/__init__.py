"""Drawing who sits where. Pure Python: the same seed and request give the same draw anywhere."""

from collections.abc import Callable
from typing import NamedTuple

from tournaments.draw import v1, v2
from tournaments.draw.engine import problems, table_sizes
from tournaments.draw.engine.assessment import Assessment, assess, sitting_out
from tournaments.draw.engine.problems import Problem, problem, refuse
from tournaments.draw.engine.request import METHODS, TYPED, Request, Rounds


class Algorithm(NamedTuple):
    name: str
    draw: Callable[[Request, str], Rounds]


# The newest first. An algorithm that has been used stays, so that its draws can be repeated.
ALGORITHMS = (Algorithm(v2.NAME, v2.draw), Algorithm(v1.NAME, v1.draw))


class Draw(NamedTuple):
    """The result of a draw; `rounds` is empty if there are too few players for a table."""

    algorithm: str
    seed: str
    rounds: Rounds
    sitting_out: tuple[tuple[int, ...], ...]
    assessment: Assessment
    problems: tuple[Problem, ...]


def draw(asked: Request, seed: str, algorithm: str = ALGORITHMS[0].name) -> Draw:
    """Draw the rounds of a request from a seed."""
    if asked.method in TYPED:
        raise refuse(problems.UNKNOWN, given=asked.method, right=", ".join(METHODS))
    rounds = find(algorithm).draw(asked, seed) if enough(asked) else ()
    return _looked_at(rounds, asked, seed, algorithm)


def typed(rounds: Rounds, asked: Request) -> Draw:
    """Assess a seating that people made: it has no seed, and nothing to draw again."""
    return _looked_at(rounds, asked, "", "")


def _looked_at(rounds: Rounds, asked: Request, seed: str, algorithm: str) -> Draw:
    assessment = assess(rounds, asked)
    return Draw(
        algorithm,
        seed,
        rounds,
        sitting_out(rounds, asked.players),
        assessment,
        (*notices(asked), *assessment.problems),
    )


def find(name: str) -> Algorithm:
    """Return the algorithm of this name, or refuse."""
    for algorithm in ALGORITHMS:
        if algorithm.name == name:
            return algorithm
    raise refuse(problems.NO_ALGORITHM, given=name)


def enough(asked: Request) -> bool:
    return asked.players >= table_sizes.least(asked.kind)


def notices(asked: Request) -> list[Problem]:
    """Return what people should know before the draw."""
    if not enough(asked):
        least = table_sizes.least(asked.kind)
        return [problem(problems.TOO_FEW, players=asked.players, least=least)]
    tables, out = table_sizes.sizes(asked.players, asked.kind, asked.five)
    if tables == (3, 2):
        return [problem(problems.FIVE)]
    return [problem(problems.SAT_OUT, count=out)] if out else []
