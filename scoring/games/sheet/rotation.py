from collections.abc import Sequence

from scoring.games.core.play import Deal


class Rotation:
    """Whose turn it is to deal or, in tile games, to start."""

    def __init__(self, players: Sequence[str], first: int, side: int, has_dealer: bool) -> None:
        self.players, self.has_dealer = players, has_dealer
        self.side = 1 if has_dealer else side
        self.coming = first  # the seat that is next

    def turn(self, deal: Deal) -> None:
        seat = self._playing(self.coming, deal.players)
        if seat is None:
            return
        self.coming = seat + self.side
        if self.has_dealer:
            deal.dealer = self.players[seat]
            seat = self._playing(seat + 1, deal.players)
            assert seat is not None, "the dealer plays"
        deal.starter = self.players[seat]

    def _playing(self, start: int, playing: Sequence[str]) -> int | None:
        """Return the first seat from `start` that takes part; None if nobody does."""
        count = len(self.players)
        if len(playing) == count:
            return start % count
        seats = ((start + self.side * step) % count for step in range(count))
        return next((seat for seat in seats if self.players[seat] in playing), None)
