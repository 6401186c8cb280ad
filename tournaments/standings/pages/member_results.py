"""What somebody came to, night by night, as their own page shows it."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext

from tournaments.club.reglementen import system_of
from tournaments.models import Brought, Member, Night, Season, TableSeat
from tournaments.standings import history
from tournaments.standings.history import History
from tournaments.standings.inputs import season_rules
from tournaments.standings.pages.standing_rows import figure, words
from tournaments.standings.rules import NightPoints, Row


class Line(NamedTuple):
    """One night."""

    day: date
    points: str  # empty: it counts for nothing
    rounds: str  # each for itself, where there are several
    dashes: int
    said: str  # what was missed, and what counts for it
    dropped: bool

    @property
    def remarks(self) -> str:
        said = [self.said] * bool(self.said) + [gettext("does not count")] * self.dropped
        return ", ".join(said)


class Results(NamedTuple):
    season: Season
    row: Row
    ranked: int  # how many have a place
    division: int | None
    low: bool  # whether the lowest stands highest
    total: str
    lines: list[Line]  # the last night first
    seasons: Sequence[Season]


def build_member_results(member: Member, asked: int) -> Results | None:
    """In the season that is asked for, else the last one; of nights that are closed."""
    seasons = seasons_of(member)
    chosen = [one for one in seasons if one.pk == asked] or seasons
    return _of(chosen[0], member, seasons) if chosen else None


def seasons_of(member: Member) -> list[Season]:
    """In which this member played, the last one first."""
    people = Member.objects.filter(Q(pk=member.pk) | Q(merged_into=member))
    closed = Night.objects.filter(season__club=member.club_id, state=Night.State.CLOSED)
    sat = TableSeat.objects.filter(member__in=people, round__night__in=closed)
    brought = Brought.objects.filter(member__in=people, night__in=closed)
    in_one = Q(pk__in=sat.values("round__night__season"))
    in_one |= Q(pk__in=brought.values("night__season"))
    played = Season.objects.filter(in_one, club=member.club_id)
    return list(played.select_related("reglement").order_by("-first", "-pk"))


def _of(season: Season, member: Member, seasons: Sequence[Season]) -> Results | None:
    season.club = member.club
    went = history.load_history(season)
    for division in went.standing:
        for row in division.rows:
            if row.player == member.pk:
                ranked = sum(one.rank is not None for one in division.rows)
                total = "" if row.points is None else figure(row.points)
                low, lines = season_rules(season).low, _lines(season, went, row)
                return Results(season, row, ranked, division.number, low, total, lines, seasons)
    return None


def _lines(season: Season, went: History, row: Row) -> list[Line]:
    dashes = system_of(season.reglement).dash
    said = words()
    return [_line(went.days[one.night], one, dashes, said) for one in reversed(row.tallies)]


def _line(day: date, one: NightPoints, dashes: bool, words: dict[str, str]) -> Line:
    rounds = ["–" if part.points is None else figure(part.points) for part in one.slices]
    return Line(
        day=day,
        points="" if one.points is None else figure(one.points),
        rounds=" + ".join(rounds) if len(rounds) > 1 else "",
        dashes=one.dashes if dashes else 0,
        said=", ".join(words[each] for each in (one.state, one.how) if each in words),
        dropped=one.dropped,
    )
