"""The engine of the draw: one search for who sits together, then the seats at each table."""

from tournaments.draw.engine.moving import moving
from tournaments.draw.engine.partners import change_partners
from tournaments.draw.engine.request import MOVE, OF_FOURS, Request, Rounds
from tournaments.draw.engine.scribe_balance import relieved
from tournaments.draw.engine.seats import seated
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import together


def draw_rounds(asked: Request, seed: str, algorithm: str) -> Rounds:
    chance = Chance(seed)
    if asked.method == MOVE:
        return moving(asked, chance)
    rounds = seated(relieved(together(asked, chance, algorithm), asked), asked, chance)
    return change_partners(rounds, asked, chance) if algorithm >= OF_FOURS else rounds
