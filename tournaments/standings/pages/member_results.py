"""A player's results night by night, for the player's page."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.club.reglementen import build_game
from tournaments.members import couples
from tournaments.models import Member, Season
from tournaments.standings import season_history
from tournaments.standings.inputs import build_season_rules
from tournaments.standings.pages.standing_rows import codes_in_words, format_points
from tournaments.standings.rules import NightPoints, Row
from tournaments.standings.season_history import History


class NightResult(NamedTuple):
    """A member's result on one night, as text."""

    night: int  # its id
    day: date
    points: str  # empty: the night does not count
    rounds: str  # the points of each round, if there are several
    dashes: int
    said: str  # what was missed and what counts instead
    dropped: bool

    @property
    def remarks(self) -> str:
        remarks = [self.said] * bool(self.said) + [gettext("does not count")] * self.dropped
        return ", ".join(remarks)


class Results(NamedTuple):
    season: Season
    row: Row
    ranked: int  # how many have a place
    division: int | None
    low: bool  # whether the lowest stands highest
    total: str
    lines: list[NightResult]  # the latest night first
    seasons: Sequence[Season]


def build_member_results(member: Member, season: int) -> Results | None:
    """Return the member's results in the season with the id `season`. If the member did not play in
    that season, return those of the member's latest season. Only closed nights are included.
    """
    seasons = list_seasons(member)
    chosen = [item for item in seasons if item.pk == season] or seasons
    return _build_results(chosen[0], member, seasons) if chosen else None


def list_seasons(member: Member) -> list[Season]:
    """Return the seasons in which the member played, the latest first."""
    seasons = season_history.list_seasons_played(member.club)
    return [
        season
        for season, history in zip(seasons, season_history.load_histories(seasons), strict=True)
        if any(
            couples.find_entrant(season, member) in facts.came
            for facts in history.inputs.facts.values()
        )
    ]


def _build_results(season: Season, member: Member, seasons: Sequence[Season]) -> Results | None:
    history, player = season_history.load_history(season), couples.find_entrant(season, member)
    for division in history.standing:
        for row in division.rows:
            if row.player == player:
                ranked = sum(other.rank is not None for other in division.rows)
                total = "" if row.points is None else format_points(row.points)
                low, lines = build_season_rules(season).low, _lines(season, history, row)
                return Results(season, row, ranked, division.number, low, total, lines, seasons)
    return None


def _lines(season: Season, went: History, row: Row) -> list[NightResult]:
    dashes = build_game(season.reglement).dash
    absence_words = codes_in_words()
    return [
        _line(went.ids[tally.night], went.days[tally.night], tally, dashes, absence_words)
        for tally in reversed(row.tallies)
    ]


def _line(
    night: int, day: date, night_points: NightPoints, dashes: bool, words: dict[str, str]
) -> NightResult:
    rounds = [
        "–" if part.points is None else format_points(part.points) for part in night_points.slices
    ]
    return NightResult(
        night=night,
        day=day,
        points="" if night_points.points is None else format_points(night_points.points),
        rounds=" + ".join(rounds) if len(rounds) > 1 else "",
        dashes=night_points.dashes if dashes else 0,
        said=", ".join(
            words[code] for code in (night_points.state, night_points.how) if code in words
        ),
        dropped=night_points.dropped,
    )
