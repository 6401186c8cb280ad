"""The first places of a standing, as the front page of a club shows them."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tournaments.models import Club
from tournaments.names import NameDetail
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing_rows import figure
from tournaments.standings.rules import Row


class Placed(NamedTuple):
    rank: int
    name: str
    address: str  # of the player's page; empty if the name is hidden there
    points: str
    own: bool  # whether the viewer is this player


def first_rows(rows: Iterable[Row], most: int, own: Collection[int] = ()) -> list[Row]:
    """Return the rows with the first `most` places, and those of the players `own`. If several
    players share the last of these places, all are included.
    """
    placed = (row for row in rows if row.rank and row.points is not None)
    return [row for row in placed if (row.rank or 0) <= most or row.player in own]


def place_rows(
    club: Club, lists: Sequence[Sequence[Row]], names: NameDetail, own: Collection[int] = ()
) -> list[list[Placed]]:
    """Return each list of rows with the names that the viewer may see."""
    ids = {row.player for rows in lists for row in rows}
    called = standing.call_players(club, ids, names)
    return [
        [
            Placed(
                row.rank or 0,
                called[row.player].name,
                called[row.player].address,
                figure(row.points or 0),
                row.player in own,
            )
            for row in rows
        ]
        for rows in lists
    ]
