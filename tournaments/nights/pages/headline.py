"""The head of a night's result page: who won, and by how much."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import ngettext

from tournaments.standings.pages.standing_rows import StandingRow, format_points, is_whole
from tournaments.standings.rules import Points, Row


class Winners(NamedTuple):
    """The winners of a closed night, and how far they are ahead."""

    winners: Sequence[StandingRow]
    points: str
    dashes: int
    ahead: str  # of the next player, in words


def tell_winners(lines: Sequence[StandingRow], *, dashes: bool) -> Winners | None:
    """Return the winners of a night with their points, and in words how far ahead they are. A
    single winner's dashes are included if the game has dashes (`dashes`) and their number is known.
    `lines` has the rows of the night's standing. Return None if nobody has a first place.
    """
    placed = [line for line in lines if line.row.rank and line.row.points is not None]
    first = [line for line in placed if line.row.rank == 1]
    if not first:
        return None
    others, row = placed[len(first) :], first[0].row
    known = dashes and len(first) == 1 and row.dashes_known
    return Winners(
        first, format_points(row.points or 0), row.dashes if known else 0, _ahead(row, others)
    )


def _ahead(row: Row, others: Sequence[StandingRow]) -> str:
    """Return how far a winner is ahead of the next player, in words. The text is empty if there is
    no next player, or if that player has as many points.
    """
    if not others:
        return ""
    mine: Points = row.points or 0
    points: Points = max(mine - others[0].points, others[0].points - mine)
    if not points:
        return ""
    words = ngettext(
        "%(points)s point ahead of %(name)s",
        "%(points)s points ahead of %(name)s",
        int(points) if is_whole(points) else 2,
    )
    return words % {"points": format_points(points), "name": others[0].name}
