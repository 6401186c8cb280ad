"""The second version of the draw.

Unlike the first it searches longer and cooler, weighs pairs that met often more, and relieves
players who would keep score all night. Its results may never change either.
"""

from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.scribe_balance import relieved
from tournaments.draw.engine.seats import seated
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import together
from tournaments.draw.engine.weights import Way

NAME = "2"
WAY = Way(pace=2, per_seat=4500, warm=2.0, cold=0.12, still=True, pens=2.0, crowd=0.4)


def draw(asked: Request, seed: str) -> Rounds:
    chance = Chance(seed)
    return seated(relieved(together(asked, chance, WAY), asked), asked, chance)
