"""Compare two players season by season: who finished ahead when they sat at the same table, and
their places in the standing.
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from tournaments.club.reglementen import is_lowest_best
from tournaments.models import Club, Season
from tournaments.standings import season_history
from tournaments.standings.pages.career import find_own_row
from tournaments.standings.pages.standing_rows import format_points
from tournaments.standings.rules.head_to_head import HeadToHead, Meeting, list_meetings
from tournaments.standings.season_history import History


class SeasonOfTwo(NamedTuple):
    """A season in which both players played: how they did against each other at the same table and,
    if both are in the same division, their places.
    """

    season: Season
    tried: HeadToHead
    places: tuple[int, int] | None


class MeetingLine(NamedTuple):
    night: int  # its id
    day: date
    round: int
    first: str  # points
    second: str
    tried: HeadToHead


class Comparison(NamedTuple):
    seasons: list[SeasonOfTwo]  # the latest first
    total: HeadToHead
    meetings: list[MeetingLine]  # the latest first


def compare_players(club: Club, first: int, second: int) -> Comparison:
    """Return how two players did against each other over the closed nights of all seasons."""
    seasons = season_history.list_seasons_played(club)
    lines, meetings = list[SeasonOfTwo](), list[MeetingLine]()
    for season, history in zip(seasons, season_history.load_histories(seasons), strict=True):
        came = {player for facts in history.inputs.facts.values() for player in facts.came}
        if not {first, second} <= came:
            continue
        met = list(list_meetings(history.played, first, second, is_lowest_best(season.reglement)))
        lines.append(
            SeasonOfTwo(season, _sum([item.tried for item in met]), _places(history, first, second))
        )
        meetings += [_line(item, history) for item in reversed(met)]
    return Comparison(lines, _sum([line.tried for line in lines]), meetings)


def _sum(tries: Sequence[HeadToHead]) -> HeadToHead:
    return HeadToHead(*(sum(counts) for counts in zip(*tries, strict=True)))


def _places(history: History, first: int, second: int) -> tuple[int, int] | None:
    for division in history.standing:
        rows = find_own_row(division.rows, first), find_own_row(division.rows, second)
        if rows[0] and rows[1] and rows[0].rank and rows[1].rank:
            return rows[0].rank, rows[1].rank
    return None


def _line(meeting: Meeting, history: History) -> MeetingLine:
    night, points = meeting.night, (format_points(meeting.first), format_points(meeting.second))
    return MeetingLine(
        history.ids[night], history.days[night], meeting.round, *points, meeting.tried
    )
