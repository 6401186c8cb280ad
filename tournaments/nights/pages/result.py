"""The result page of a night, provisional or final: the standing and each table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.pages import grid
from scoring.pages.grid import Grid
from scoring.sheets.progress import Progress
from tournaments.club import season_texts
from tournaments.club.reglementen import system_of
from tournaments.members import members
from tournaments.models import Night, NightLogEntry, Season, Table, TieRuling
from tournaments.names import NameDetail
from tournaments.nights.pages import incomplete, overview
from tournaments.nights.pages.incomplete import Incomplete
from tournaments.nights.pages.overview import NightTable
from tournaments.standings import calculate as counted
from tournaments.standings import corrections as corrected
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing_rows import StandingRow, figure
from tournaments.standings.played_nights import PlayedSheet
from tournaments.standings.rules import Division
from tournaments.standings.sheet_result import SeatGames

EVERY_TABLE = -1  # the page's number for "open all tables"


class Seated(NamedTuple):
    """A seat of a table and its result."""

    names: str  # everybody who sat there, in order
    place: int | None
    points: str
    dashes: int


class Scored(NamedTuple):
    """A table with its progress and result."""

    id: int
    round: int
    number: int
    how: Progress
    people: tuple[Seated, ...]
    games: SafeString | None  # None: folded up


class Written(NamedTuple):
    """The sheet of a table, with the names to show for its seats."""

    round: int
    table: int
    form: PlayedSheet
    names: dict[str, str]


class Win(NamedTuple):
    names: str
    round: int
    table: int
    ahead: str


class Prize(NamedTuple):
    place: int | str
    names: str
    shared: bool
    how: str  # how a tie for it was settled; empty if there was none


class Correction(NamedTuple):
    """A reopening of the night after it was closed."""

    time: datetime
    round: int | None
    table: int | None  # None: all of the night
    reason: str


class Result(NamedTuple):
    lines: Sequence[StandingRow]
    how: Mapping[int, Progress]  # by sheet; empty for a closed night
    rounds: Sequence[int]  # rounds that somebody played to the end
    dashes: bool
    places: bool  # points are for places; the points of the game are shown beside them
    uneven: str  # how places are decided while tables are not equally far
    every: Sequence[int]  # all rounds drawn
    shown: int
    cards: Sequence[Scored]
    prizes: Sequence[Prize]
    wins: Sequence[Win]
    corrections: Sequence[Correction]
    incomplete: Sequence[Incomplete]
    missed: str  # how such a round counts in the season

    @property
    def count_in(self) -> int:
        return sum(card.how.approved for card in self.cards)


def build_result(night: Night, names: NameDetail, *, asked: int = 0, opened: int = 0) -> Result:
    """Build the page. `asked` is the round whose tables are shown. `opened` is the table whose
    games are shown.
    """
    division, rounds, forms = counted.of_night_in_full(night)
    stands = overview.list_tables(night)
    names_shown = members.names_by_id(_people(division, forms.values()), names)
    drawn = sorted({stand.round for stand in stands})
    shown = asked if asked in drawn else overview.current(stands)
    closed = night.state == Night.State.CLOSED
    dashes = system_of(night.season.reglement).dash
    here = [stand for stand in stands if stand.round == shown]
    how = {stand.table.sheet_id: stand.how for stand in stands}
    cards = (_card(table, forms.get(table.table.sheet_id), names_shown, opened) for table in here)
    return Result(
        lines=list(_lines(division, names_shown, closed=closed)),
        how={} if closed else how,
        rounds=rounds,
        dashes=dashes,
        places=counts_places(night),
        uneven=uneven(division, night),
        every=drawn,
        shown=shown,
        cards=list(cards),
        prizes=_prizes(division, names_shown) if closed else [],
        wins=_biggest(stands, forms, names_shown),
        corrections=_corrections(night, names),
        incomplete=incomplete.describe_incomplete(night, division, rounds, names_shown),
        missed=season_texts.round_missed(night.season),
    )


def counts_places(night: Night) -> bool:
    return night.season.counting == Season.Counting.PLACES


def uneven(division: Division, night: Night) -> str:
    """Return how places are decided while tables are not equally far. The text is empty once they
    are.
    """
    if not division.uneven:
        return ""
    if night.season.counting == Season.Counting.PLACES:
        return gettext(
            "Not all tables are equally far: until they are, places go by the average of a round."
        )
    return gettext(
        "Not all tables are equally far: until they are, places go by the average of a game."
    )


def _lines(division: Division, names: Mapping[int, str], *, closed: bool) -> Iterator[StandingRow]:
    rows = standing.by_name_where_equal(division.rows, names)
    for place, row in enumerate(rows, 1):
        marks = ", ".join(standing.marks(row, division)) if closed else ""
        yield StandingRow(row.rank or place, names[row.player], marks, None, row)


def _people(division: Division, forms: Iterable[PlayedSheet]) -> set[int]:
    seated = {stint.member for form in forms for stint in form.stints}
    return seated | {row.player for row in division.rows}


def forms(night: Night, names: NameDetail) -> Iterator[Written]:
    """Yield the sheet of every table that has begun, in order of round and table."""
    _division, _rounds, found = counted.of_night_in_full(night)
    names_shown = members.names_by_id(
        {stint.member for form in found.values() for stint in form.stints}, names
    )
    for stand in overview.list_tables(night):
        if form := found.get(stand.table.sheet_id):
            shown = {seat: seated.names for seat, seated in _seated(form, names_shown).items()}
            yield Written(stand.round, stand.table.number, form, shown)


def _prizes(division: Division, names: Mapping[int, str]) -> list[Prize]:
    return [
        Prize(
            prize.place,
            ", ".join(names[who] for who in prize.players),
            len(prize.players) > 1,
            str(TieRuling.How(prize.how).label) if prize.how else "",
        )
        for prize in division.prizes
    ]


# The tables


def _card(
    stand: NightTable, form: PlayedSheet | None, names: Mapping[int, str], opened: int
) -> Scored:
    table = stand.table
    people = _seated(form, names) if form else {}
    games = None
    if form and opened in (table.pk, EVERY_TABLE):
        shown = {seat: seated.names for seat, seated in people.items()}
        games = _drawn(table.number, _games(grid.build_grid(form.outcome.data), shown))
    return Scored(table.pk, stand.round, table.number, stand.how, tuple(people.values()), games)


def _seated(form: PlayedSheet, names: Mapping[int, str]) -> dict[str, Seated]:
    """Return the seats in order of the sheet, keyed by the name on the sheet. Not everybody may see
    that name, so each seat has the name to show.
    """
    result = form.outcome.whole
    seats = _seats(form.stints)
    places = {name: group["rank"] for group in result["ranking"] for name in group["players"]}
    points = result["match_points"] or result["totals"]
    return {
        seat: Seated(
            names=" / ".join(dict.fromkeys(names[stay.member] for stay in seats.get(seat, ()))),
            place=places.get(seat) if form.outcome.last else None,
            points=grid.figure(points.get(seat)) if form.outcome.last else "",
            dashes=result["dashes"].get(seat, 0),
        )
        for seat in form.outcome.data["players"]
    }


def _seats(stints: Iterable[SeatGames]) -> dict[str, list[SeatGames]]:
    """Return each seat's stays, in order, keyed by the name of the seat."""
    stays: dict[str, list[SeatGames]] = {}
    for stay in stints:
        stays.setdefault(stay.name, []).append(stay)
    return stays


