"""The engine of the draw: one search for who sits together, then the seats at each table."""

from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.scribe_balance import relieved
from tournaments.draw.engine.seats import seated
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import together

ALGORITHM = "2"  # its name in every record; whoever changes what it draws raises it


def draw_rounds(asked: Request, seed: str) -> Rounds:
    chance = Chance(seed)
    return seated(relieved(together(asked, chance), asked), asked, chance)
