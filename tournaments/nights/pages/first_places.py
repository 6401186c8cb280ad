"""The first places of a standing, as the front page of a club shows them."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tournaments.members import couples
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing import Called
from tournaments.standings.pages.standing_rows import format_points
from tournaments.standings.rules import Row


class Placed(NamedTuple):
    rank: int
    name: str
    address: str  # of the player's page; empty if the name is hidden there
    points: str
    own: bool  # whether the viewer is this player


def select_first_rows(rows: Iterable[Row], most: int, own: Collection[int] = ()) -> list[Row]:
    """Return the rows with the first `most` places, and the viewer's own rows. If several players
    share the last of these places, all are included. `own` has the ids of the viewer's member
    records.
    """
    placed = (row for row in rows if row.rank and row.points is not None)
    return [row for row in placed if (row.rank or 0) <= most or row.player in own]


def add_names(
    lists: Sequence[tuple[Season, Sequence[Row]]], names: NameDetail, own: Collection[int] = ()
) -> list[list[Placed]]:
    """Add the names that the viewer may see to several lists of rows. Each list comes with its
    season, and its rows are from that season's standing or from one of its nights. `own` has the
    ids of the viewer's own member records.
    """
    groups = couples.group_by_names(
        (season, {row.player for row in rows}) for season, rows in lists
    )
    called = {
        key: standing.call_players(season, ids, names) for key, (season, ids) in groups.items()
    }
    mine = {key: couples.find_entrants(season, own) for key, (season, _ids) in groups.items()}
    places = []
    for season, rows in lists:
        key = couples.find_name_key(season)
        places.append([_placed(row, called[key][row.player], mine[key]) for row in rows])
    return places


def _placed(row: Row, player: Called, own: Collection[int]) -> Placed:
    points = format_points(row.points or 0)
    return Placed(row.rank or 0, player.name, player.address, points, row.player in own)
