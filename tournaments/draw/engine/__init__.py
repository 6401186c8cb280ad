"""The engine of the draw: one search for who sits together, then the seats at each table."""

from tournaments.draw.engine.request import ALGORITHM, Request, Rounds
from tournaments.draw.engine.scribe_balance import relieved
from tournaments.draw.engine.seats import seated
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import together


def draw_rounds(asked: Request, seed: str, algorithm: str = ALGORITHM) -> Rounds:
    chance = Chance(seed)
    return seated(relieved(together(asked, chance, algorithm), asked), asked, chance)
