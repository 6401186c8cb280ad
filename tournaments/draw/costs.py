"""What each constraint costs: the repeats that a draw without it would not have."""

from dataclasses import replace
from typing import NamedTuple

from tournaments.draw import Draw, draw
from tournaments.draw.request import Constraint, Request


class Cost(NamedTuple):
    constraint: Constraint
    with_it: int  # repeats
    without: int


def costs(drawn: Draw, asked: Request) -> list[Cost]:
    """As many draws again as there are constraints, from the same seed."""
    found = []
    for one in asked.constraints:
        rest = tuple(other for other in asked.constraints if other != one)
        other = draw(replace(asked, constraints=rest), drawn.seed, drawn.algorithm)
        # Chance may make the freer draw the worse one; what kept all would have served it as well
        without = min(other.assessment.repeats, drawn.assessment.repeats)
        found.append(Cost(one, drawn.assessment.repeats, without))
    return found