def _games(found: Grid, names: Mapping[str, str]) -> Grid:
    """Return the grid up to the last game played, with the names that this page shows."""
    last = max((line.number for line in found.lines if _is_written(line)), default=0)
    return replace(
        found,
        columns=[column._replace(name=names[column.name]) for column in found.columns],
        lines=[_unnamed(line, names) for line in found.lines[:last]],
    )


def _is_written(line: grid.Line) -> bool:
    return bool(line.void or line.bid) or any(cell.kind != "empty" for cell in line.cells)


def _unnamed(line: grid.Line, names: Mapping[str, str]) -> grid.Line:
    bid = line.bid and line.bid._replace(by=names.get(line.bid.by, ""))
    return line._replace(bid=bid, turn="", starter="", next=False)


def _drawn(number: int, found: Grid) -> SafeString:
    return render_to_string("tournaments/nights/_games.html", {"number": number, "grid": found})


def cards(found: Result) -> SafeString:
    """Return the HTML of all cards. A card is rendered once for all viewers, until it changes."""
    language = get_language()
    return SafeString("".join(_in_html(card, found.dashes, language) for card in found.cards))


@lru_cache(maxsize=1000)
def _in_html(card: Scored, dashes: bool, _language: str | None) -> SafeString:
    return render_to_string("tournaments/nights/_card.html", {"card": card, "dashes": dashes})


# Biggest wins and corrections


def _biggest(
    stands: Iterable[NightTable], forms: Mapping[int, PlayedSheet], names: Mapping[int, str]
) -> list[Win]:
    """Return the tables whose winner was furthest ahead of the second. Only tables whose result is
    final count.
    """
    over = [
        final for final in stands if final.how.over and (final.how.approved or final.how.closed)
    ]
    found = [
        (win[1], stand, form, win[0])
        for stand in over
        if (form := forms.get(stand.table.sheet_id)) and (win := form.outcome.win)
    ]
    most = max((ahead for ahead, *_rest in found), default=0)
    return [
        Win(_who(form, who, names), stand.round, stand.table.number, figure(ahead))
        for ahead, stand, form, who in found
        if ahead == most
    ]


def _who(form: PlayedSheet, seats: Sequence[str], names: Mapping[int, str]) -> str:
    """Return the names of those who sat on these seats at the end."""
    stays = _seats(form.stints)
    return ", ".join(names[stays[seat][-1].member] for seat in seats if seat in stays)


def _corrections(night: Night, names: NameDetail) -> list[Correction]:
    log_entries = list(night.log_entries.filter(kind=NightLogEntry.Kind.REOPENED))
    tables = Table.objects.filter(
        round__night=night, pk__in=[_table(entry) for entry in log_entries]
    )
    where = {entry.pk: entry for entry in tables.select_related("round")}
    reasons = corrected.shown_reasons([entry.reason for entry in log_entries], night.season, names)
    return [
        _correction(entry, where.get(_table(entry)), reason)
        for entry, reason in zip(log_entries, reasons, strict=True)
    ]


def _correction(entry: NightLogEntry, table: Table | None, reason: str) -> Correction:
    if table is None:
        return Correction(entry.time, None, None, reason)
    return Correction(entry.time, table.round.number, table.number, reason)


def _table(entry: NightLogEntry) -> int:
    return int(entry.body.get("table", 0))
