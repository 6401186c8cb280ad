"""The winners of a closed night and the prizes, for the top of the night's page."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.safestring import SafeString

from tournaments.members import couples
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights.pages import result
from tournaments.nights.pages.result import Prize
from tournaments.standings import calculate
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing_rows import format_points


class Winners(NamedTuple):
    names: str  # as links
    many: int  # more than one if they share the first place
    points: str
    prizes: list[Prize]


def list_winners(nights: Iterable[Night], seen: NameDetail) -> dict[int, SafeString]:
    """Return the names of the winners of each night as HTML, keyed by night. Each name has a link
    to the player's page, if the viewer may see that page. Nights that are not closed are left out.
    `seen` tells how names are shown.
    """
    ids = [night.pk for night in nights if night.state == Night.State.CLOSED]
    rows = Night.objects.filter(pk__in=ids).select_related("season__club", "season__reglement")
    closed = list(rows)
    standings = calculate.compute_night_standings(closed)
    first = {
        pk: [row.player for row in division.rows if row.rank == 1 and row.points is not None]
        for pk, division in standings.items()
    }
    seasons = {night.pk: night.season for night in closed}
    groups = couples.group_by_names((seasons[pk], who) for pk, who in first.items())
    names = {
        key: result.LinkedNames(standing.call_players(season, who, seen))
        for key, (season, who) in groups.items()
    }
    return {
        pk: result.join_links(names[couples.find_name_key(seasons[pk])][player] for player in who)
        for pk, who in first.items()
    }


def read_winners(night: Night) -> Winners:
    division = calculate.compute_night_standing(night)
    people = {row.player for row in division.rows}
    called = standing.call_players(night.season, people, NameDetail.FULL)
    names = result.LinkedNames(called)
    first = [row for row in division.rows if row.rank == 1 and row.points is not None]
    points = format_points(first[0].points) if first and first[0].points is not None else ""
    prizes = result.list_prizes(division, names, result.join_links)
    return Winners(
        result.join_links(names[row.player] for row in first), len(first), points, prizes
    )
