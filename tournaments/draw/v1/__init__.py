"""The first way of drawing. What it draws may never change, so that it can be drawn again for good.

What is better goes into a version of its own, which may use these modules and has a `Way` of its
own.
"""

from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.seats import seated
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import together

NAME = "1"


def draw(asked: Request, seed: str) -> Rounds:
    chance = Chance(seed)
    return seated(together(asked, chance), asked, chance)
