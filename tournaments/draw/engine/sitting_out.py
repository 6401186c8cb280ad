from tournaments.draw.engine.request import Request
from tournaments.draw.engine.seeded_random import Chance


def choose_sitting_out(request: Request, chance: Chance) -> list[set[int]]:
    before = request.duties.sat_out or (0.0,) * request.players
    turns = list(before)
    for tables in request.earlier:
        seated = {player for table in tables for player in table}
        for player in range(request.players):
            turns[player] += player not in seated
    by_round = []
    for number in range(request.rounds):
        kept = {player for table in request.find_kept_tables(number).values() for player in table}
        waiting = [player for player in range(request.players) if player not in kept]
        out = request.compute_table_sizes(number).out
        chosen = sorted(chance.shuffled(waiting), key=turns.__getitem__)[:out]
        for player in chosen:
            turns[player] += 1
        by_round.append(set(chosen))
    return by_round
