"""The first version of the draw. Its results may never change, so that old draws can be repeated.

Improvements go into a new version with its own `Way`, which may use the same modules.
"""

from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.seats import seated
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import together

NAME = "1"


def draw(asked: Request, seed: str) -> Rounds:
    chance = Chance(seed)
    return seated(together(asked, chance), asked, chance)
