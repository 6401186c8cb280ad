"""The winners of a closed night and the prizes, for the top of the night's page."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.members import couples
from tournaments.models import Night
from tournaments.names import NameDetail
from tournaments.nights.pages import result
from tournaments.nights.pages.result import Prize
from tournaments.standings import calculate
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing import Called
from tournaments.standings.pages.standing_rows import format_points
from tournaments.standings.rules import Division


class Winners(NamedTuple):
    players: Sequence[Called]  # several if they share the first place
    points: str
    prizes: Sequence[Prize]


def list_winners(nights: Iterable[Night], seen: NameDetail) -> dict[int, list[Called]]:
    """Return the winners of each closed night, keyed by night. `seen` tells how names are shown."""
    ids = [night.pk for night in nights if night.state == Night.State.CLOSED]
    rows = Night.objects.filter(pk__in=ids).select_related("season__club", "season__reglement")
    closed = list(rows)
    standings = calculate.compute_night_standings(closed)
    first = {pk: _find_first(division) for pk, division in standings.items()}
    seasons = {night.pk: night.season for night in closed}
    groups = couples.group_by_names((seasons[pk], who) for pk, who in first.items())
    called = {
        key: standing.call_players(season, who, seen) for key, (season, who) in groups.items()
    }
    return {
        pk: [called[couples.find_name_key(seasons[pk])][player] for player in who]
        for pk, who in first.items()
    }


def read_winners(night: Night) -> Winners:
    division = calculate.compute_night_standing(night)
    called = standing.call_all(night.season, [division], NameDetail.FULL)
    first = _find_first(division)
    points = next((row.points for row in division.rows if row.player in first), None)
    return Winners(
        [called[player] for player in first],
        "" if points is None else format_points(points),
        result.list_prizes(division, called),
    )


def _find_first(division: Division) -> list[int]:
    return [row.player for row in division.rows if row.rank == 1 and row.points is not None]
