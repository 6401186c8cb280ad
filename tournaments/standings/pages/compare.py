from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tournaments.club.reglementen import is_lowest_best
from tournaments.members import couples
from tournaments.models import Club, Season
from tournaments.standings import season_history
from tournaments.standings.inputs import build_season_rules
from tournaments.standings.pages.charts import TwoPlayers
from tournaments.standings.pages.places import Number, as_number
from tournaments.standings.pages.player_all_seasons import find_own_row
from tournaments.standings.pages.standing_texts import format_points
from tournaments.standings.rules.breakdown import PLAYED, Row
from tournaments.standings.rules.head_to_head import HeadToHead, list_meetings
from tournaments.standings.season_history import History


class Figures(NamedTuple):
    place: int | None
    total: Number | None
    average: Number | None  # of a night
    best: Number | None
    won: Sequence[int]  # tables, on each night

    @property
    def tables(self) -> int:
        return sum(self.won)


@dataclass(frozen=True)
class SeasonOfTwo:
    id: int
    name: str
    tried: HeadToHead
    figures: Sequence[Figures]  # of both; none if they are in different divisions
    two: TwoPlayers | None  # nor then, or after a single night

    @property
    def has_totals(self) -> bool:
        """They say more than the averages."""
        return any(each.total != each.average for each in self.figures)


@dataclass(frozen=True)
class MeetingLine:
    night: int  # its id
    day: date
    round: int
    first: str  # points
    second: str
    tried: HeadToHead


@dataclass(frozen=True)
class Comparison:
    seasons: Sequence[SeasonOfTwo]  # the latest first
    total: HeadToHead
    meetings: Sequence[MeetingLine]  # the latest first

    def choose_season(self, asked: int) -> SeasonOfTwo | None:
        """Without one that is asked for, the latest of which there is a chart."""
        found = sorted(self.seasons, key=lambda line: (line.id != asked, line.two is None))
        return found[0] if found else None


def compare_players(club: Club, first: int, second: int) -> Comparison:
    return _compare(club, season_history.list_seasons_played(club), first, second)


@season_history.keep_until(lambda club: club.results_version)
def _compare(_club: Club, seasons: Sequence[Season], one: int, other: int) -> Comparison:
    lines, meetings = list[SeasonOfTwo](), list[MeetingLine]()
    for season, history in season_history.load_histories(seasons).items():
        firsts = couples.stand_ins(season)
        first, second = (firsts.get(pk, pk) for pk in (one, other))
        if first == second or not {first, second} <= history.came:
            continue
        met = list(list_meetings(history.played, first, second, is_lowest_best(season.reglement)))
        tried = _sum([meeting.tried for meeting in met])
        rows = _find_rows(history, first, second)
        low = build_season_rules(season).low
        figures = [_read_figures(history, row, low) for row in rows]
        two = _follow(season, history, rows, figures) if rows else None
        lines.append(SeasonOfTwo(season.pk, str(season), tried, figures, two))
        meetings += [
            MeetingLine(
                night=history.ids[meeting.night],
                day=history.days[meeting.night],
                round=meeting.round,
                first=format_points(meeting.first),
                second=format_points(meeting.second),
                tried=meeting.tried,
            )
            for meeting in reversed(met)
        ]
    return Comparison(lines, _sum([line.tried for line in lines]), meetings)


def _find_rows(history: History, first: int, second: int) -> Sequence[Row]:
    """None, if they are not in the same division."""
    for division in history.standing:
        own, other = find_own_row(division.rows, first), find_own_row(division.rows, second)
        if own and other:
            return own, other
    return ()


def _read_figures(history: History, row: Row, low: bool) -> Figures:
    whole = [
        tally.points
        for tally in row.tallies
        if tally.came and tally.state == PLAYED and tally.points is not None
    ]
    won = [
        sum(
            share.player == row.player and share.whole and 1 in share.places
            for played in night.rounds
            for share in played.shares
        )
        for night in history.played
    ]
    best = (min(whole) if low else max(whole)) if whole else None
    total, average = as_number(row.points), as_number(row.average)
    return Figures(row.rank, total, average, as_number(best), won)


def _follow(
    season: Season, history: History, rows: Sequence[Row], figures: Sequence[Figures]
) -> TwoPlayers | None:
    if len(history.days) < 2:
        return None
    first, second = (history.list_places(row.player) for row in rows)
    gap = None
    if rows[0].points is not None and rows[1].points is not None:
        gap = as_number(abs(rows[0].points - rows[1].points))  # type: ignore[arg-type]
    days = [*history.days.values()]
    return TwoPlayers(str(season), days, (first, second), [each.won for each in figures], gap)


def _sum(tries: Sequence[HeadToHead]) -> HeadToHead:
    return HeadToHead(*(sum(counts) for counts in zip(*tries, strict=True)))
