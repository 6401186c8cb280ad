"""A season as a yearbook, and the seasons as a list of winners."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import django_tables2 as tables
from django.db.models import Count, Q
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.club import season_texts
from tournaments.club.seasons import lead_with_last_night
from tournaments.members import couples
from tournaments.models import Club, Night, Season
from tournaments.models.night import AHEAD
from tournaments.names import NOBODY, NameDetail, shorten_names
from tournaments.standings import season_history
from tournaments.standings.pages.places import Number, as_number
from tournaments.standings.pages.records import Named, Record, read_records
from tournaments.standings.pages.standing_columns import NumberColumn
from tournaments.standings.pages.standing_texts import (
    NAMED,
    Called,
    call_players,
    format_points,
    name_firsts,
)
from tournaments.standings.rules.breakdown import Division

KEPT = 8  # records
MOST = 10  # who won most seasons
PLAYERS = "tournaments/nights/_players.html"  # such as A, B and C, each with its page


@dataclass(frozen=True)
class NightOfYear:
    night: Night
    winners: str  # first names, with an initial where two have the same
    points: Number | None
    is_own: bool
    note: str = ""  # which of the nights to come it is


@dataclass(frozen=True)
class Month:
    words: str
    nights: Sequence[NightOfYear]


@dataclass(frozen=True)
class Yearbook:
    months: Sequence[Month]
    records: Sequence[Record]

    @property
    def played(self) -> list[bool]:
        """Return for each night whether it was played, those first."""
        states = [item.night.state for month in self.months for item in month.nights]
        return sorted((state == Night.State.CLOSED for state in states), reverse=True)


def read_yearbook(season: Season, detail: NameDetail, own: Collection[int]) -> Yearbook:
    history = season_history.load_history(season)
    numbers = {pk: number for number, pk in history.ids.items()}
    nights = list(season.nights.order_by("day", "pk"))
    today = timezone.localdate()
    ahead = [night.pk for night in nights if night.state in AHEAD and night.day >= today]
    notes = dict.fromkeys(ahead[-1:], gettext("the last")) | dict.fromkeys(
        ahead[:1], gettext("the next")
    )
    firsts = {
        night.pk: _list_first(history.nights[numbers[night.pk]])
        for night in nights
        if night.pk in numbers
    }
    everybody = {player for players, _points in firsts.values() for player in players}
    called = call_players(season, everybody, detail)
    short = shorten_names([(player.name, player.first) for player in called.values()])
    named = dict(zip(called, short, strict=True))
    cells = [
        NightOfYear(
            night,
            name_firsts([named[who] for who in players]),
            points,
            is_own=any(who in own for who in players),
            note=notes.get(night.pk, ""),
        )
        for night in nights
        for players, points in [firsts.get(night.pk, ((), None))]
    ]
    months = groupby(cells, key=lambda cell: cell.night.day.replace(day=1))
    records: list[Record] = []
    if ended := history.ended:
        kept = read_records(season.club, season.pk, detail, own)
        of_games = [record for _game, of_game in kept.games for record in of_game]
        number = max(sorted(ended), key=lambda number: len(history.nights[number].rows))
        people = season.count_people(len(history.nights[number].rows))
        day = Named(0, "", history.days[number], history.ids[number])
        busiest = Record(gettext("Busiest night"), people, [day], 0)
        records = [*of_games[:2], *kept.everything, busiest]
    return Yearbook(
        [Month(date_format(month, "N"), list(of_month)) for month, of_month in months],
        records[:KEPT],
    )


def _list_first(division: Division) -> tuple[list[int], Number | None]:
    first = [row for row in division.rows if row.rank == 1 and row.points is not None]
    return [row.player for row in first], as_number(first[0].points) if first else None


# All seasons


@dataclass(frozen=True)
class SeasonLine:
    season: Season
    runs: bool
    winners: Sequence[Called]
    points: Number | None
    nights: int
    places: Mapping[int, int | None]  # of who came
    planned: int = 0  # nights, with those that were played

    @property
    def players(self) -> int:
        return len(self.places)


def list_season_lines(club: Club, detail: NameDetail) -> list[SeasonLine]:
    """The one played last comes first, without open evenings."""
    planned = Count("nights", filter=~Q(nights__state=Night.State.CALLED_OFF))
    seasons = lead_with_last_night(club.seasons.select_related("reglement"))
    latest = Coalesce("closed", "last").desc()
    every = list(seasons.annotate(planned=planned).order_by(latest, "-first", "-pk"))
    lines = _list_lines(club, every, detail)  # kept, and knows not of nights planned since
    return [replace(line, planned=of.planned) for line, of in zip(lines, every, strict=True)]


@season_history.keep_until(lambda club: (club.results_version, timezone.localdate()))
def _list_lines(_club: Club, seasons: Sequence[Season], detail: NameDetail) -> list[SeasonLine]:
    histories = season_history.load_histories(seasons)
    firsts = {season: _list_first(each.standing[0]) for season, each in histories.items()}
    groups = couples.group_by_names((season, first[0]) for season, first in firsts.items())
    called = {key: call_players(season, ids, detail) for key, (season, ids) in groups.items()}
    return [
        SeasonLine(
            season,
            not season.is_over,
            [called[couples.find_name_key(season)][player] for player in firsts[season][0]],
            firsts[season][1],
            len(history.days),
            {row.player: row.rank for part in history.standing for row in part.rows if row.nights},
        )
        for season, history in histories.items()
    ]


def tell_own_seasons(lines: Sequence[SeasonLine], own: Collection[int]) -> str:
    """Since when somebody plays, and their best place."""
    played = [
        (line.season.first.year, line.places[player])
        for line in lines
        for player in couples.find_entrants(line.season, own)
        if player in line.places
    ]
    if not played:
        return ""
    said = {"year": min(year for year, _place in played)}
    words = gettext("You have played since %(year)s.") % said
    best = min((place for _year, place in played if place), default=None)
    if best is not None:
        words += " " + gettext("Your best place: %(place)s.") % {"place": best}
    return words


def list_most_wins(lines: Sequence[SeasonLine]) -> list[tuple[Called, list[Season]]]:
    """Return who won which seasons that are over, as soon as somebody won two."""
    won: dict[Called, list[Season]] = {}
    for line in lines:
        for winner in () if line.runs else line.winners:
            if winner.name != NOBODY:  # several may be hidden, who would look like one
                won.setdefault(winner, []).append(line.season)
    most = sorted(won.items(), key=lambda pair: -len(pair[1]))
    return most[:MOST] if most and len(most[0][1]) > 1 else []


class SeasonsTable(tables.Table):  # type: ignore[misc]  # it has no types
    season = tables.Column(verbose_name=_("Season"), order_by=("season__first", "season__pk"))
    winners = tables.Column(verbose_name=_("First place"), orderable=False)
    points = NumberColumn(verbose_name=_("Total"), orderable=False)
    nights = NumberColumn(verbose_name=_("Nights"))
    players = NumberColumn(verbose_name=_("Players"))

    class Meta:
        row_attrs = {
            "class": lambda record: ("lead" if record.runs else "won") if record.winners else None
        }

    def render_season(self, record: SeasonLine) -> SafeString:
        season = record.season
        usual = season.counting == Season.Counting.SUM and not season.by_period
        return format_html(
            '<a href="{}">{}</a><small>{}</small>',
            season.get_absolute_url(),
            season_texts.make_unbroken(season),
            "" if usual else season_texts.describe_counting(season),
        )

    def render_winners(self, record: SeasonLine) -> SafeString:
        names = name_firsts([winner.name for winner in record.winners])
        if len(record.winners) <= NAMED:
            names = render_to_string(PLAYERS, {"players": record.winners})
        people = record.season.count_people(len(record.winners))
        state = ""
        if record.runs:
            state = ngettext("leads", "lead", people) if people else gettext("still running")
        return format_html('<span translate="no">{}</span><small>{}</small>', names, state)

    def render_nights(self, value: int, record: SeasonLine) -> str | int:
        many = {"done": value, "all": record.planned}
        return gettext("%(done)s of %(all)s") % many if record.runs else value

    def render_points(self, value: Number | None) -> str:
        return "" if value is None else format_points(value)

    def value_season(self, record: SeasonLine) -> str:
        return str(record.season)

    def value_winners(self, record: SeasonLine) -> str:
        return get_text_list([winner.name for winner in record.winners], gettext("and"))
