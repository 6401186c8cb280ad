"""The base class of games of two sides: partners sit across from each other and share a score."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.core.fields import SIDES
from scoring.games.core.game import Game
from scoring.games.core.play import Deal, Group, Play, group_by_rank

Pair = tuple[int, int]  # of the two sides, that of seats 1 and 3 first


def read_pair(extras: Mapping[str, Any], key: str, total: int) -> Pair | None:
    """Return the figures of both sides, from fields such as points_13 and points_24 if `key` is
    "points". If only one side's figure was entered, the other side gets the rest of `total`. Return
    None if neither was entered.
    """
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

    def sides_from(self, deal: Deal, player: str | None) -> tuple[list[str], list[str]]:
        """Return the players of two sides: first the side that has this player, then the other
        side.
        """
        own, other = self.sides(deal.players)
        return (own, other) if player in own else (other, own)

    def playing_side(self, deal: Deal) -> int:
        """Return the index of the side that plays the hand: 0 for seats 1 and 3, 1 for seats 2 and
        4. If a player was entered as playing, it is that player's side. Otherwise it is the
        starter's side.
        """
        player = deal.extras.get("by") or deal.starter
        assert player is not None, "somebody begins a game that is played"
        return deal.players.index(player) % 2

    def winning_side(self, deal: Deal) -> list[str]:
        """Return the players of the side with the higher score in this game, or nobody if both have
        the same.
        """
        ours, theirs = self.sides(deal.players)
        ahead = deal.scores[ours[0]] - deal.scores[theirs[0]]
        return ours if ahead > 0 else theirs if ahead < 0 else []

    def ranking(self, play: Play) -> list[Group]:
        return group_by_rank(
            self.sides(play.players), lambda name: self.order(play, name), play.totals
        )

    def winner(self, ranking: Sequence[Group]) -> str | list[str] | None:
        return ranking[0].players if len(ranking) == len(SIDES) else None
