"""The winners of a closed night and the prizes, for the top of the night's page."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.safestring import SafeString

from tournaments.models import Club, Night
from tournaments.names import NameDetail
from tournaments.nights.pages import result
from tournaments.nights.pages.result import Prize
from tournaments.standings import calculate
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing_rows import figure


class Winners(NamedTuple):
    names: str  # as links
    many: int  # more than one if they share the first place
    points: str
    prizes: list[Prize]


def list_winners(club: Club, nights: Iterable[Night], seen: NameDetail) -> dict[int, SafeString]:
    """Return the names of the winners of nights of this club as HTML, with links to their pages,
    keyed by night. Nights that are not closed are left out. `seen` tells how names are shown.
    """
    ids = [night.pk for night in nights if night.state == Night.State.CLOSED]
    closed = Night.objects.filter(pk__in=ids).select_related("season__club", "season__reglement")
    found = calculate.night_standings(list(closed))
    first = {
        pk: [row.player for row in division.rows if row.rank == 1 and row.points is not None]
        for pk, division in found.items()
    }
    people = {player for who in first.values() for player in who}
    names = result.LinkedNames(standing.call_players(club, people, seen))
    return {pk: result.join_links(names[player] for player in who) for pk, who in first.items()}


def read_winners(night: Night) -> Winners:
    division = calculate.night_standing(night)
    people = {row.player for row in division.rows}
    called = standing.call_players(night.season.club, people, NameDetail.FULL)
    names = result.LinkedNames(called)
    first = [row for row in division.rows if row.rank == 1 and row.points is not None]
    points = figure(first[0].points) if first and first[0].points is not None else ""
    prizes = result.list_prizes(division, names, result.join_links)
    return Winners(
        result.join_links(names[row.player] for row in first), len(first), points, prizes
    )
