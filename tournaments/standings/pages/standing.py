"""The page of a season's standing: figures, and in words how they came about."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.members import members
from tournaments.models import Season, TieRuling
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings import calculate, history
from tournaments.standings import corrections as corrected
from tournaments.standings.corrections import Correction
from tournaments.standings.history import History
from tournaments.standings.pages.place_tables import DivisionTable
from tournaments.standings.pages.standing_rows import (
    Columns,
    StandingRow,
    columns_of,
    legend,
    moved_of,
    rules,
)
from tournaments.standings.rules import Division, Row, TieDecision, unsettled


class Ruling(NamedTuple):
    """How a tie was settled, in words."""

    division: int | None
    what: str
    words: str


class SeasonPage(NamedTuple):
    boards: Sequence[DivisionTable]
    columns: Columns
    nights: Sequence[SafeString]  # their headings; empty before the first closed night
    many: int  # how many nights
    legend: Sequence[tuple[str, str]]  # signs and their meaning
    left: int  # nights still to be played
    moves: bool  # whether rows show moves since the last night
    ties: int  # ties that decide something and nobody settled
    settled: Sequence[Ruling]
    corrections: Sequence[Correction]


Nights = list[tuple[date, str, str]]


class Called(NamedTuple):
    """The name of a player, and the address of the player's page. The address is empty if the name
    is hidden there.
    """

    name: str
    address: str


def nights_of(season: Season) -> Nights:
    """Return the nights that count in the season."""
    return _days(history.load_history(season).days.values())


def _days(days: Iterable[date]) -> Nights:
    """Return each day with a short and a long text for it."""
    language = get_language()
    return [(day, *_write_day(day, language)) for day in days]


@lru_cache(maxsize=1000)
def _write_day(day: date, _language: str | None) -> tuple[str, str]:
    return date_format(day, "DAY_AND_MONTH_FORMAT"), date_format(day)


def build_standing(season: Season, seen: NameDetail) -> SeasonPage:
    """Return the page. It is cached until the club's `results_version` changes, because many people
    look after a night.
    """
    season_history = history.load_history(season)
    key = "board", season.club.results_version, get_language(), seen
    return season_history.drawn(key, lambda: _read(season, season_history, seen))


def _read(season: Season, went: History, seen: NameDetail) -> SeasonPage:
    divisions, days = calculate.as_settled(season, went.standing), _days(went.days.values())
    columns, called = columns_of(season), _called(season, divisions, seen)
    shown_corrections = corrected.shown(went.corrections, season, seen)
    wide = columns.wide + len(days)
    names = {pk: item.name for pk, item in called.items()}
    return SeasonPage(
        boards=[_board(item, called, names, wide) for item in divisions],
        columns=columns,
        nights=list(_heads(days, {item.night for item in shown_corrections})),
        many=len(days),
        legend=_legend(went, columns),
        left=went.left,
        moves=any(item.since for item in divisions),
        ties=sum(len(unsettled(item)) for item in divisions),
        settled=list(rulings(divisions, names)),
        corrections=shown_corrections,
    )


def _legend(went: History, columns: Columns) -> list[tuple[str, str]]:
    """Return the legend. It is cached, because thousands of cells are searched for signs."""
    days = zip(went.days, _days(went.days.values()), strict=True)
    short = {number: day for number, (_day, day, _whole) in days}
    rows = [row for division in went.standing for row in division.rows]
    key = "legend", get_language(), columns
    return went.drawn(key, lambda: legend(rows, dashes=columns.dashes, days=short))


def _called(season: Season, divisions: Sequence[Division], seen: NameDetail) -> dict[int, Called]:
    """Return each player's name and address. On a player's page, members see names as the public
    does. So a name can be shown here and be hidden there.
    """
    players = reverse("tournaments:players", args=[season.club.slug])
    openly = NameDetail.PUBLIC if seen == NameDetail.FELLOW else seen
    ids = _players(divisions)
    known = members.known(ids)
    labels = members.of_these(members.label_all(known, seen), ids)
    hides = {pk for pk in ids if known[pk].called(openly).name.full == NOBODY}
    return {
        pk: Called(label.full, "" if pk in hides else f"{players}{pk}/")
        for pk, label in labels.items()
    }


def rulings(divisions: Iterable[Division], names: Mapping[int, str]) -> Iterator[Ruling]:
    for division in divisions:
        for decision in division.settled:
            yield Ruling(division.number, decision.what, settlement_in_words(decision, names))


def _board(
    division: Division, called: Mapping[int, Called], names: Mapping[int, str], wide: int
) -> DivisionTable:
    lines = [
        StandingRow(
            place=row.rank or place,
            name=called[row.player].name,
            remarks=", ".join(marks(row, division)),
            moved=None if division.since is None else moved_of(row),
            row=row,
            address=called[row.player].address,
        )
        for place, row in enumerate(by_name_where_equal(division.rows, names), 1)
    ]
    return DivisionTable(division.number, lines, rules_above(lines, rules(division, wide)), {})


def rules_above(lines: Sequence[Any], rules: Mapping[int, SafeString]) -> dict[int, SafeString]:
    """Return the dividing lines, keyed by the player below instead of the number of the row."""
    return {lines[n].row.player: rule for n, rule in rules.items() if n < len(lines)}


def by_name_where_equal(rows: Sequence[Row], names: Mapping[int, str]) -> Sequence[Row]:
    """Return the rows in the order of places. Players who share a place are sorted by name."""
    if not any(row.tied for row in rows):
        return rows
    last = len(rows) + 1
    return sorted(
        rows, key=lambda row: (row.rank or last, fold(names[row.player]) if row.tied else "")
    )


def _heads(nights: Nights, mended: Collection[date]) -> Iterator[SafeString]:
    corrected = gettext("%(day)s, corrected")
    for day, short, whole in nights:
        is_mended = day in mended
        title, text = (corrected % {"day": whole}, f"{short}•") if is_mended else (whole, short)
        yield format_html('<abbr title="{}">{}</abbr>', title, text)


def names_of(divisions: Sequence[Division], seen: NameDetail) -> dict[int, str]:
    return members.names_by_id(_players(divisions), seen)


def _players(divisions: Sequence[Division]) -> list[int]:
    return [row.player for division in divisions for row in division.rows]


def marks(row: Row, division: Division) -> list[str]:
    """Return the remarks on a row: what the place brings, or why there is no place."""
    found = []
    for move, sure, tied in ((division.up, UP, MAY_GO_UP), (division.down, DOWN, MAY_GO_DOWN)):
        found += [str(sure)] if row.player in move.sure else []
        found += [str(tied)] if row.player in move.tied else []
    for prize in division.prizes:
        if row.player in prize.players:
            found.append(gettext("shares a prize") if len(prize.players) > 1 else gettext("prize"))
    if found:
        hows = [decision.how for decision in division.settled if row.player in decision.players]
        found += [str(TieRuling.How(how).label) for how in hows]
    if division.least > 1 and row.rank is None:
        found.append(_too_few(row.nights, division.least))
    return list(dict.fromkeys(found))


def _too_few(came: int, least: int) -> str:
    words = ngettext("%(came)s of %(count)s night", "%(came)s of %(count)s nights", least)
    return words % {"came": came, "count": least}


def settlement_in_words(tie_ruling: TieRuling | TieDecision, names: Mapping[int, str]) -> str:
    """Return in words how a tie was settled, with the players in the order decided."""
    who = ", ".join(names.get(pk, NOBODY) for pk in tie_ruling.order or tie_ruling.players)
    return f"{TieRuling.How(tie_ruling.how).label}: {who}"


UP, MAY_GO_UP = _("goes up"), _("may go up")
DOWN, MAY_GO_DOWN = _("goes down"), _("may go down")
