from collections.abc import Mapping
from typing import Any

from scoring.games.core.fields import SIDES
from scoring.games.core.game import Game
from scoring.games.core.sheet_state import Deal

Pair = tuple[int, int]  # of the two sides, that of seats 1 and 3 first


def read_pair(extras: Mapping[str, Any], key: str, total: int) -> Pair | None:
    """One figure of a pair such as points_13 and points_24 gives the other the rest of `total`."""
    first, second = (extras.get(f"{key}_{side}") for side in SIDES)
    if first is not None:
        return first, total - first
    return None if second is None else (total - second, second)


class PartnerGame(Game):
    seats = (4, 4)
    lowest_wins = False
    dash = False
    has_cells = False
    partners = True

    def lacks_any(self, deal: Deal) -> bool:
        known = {key for key, value in deal.extras.items() if value is not False}
        return any(
            known.isdisjoint((field.key, *field.answered_by))
            for field in self.row
            if not field.optional
        )

    def playing_side(self, deal: Deal) -> int:
        """The side of `by` or, if nobody is entered, of the starter: 0 or 1."""
        player = deal.extras.get("by") or deal.starter
        assert player is not None, "somebody begins a game that is played"
        return deal.players.index(player) % 2
