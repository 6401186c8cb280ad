"""Draw who sits with whom at which table. Pure Python: the same seed and request give the same draw
on every machine.
"""

from typing import NamedTuple

from scoring.toolkit.problems import Problem
from tournaments.draw.engine import draw_rounds, problems, table_sizes
from tournaments.draw.engine.assessment import Assessment, assess, sitting_out
from tournaments.draw.engine.problems import problem, user_error
from tournaments.draw.engine.request import METHODS, TYPED, Request, Rounds, newest


class Draw(NamedTuple):
    """The result of a draw: the tables of each round and how good they are. `rounds` is empty if
    there are too few players for a table.
    """

    algorithm: str  # empty, as the seed is, if people made the seating
    seed: str
    rounds: Rounds
    sitting_out: tuple[tuple[int, ...], ...]
    assessment: Assessment
    problems: tuple[Problem, ...]


def draw(asked: Request, seed: str, algorithm: str = "") -> Draw:
    """Draw the tables of the requested rounds by computer. The seed decides all random choices.
    Without an algorithm, today's draws.
    """
    if asked.method in TYPED:
        raise user_error(problems.UNKNOWN, given=asked.method, right=", ".join(METHODS))
    algorithm = algorithm or newest(asked.kind)
    rounds = draw_rounds(asked, seed, algorithm) if enough(asked) else ()
    return _assessed(rounds, asked, seed, algorithm)


def typed(rounds: Rounds, asked: Request) -> Draw:
    """Assess a seating that people made, instead of drawing one. The returned `Draw` has no seed
    and no algorithm.
    """
    return _assessed(rounds, asked, "", "")


def _assessed(rounds: Rounds, asked: Request, seed: str, algorithm: str) -> Draw:
    assessment = assess(rounds, asked)
    return Draw(
        algorithm,
        seed,
        rounds,
        sitting_out(rounds, asked.players),
        assessment,
        (*notices(asked), *assessment.problems),
    )


def enough(asked: Request) -> bool:
    return asked.players >= table_sizes.least(asked.kind)


def notices(asked: Request) -> list[Problem]:
    """Return what an organiser should know before this draw, such as how many players will sit
    out.
    """
    if not enough(asked):
        least = table_sizes.least(asked.kind)
        return [problem(problems.TOO_FEW, players=asked.players, least=least)]
    tables, out = table_sizes.sizes(asked.players, asked.kind, asked.five)
    if tables == (3, 2):
        return [problem(problems.FIVE)]
    return [problem(problems.SAT_OUT, count=out)] if out else []
