"""A draw by movement at tables of two: one stays, the other goes to the next table."""

from tournaments.draw.engine.request import Request, Rounds
from tournaments.draw.engine.seeded_random import Chance

EMPTY = -1  # the place of a player who is missing: who meets it sits out


def draw_by_movement(request: Request, chance: Chance) -> Rounds:
    staying, movers = _go_on(request) or _begin(request, chance)
    rounds = []
    for _ in range(request.rounds):
        pairs = zip(staying, movers, strict=True)
        rounds.append(tuple(pair for pair in pairs if EMPTY not in pair))
        movers = [movers[-1], *movers[:-1]]
    return tuple(rounds)


def _begin(request: Request, chance: Chance) -> tuple[list[int], list[int]]:
    """Return by table who stays and who begins there. Whoever comes to the last table of an odd
    number sits out: first those who did so least.
    """
    tables = (request.players + 1) // 2
    players = chance.shuffled(range(request.players))
    owed = request.duties.sat_out or (0.0,) * request.players
    if request.players % 2:
        players.sort(key=owed.__getitem__)
    movers, staying = players[:tables][::-1], players[tables:]
    return [*staying, *[EMPTY] * (tables - len(staying))], movers


def _go_on(request: Request) -> tuple[list[int], list[int]] | None:
    if not request.earlier:
        return None
    last = request.earlier[-1]
    staying, movers = [table[0] for table in last], [table[-1] for table in last]
    seated = {*staying, *movers}
    left = [player for player in range(request.players) if player not in seated]
    pairs = all(len(table) == 2 for table in last)
    if not pairs or len(left) > 1 or len(seated | {*left}) != request.players:
        return None
    if left:
        staying, movers = [*staying, EMPTY], [*movers, *left]
    return staying, [movers[-1], *movers[:-1]]
