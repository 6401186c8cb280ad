from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.club.reglementen import is_lowest_best
from tournaments.members import couples
from tournaments.models import Club, Season
from tournaments.standings import season_history
from tournaments.standings.pages.career import find_own_row
from tournaments.standings.pages.charts import TwoPlayers
from tournaments.standings.pages.places import as_number
from tournaments.standings.pages.standing_texts import format_points
from tournaments.standings.rules import Row
from tournaments.standings.rules.head_to_head import HeadToHead, list_meetings
from tournaments.standings.season_history import History


@dataclass(frozen=True)
class SeasonOfTwo:
    id: int
    name: str
    tried: HeadToHead
    places: tuple[int, int] | None  # if both are in the same division


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
    two: TwoPlayers | None  # in the latest season with both in one division


def compare_players(club: Club, first: int, second: int) -> Comparison:
    return _compare(club, season_history.list_seasons_played(club), first, second)


@season_history.keep_until(lambda club: club.results_version)
def _compare(_club: Club, seasons: Sequence[Season], one: int, other: int) -> Comparison:
    lines, meetings = list[SeasonOfTwo](), list[MeetingLine]()
    two = None
    for season, history in zip(seasons, season_history.load_histories(seasons), strict=True):
        firsts = couples.stand_ins(season)
        first, second = (firsts.get(pk, pk) for pk in (one, other))
        came = {player for facts in history.inputs.facts.values() for player in facts.came}
        if first == second or not {first, second} <= came:
            continue
        met = list(list_meetings(history.played, first, second, is_lowest_best(season.reglement)))
        tried = _sum([meeting.tried for meeting in met])
        rows = _find_rows(history, first, second)
        places = (rows[0].rank, rows[1].rank) if rows and rows[0].rank and rows[1].rank else None
        two = two or (_follow(season, history, *rows) if rows else None)
        lines.append(SeasonOfTwo(season.pk, str(season), tried, places))
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
    return Comparison(lines, _sum([line.tried for line in lines]), meetings, two)


def _find_rows(history: History, first: int, second: int) -> tuple[Row, Row] | None:
    """None: they are not in the same division."""
    for division in history.standing:
        own, other = find_own_row(division.rows, first), find_own_row(division.rows, second)
        if own and other:
            return own, other
    return None


def _follow(season: Season, history: History, first: Row, second: Row) -> TwoPlayers | None:
    if len(history.days) < 2:
        return None
    wins = [
        Counter(
            share.player
            for played in night.rounds
            for share in played.shares
            if share.whole and 1 in share.places
        )
        for night in history.played
    ]
    (places, won), (other_places, other_won) = (
        (
            [step.rank if (step := after.get(pk)) else None for after in history.steps.values()],
            [of_night[pk] for of_night in wins],
        )
        for pk in (first.player, second.player)
    )
    gap = None
    if first.points is not None and second.points is not None:
        gap = as_number(abs(first.points - second.points))  # type: ignore[arg-type]
    days = [*history.days.values()]
    return TwoPlayers(str(season), days, (places, other_places), (won, other_won), gap)


def _sum(tries: Sequence[HeadToHead]) -> HeadToHead:
    return HeadToHead(*(sum(counts) for counts in zip(*tries, strict=True)))
