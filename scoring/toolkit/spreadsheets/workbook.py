"""Rows that are written are not kept in memory."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from io import BytesIO
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.page import PageMargins

from scoring.toolkit.spreadsheets.csv_lists import (
    Figure,
    Listing,
    Value,
    escape_for_workbook,
    is_calculated,
)

LONGEST_NAME = 31
A4 = 9  # Excel's number of this paper size
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")
RESERVED = "history"  # Excel keeps this name for itself
WIDEST, NARROWEST = 60, 6
INK, GREY, FELT, LINE = "FF1D2B24", "FF5B665F", "FFE4EDE6", "FFB9C4BC"
DAY = "mm-dd-yy"  # Excel shows it as the reader's own computer writes dates

BOLD = Font("Calibri", 11, bold=True, color=INK)
RULED = Border(*(Side("thin", LINE) for _ in range(4)))
TOP = Alignment(vertical="top", wrap_text=True)
MIDDLE = Alignment(horizontal="center", vertical="center", wrap_text=True)
CELL = {"border": RULED, "alignment": MIDDLE}
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "title": {"font": Font("Calibri", 16, bold=True, color=INK)},
    "head": {
        "font": BOLD,
        "fill": PatternFill("solid", FELT),
        "border": RULED,
        "alignment": MIDDLE,
    },
    "label": {
        "font": BOLD,
        "border": RULED,
        "alignment": Alignment(vertical="top", horizontal="left"),
    },
    "cell": CELL,
    "words": {"border": RULED, "alignment": TOP},
    "line": {"border": RULED, "alignment": Alignment(vertical="top")},
    "sum": {**CELL, "font": BOLD},
    "day": {"number_format": DAY, "alignment": Alignment(horizontal="left")},
    "two": {"number_format": "0.00"},
    "slanted": {"font": Font("Calibri", 11, italic=True, color=GREY)},
    "struck": {"font": Font("Calibri", 11, strike=True, color=GREY)},
    "both": {"font": Font("Calibri", 11, italic=True, strike=True, color=GREY)},
    "quoted": {"quotePrefix": True},  # stays text when somebody types in it
}


class Styled(NamedTuple):
    value: Value
    look: str
    decimals: bool = False  # two are always shown


class Setup(NamedTuple):
    """How a worksheet looks on the screen and on paper."""

    widths: Sequence[float]
    freeze: str = "A2"  # the first cell that scrolls
    repeat: str = "1:1"  # rows repeated on every page
    filter: str = ""
    tall: int = 0  # number of a row with two lines of text


class Book:
    def __init__(self, title: str) -> None:
        self.made = Workbook(write_only=True)
        self.made.properties.title = escape_for_workbook(title)
        self.made.properties.creator = "Streepje"
        self.pages: list[Page] = []

    def choose_name(self, wanted: str) -> str:
        """A free name that Excel accepts."""
        words = NOT_IN_NAMES.sub(" ", escape_for_workbook(wanted)).split()
        plain = " ".join(words).strip("' ") or "1"
        taken = {page.name.casefold() for page in self.pages} | {RESERVED}
        name, number = plain[:LONGEST_NAME].strip("' "), 2
        while name.casefold() in taken:
            end = f" ({number})"
            name, number = plain[: LONGEST_NAME - len(end)].strip("' ") + end, number + 1
        return name

    def add_page(self, wanted: str, setup: Setup) -> "Page":
        page = Page(self, self.choose_name(wanted), setup)
        self.pages.append(page)
        return page

    def add_listing(self, listing: Listing) -> "Page":
        rows = list(listing.rows)
        longest = [
            max(len(cell) if isinstance(cell, str) else 8 for cell in column)
            for column in zip(listing.heads, *rows, strict=True)
        ]
        widths: list[float] = [min(max(length + 2, NARROWEST), WIDEST) for length in longest]
        last = f"{get_column_letter(len(widths))}{len(rows) + 1}"
        page = self.add_page(listing.title, Setup(widths, "B2", filter=f"A1:{last}"))
        page.add(Styled(head, "head") for head in listing.heads)
        for row in rows:
            page.add(row)
        return page

    def build_content(self) -> bytes:
        file = BytesIO()
        self.made.save(file)
        return file.getvalue()


class Page:
    def __init__(self, book: Book, name: str, setup: Setup) -> None:
        self.name, self.sheet = name, book.made.create_sheet(name)
        self.rows = 0
        self._cells: dict[tuple[str, bool], Any] = {}
        self._set_up(setup)

    def _set_up(self, setup: Setup) -> None:
        for number, width in enumerate(setup.widths, 1):
            self.sheet.column_dimensions[get_column_letter(number)].width = width
        self.sheet.freeze_panes = setup.freeze
        if setup.repeat:
            self.sheet.print_title_rows = setup.repeat
        self.sheet.page_setup.orientation = "landscape"
        self.sheet.page_setup.paperSize = A4
        self.sheet.page_setup.fitToHeight = 0  # as many pages as it takes
        self.sheet.page_margins = PageMargins(0.5, 0.5, 0.6, 0.7)
        if setup.tall:
            self.sheet.row_dimensions[setup.tall].height = 32
        self.sheet.sheet_properties.pageSetUpPr.fitToPage = True
        self.sheet.oddFooter.center.text = "&A · &P / &N"
        if setup.filter:
            self.sheet.auto_filter.ref = setup.filter

    def add(self, cells: Iterable[Value | Styled] = ()) -> int:
        """Return the row's number."""
        self.rows += 1
        self.sheet.append(self._row(cells))
        return self.rows

    def _row(self, cells: Iterable[Value | Styled]) -> Iterator[Any]:
        for cell in cells:
            if cell is None or isinstance(cell, int):
                yield cell
            elif isinstance(cell, str):
                text = escape_for_workbook(cell)
                # Such as #N/A, which would be an error.
                special = is_calculated(text) or text.startswith("#")
                yield self._text(text, "quoted") if special else text
            else:
                yield self._styled(_with_default_look(cell))

    def _styled(self, cell: Styled) -> Any:
        value = cell.value
        if isinstance(value, str):
            return self._text(escape_for_workbook(value), cell.look)
        styled = self._cell(cell.look, decimals=cell.decimals)
        styled.value = float(value) if isinstance(value, Fraction) else value
        return styled

    def _text(self, text: str, look: str) -> Any:
        styled = self._cell(look)
        styled.value = text
        styled.data_type = "s"  # text, whatever it begins with
        return styled

    def _cell(self, look: str, *, decimals: bool = False) -> Any:
        """One object for each look: a cell is written before the next one is needed."""
        if (look, decimals) not in self._cells:
            styled = WriteOnlyCell(self.sheet)
            for field, value in LOOKS[look].items():
                setattr(styled, field, value)
            if decimals:
                styled.number_format = "0.00"
            self._cells[look, decimals] = styled
        return self._cells[look, decimals]


def _with_default_look(cell: Value | Styled) -> Styled:
    if isinstance(cell, Styled):
        return cell
    if isinstance(cell, date):
        return Styled(cell, "day")
    if isinstance(cell, float | Fraction):
        return Styled(cell, "two")
    if isinstance(cell, Figure):
        return _with_marks(cell)
    return Styled(cell, "cell")


def _with_marks(figure: Figure) -> Styled:
    """A figure stays a number to reckon with: italics replace the mark behind it."""
    look = "two"
    if figure.mark or figure.left_out:
        look = "slanted" if figure.mark else "struck"
        look = "both" if figure.mark and figure.left_out else look
    value = figure.value
    is_whole = isinstance(value, int) and not figure.decimals
    return Styled(value, look, decimals=not is_whole)
