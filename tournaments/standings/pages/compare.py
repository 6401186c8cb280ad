from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import get_language

from tournaments.club.reglementen import is_lowest_best
from tournaments.models import Club, Season
from tournaments.standings import season_history
from tournaments.standings.pages.career import find_own_row
from tournaments.standings.pages.charts import TwoPlayers
from tournaments.standings.pages.places import as_number
from tournaments.standings.pages.standing import format_points
from tournaments.standings.rules import PlayedNight
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
    seasons = season_history.list_seasons_played(club)
    key = f"compare:{first}:{second}:{get_language()}"
    version = season_history.find_version(club, seasons)
    return season_history.keep_current(key, version, lambda: _compare(seasons, first, second))


def _compare(seasons: Sequence[Season], first: int, second: int) -> Comparison:
    lines, meetings = list[SeasonOfTwo](), list[MeetingLine]()
    two = None
    for season, history in zip(seasons, season_history.load_histories(seasons), strict=True):
        came = {player for facts in history.inputs.facts.values() for player in facts.came}
        if not {first, second} <= came:
            continue
        met = list(list_meetings(history.played, first, second, is_lowest_best(season.reglement)))
        tried = _sum([meeting.tried for meeting in met])
        places = _find_places(history, first, second)
        two = two or _follow(season, history, first, second)
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


def _follow(season: Season, history: History, first: int, second: int) -> TwoPlayers | None:
    for division in history.standing:
        rows = find_own_row(division.rows, first), find_own_row(division.rows, second)
        if rows[0] and rows[1] and len(history.days) > 1:
            break
    else:
        return None
    both = {
        pk: (
            [step.rank if (step := after.get(pk)) else None for after in history.steps.values()],
            [_count_won(night, pk) for night in history.played],
        )
        for pk in (first, second)
    }
    gap = None
    if rows[0].points is not None and rows[1].points is not None:
        gap = as_number(abs(rows[0].points - rows[1].points))  # type: ignore[arg-type]
    (places, won), (other_places, other_won) = both[first], both[second]
    days = [*history.days.values()]
    return TwoPlayers(str(season), days, (places, other_places), (won, other_won), gap)


def _count_won(night: PlayedNight, player: int) -> int:
    shares = (share for played in night.rounds for share in played.shares)
    return sum(share.whole and 1 in share.places for share in shares if share.player == player)


def _sum(tries: Sequence[HeadToHead]) -> HeadToHead:
    return HeadToHead(*(sum(counts) for counts in zip(*tries, strict=True)))


def _find_places(history: History, first: int, second: int) -> tuple[int, int] | None:
    for division in history.standing:
        rows = find_own_row(division.rows, first), find_own_row(division.rows, second)
        if rows[0] and rows[1] and rows[0].rank and rows[1].rank:
            return rows[0].rank, rows[1].rank
    return None
