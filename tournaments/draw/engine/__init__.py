from tournaments.draw.engine.moving import draw_by_movement
from tournaments.draw.engine.partners import change_partners
from tournaments.draw.engine.request import MOVE, OF_FOURS, Request, Rounds
from tournaments.draw.engine.scribe_balance import relieve_scribes
from tournaments.draw.engine.seats import order_seats
from tournaments.draw.engine.seeded_random import Chance
from tournaments.draw.engine.tables import draw_tables


def draw_rounds(request: Request, seed: str, algorithm: str) -> Rounds:
    chance = Chance(seed)
    if request.method == MOVE:
        return draw_by_movement(request, chance)
    rounds = order_seats(
        relieve_scribes(draw_tables(request, chance, algorithm), request), request, chance
    )
    return change_partners(rounds, request, chance) if algorithm >= OF_FOURS else rounds
