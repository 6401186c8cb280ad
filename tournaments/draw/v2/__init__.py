"""The second way of drawing: the first, with a longer and cooler search, in which a pair that met
often already counts for more; and nobody keeps score all night for want of others who like to. What
it draws may never change either.
"""

from tournaments.draw.request import Request, Rounds
from tournaments.draw.v1.chance import Chance
from tournaments.draw.v1.seats import seated
from tournaments.draw.v1.tables import together
from tournaments.draw.v1.weights import Way
from tournaments.draw.v2.pens import relieved

NAME = "2"
WAY = Way(pace=2, per_seat=4500, warm=2.0, cold=0.12, still=True, pens=2.0, crowd=0.4)


def draw(asked: Request, seed: str) -> Rounds:
    chance = Chance(seed)
    return seated(relieved(together(asked, chance, WAY), asked), asked, chance)
