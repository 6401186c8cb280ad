from collections.abc import Iterable
from datetime import datetime, time
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone

from tournaments.club import time_and_place
from tournaments.members import couples
from tournaments.models import Club, Night, NightLogEntry, Season
from tournaments.names import NameDetail
from tournaments.nights.pages import agenda
from tournaments.nights.pages.result import Prize, list_prizes
from tournaments.standings import calculate
from tournaments.standings.pages.standing import Called, format_points
from tournaments.standings.rules import Division, Points

RESULTS = 10  # closed nights, the last one first


class Placed(NamedTuple):
    place: int | None  # None: too few nights for a place
    name: str
    points: Points
    nights: int  # on which the player came

    @property
    def figure(self) -> str:
        return format_points(self.points)


class Board(NamedTuple):
    division: int | None
    rows: list[Placed]


class Played(NamedTuple):
    night: Night
    rows: list[Placed]
    prizes: list[Prize]
    changed: datetime  # the last time, for example when it was closed or corrected

    @property
    def winners(self) -> str:
        return ", ".join(row.name for row in self.rows if row.place == 1)


class PublicClub(NamedTuple):
    club: Club
    season: Season | None  # that of the last closed night
    boards: list[Board]
    coming: list[tuple[Night, str]]  # each with its time and place in words
    results: list[Played]


def read_public_club(club: Club, most: int = RESULTS) -> PublicClub:
    nights = agenda.build_agenda(club)
    season = nights.closed[0].season if nights.closed else None
    closed = Night.objects.filter(season__club=club, state=Night.State.CLOSED)
    last = list(closed.select_related("season__reglement").order_by("-day", "-pk")[:most])
    return PublicClub(
        club,
        season,
        [_board(season, division) for division in calculate.compute_season_standing(season)]
        if season
        else [],
        [(night, time_and_place.in_words(night)) for night in (*nights.now, *nights.coming)],
        list(_results(last)),
    )


def _board(season: Season, division: Division) -> Board:
    ids = [row.player for row in division.rows]
    names = couples.load_names(season, ids, NameDetail.PUBLIC)
    return Board(division.number, list(_rows(division, names)))


def _rows(division: Division, names: dict[int, str]) -> Iterable[Placed]:
    for row in division.rows:
        if row.points is not None:
            yield Placed(row.rank, names[row.player], row.points, row.nights)


def _results(closed: list[Night]) -> Iterable[Played]:
    entries = NightLogEntry.objects.filter(night__in=closed)
    changed = dict(entries.values_list("night").annotate(Max("time")))
    for night in closed:
        division = calculate.compute_night_standing(night)
        names = couples.load_names(
            night.season, [row.player for row in division.rows], NameDetail.PUBLIC
        )
        prizes = list_prizes(division, {pk: Called(name) for pk, name in names.items()})
        played = datetime.combine(night.day, time.min, timezone.get_current_timezone())
        yield Played(night, list(_rows(division, names)), prizes, changed.get(night.pk, played))
