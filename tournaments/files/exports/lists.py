"""The lists of a club's pages as files: what the page shows, and no more."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from io import BytesIO
from typing import NamedTuple

import django_tables2
from django.utils.formats import date_format
from django.utils.translation import gettext
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from scoring.files.grid_columns import SheetGrid
from scoring.toolkit.spreadsheets.csv_lists import Figure, Listing, Value
from tournaments.club.amounts import euros_in_words
from tournaments.models import Attendance, Member
from tournaments.nights.money import MoneyPage, SeasonLine
from tournaments.nights.pages.door import Door
from tournaments.nights.pages.result_cards import Written
from tournaments.nights.pages.seating_plan import Seating

FOR_ORGANISERS = ("email", "phone", "joined", "household")  # columns of members for organisers only
# Headings that the import understands, as on the member's form, with their widths
MEMBER_COLUMNS = (
    ("First name", 22),
    ("Tussenvoegsel", 16),
    ("Family name", 26),
    ("Member number", 18),
    ("E-mail address", 34),
    ("Phone number", 20),
    ("Nickname", 18),
    ("Member since", 18),
    ("Family or group", 22),
)
TEXT = "@"  # the text format, which keeps leading zeros


def list_table(title: str, table: django_tables2.Table, without: Sequence[str] = ()) -> Listing:
    """Return the rows of all pages, sorted and filtered as on the page."""
    heads, *rows = table.as_values(without)
    return Listing(title, heads, rows)


def list_tables(title: str, tables: Sequence[django_tables2.Table]) -> Listing:
    """Return the rows of tables with the same columns, without columns in which nobody has
    anything.
    """
    columns = list(tables[0].columns.iterall())
    rows = [
        [row.get_cell_value(column.name) for column in columns]
        for table in tables
        for row in table.rows
    ]
    heads = [str(column.header) for column in columns]
    if rows:
        used = [n for n in range(len(heads)) if any(row[n] not in (None, "") for row in rows)]
        heads, rows = [heads[n] for n in used], [[row[n] for n in used] for row in rows]
    return Listing(title, heads, rows)


def list_door(door: Door, *, pays: bool) -> Listing:
    heads = (gettext("Name"), gettext("No."), gettext("Guest"), gettext("Said"))
    more = (gettext("Present"), *([gettext("Paid")] if pays else []))
    rows = [
        (
            *(row.member.label.listed, row.member.number, write_yes(row.member.guest)),
            str(Attendance.Said(row.said).label) if row.said else "",
            *(write_yes(row.present), *([write_yes(row.paid)] if pays else [])),
        )
        for row in door.listed
    ]
    return Listing(gettext("Attendance"), (*heads, *more), rows)


def _count_euros(cents: int) -> Figure:
    return Figure(Fraction(cents, 100), decimals=True)


def list_money(page: MoneyPage) -> Listing:
    heads = (gettext("Name"), gettext("Guest"), gettext("Fee"), gettext("From before"))
    more = (gettext("Paid"), gettext("Still to pay"))
    rows: list[Sequence[Value]] = [
        (
            *(row.member.label.listed, write_yes(row.member.guest)),
            *map(_count_euros, (row.fee, row.before, row.paid, row.open)),
        )
        for row in page.rows
    ]
    sums = map(_count_euros, (page.paid, page.open))
    total = (gettext("Total"), "", None, None, *sums)
    return Listing(gettext("Money"), (*heads, *more), [*rows, total])


def list_season_money(lines: Sequence[SeasonLine], *, in_words: bool) -> Listing:
    """The sheet of the treasurer. With `in_words` amounts are texts, and of a night the day is
    enough: for a page."""
    amount: Callable[[int], Value] = euros_in_words if in_words else _count_euros
    names = list(dict.fromkeys(name for line in lines for name in line.takings))
    heads = (gettext("Day"), gettext("What"), gettext("Present"), gettext("By card"))
    more = (gettext("Paid"), gettext("Still to pay"), *names, gettext("Received"))
    rows: list[Sequence[Value]] = [
        (
            date_format(line.day) if in_words else line.day,
            "" if in_words and not line.prepayment else line.what,
            *(line.present, line.by_card),
            *(amount(line.paid), amount(line.open) if line.open else None),
            *(amount(line.takings[name]) if name in line.takings else None for name in names),
            amount(line.total),
        )
        for line in lines
    ]
    sums = (
        *(sum(line.paid for line in lines), sum(line.open for line in lines)),
        *(sum(line.takings.get(name, 0) for line in lines) for name in names),
        sum(line.total for line in lines),
    )
    total = (gettext("Total"), "", None, None, *map(amount, sums))
    return Listing(gettext("Money"), (*heads, *more), [*rows, total])


def list_seating(seating: Seating) -> Listing:
    heads = (gettext("Table"), gettext("Seat"), gettext("Name"), gettext("Keeps score"))
    rows: list[Sequence[Value]] = [
        (table.number, seat, name, write_yes(seat == 1))
        for table in seating.tables
        for seat, name in enumerate(table.names, 1)
    ]
    rows += [(gettext("sits out"), None, name, "") for name in seating.out]
    return Listing(gettext("Round %(number)s") % {"number": seating.number}, heads, rows)


def list_divisions(everybody: Iterable[Member], shown: dict[int, int]) -> Listing:
    rows = [(str(member), member.number, shown.get(member.pk)) for member in everybody]
    heads = (gettext("Name"), gettext("No."), gettext("Division"))
    return Listing(gettext("Divisions"), heads, rows)


def write_yes(said: object) -> str:
    return gettext("yes") if said else ""


def build_member_workbook() -> bytes:
    book = Workbook()
    worksheet = book.active
    assert worksheet is not None
    worksheet.title = gettext("Members")[:31]
    worksheet.freeze_panes = "A2"
    for number, (heading, width) in enumerate(MEMBER_COLUMNS, 1):
        column = worksheet.column_dimensions[get_column_letter(number)]
        column.width, column.number_format = width, TEXT
        cell = worksheet.cell(1, number, gettext(heading))
        cell.font, cell.alignment = Font(bold=True), Alignment(vertical="center")
    file = BytesIO()
    book.save(file)
    return file.getvalue()


class GameLine(NamedTuple):
    cells: Sequence[Value]
    parts: Mapping[str, Value]  # of totals, beside the points: roem, pits and times nat


def list_games(lines: Iterable[GameLine]) -> Listing:
    heads = (gettext("Round"), gettext("Table"), gettext("Game"), gettext("Contract"))
    every = list(lines)
    parts = list(dict.fromkeys(label for line in every for label in line.parts))
    rows = [(*line.cells, *map(line.parts.get, parts)) for line in every]
    return Listing(gettext("Games"), (*heads, gettext("Name"), gettext("Points"), *parts), rows)


def list_sheet_games(
    played: SheetGrid, round: int, table: int, names: Mapping[str, str]
) -> Iterator[GameLine]:
    """`names` has the name to show, keyed by the name written on the sheet."""
    for line in played.grid.lines:
        parts = played.list_parts(line.number)
        for seat, cell in zip(played.names, played.list_shown(line), strict=True):
            if cell is not None:
                cells = (round, table, line.number, line.contract, names[seat], cell)
                yield GameLine(cells, parts.get(seat, {}))


def list_night_games(forms: Iterable[Written]) -> Listing:
    def list_lines() -> Iterator[GameLine]:
        for form in forms:
            outcome = form.form.outcome
            played = SheetGrid({"data": outcome.data, "result": outcome.whole, "sat": {}})
            yield from list_sheet_games(played, form.round, form.table, form.names)

    return list_games(list_lines())
