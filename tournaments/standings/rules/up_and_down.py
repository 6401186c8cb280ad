from collections.abc import Iterable

from tournaments.standings.rules.breakdown import Move, Row
from tournaments.standings.rules.places_and_prizes import group_by_place


def choose_moves(rows: Iterable[Row], many: int, up: bool, down: bool) -> tuple[Move, Move]:
    """`up` and `down`: there is such a division. With too few players for both, fewer go down."""
    groups = group_by_place(rows)
    count = sum(map(len, groups))
    rising = min(many, count) if up else 0
    falling = min(many, count - rising) if down else 0
    return _first(groups, rising), _first(groups[::-1], falling)


def _first(groups: Iterable[list[Row]], many: int) -> Move:
    sure: list[int] = []
    for group in groups:
        players = [row.player for row in group]
        room = many - len(sure)
        if len(players) > room:
            return Move(tuple(sure), tuple(players) if room else (), room)
        sure += players
    return Move(tuple(sure))
