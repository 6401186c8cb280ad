"""A page's list as a file, at the page's address with `?as=`, for whoever may see the page."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format, get_format
from django.utils.http import content_disposition_header

from scoring.toolkit.pdf.page import Paper
from scoring.toolkit.pdf.table import (
    ACROSS,
    BELOW,
    UPRIGHT,
    Column,
    Look,
    divide_columns,
    draw_table,
    measure_column,
    squeeze_columns,
    write_below,
)
from scoring.toolkit.spreadsheets.csv_lists import Figure, Listing, Value, write_csv, write_value
from scoring.toolkit.spreadsheets.workbook import Book

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KINDS = {"xlsx": XLSX, "csv": "text/csv; charset=utf-8", "pdf": "application/pdf"}
NOT_IN_NAMES = re.compile(r'[-\\/:*?"<>|\s]+')


def is_file_wanted(request: HttpRequest) -> bool:
    return request.method != "POST" and request.GET.get("as") in KINDS


def list_response(request: HttpRequest, listing: Listing, *about: object) -> HttpResponse:
    """`about` follows the title in the file's name."""
    kind = request.GET["as"]
    if kind == "pdf":
        parts = [date_format(part) if isinstance(part, date) else str(part) for part in about]
        under = " · ".join(part for part in parts if part)
        pdf = print_lists(listing.title, [listing], under)
        return make_file_response(pdf, "pdf", listing.title, *about)
    if kind == "csv":
        content: str | bytes = "".join(write_csv(listing))
    else:
        book = Book(listing.title)
        book.add_listing(listing)
        content = book.build_content()
    return make_file_response(content, kind, listing.title, *about)


def make_file_response(content: str | bytes, kind: str, *words: object) -> HttpResponse:
    """A PDF opens in the browser; other files are saved."""
    response = HttpResponse(content, content_type=KINDS[kind])
    disposition = content_disposition_header(kind != "pdf", make_file_name(kind, *words))
    response["Content-Disposition"] = disposition or ""
    response["Cache-Control"] = "private, no-store"
    return response


def make_file_name(kind: str, *words: object) -> str:
    """A name that every operating system accepts."""
    plain = "-".join(str(word) for word in words if str(word))
    plain = "".join(letter if letter.isprintable() else " " for letter in plain)
    return f"{NOT_IN_NAMES.sub('-', plain).strip('-.')[:120]}.{kind}"


# On paper

LOOK = Look(row=6.5, size=9.5, striped=True)


def print_lists(
    title: str,
    listings: Sequence[Listing],
    under: str,
    *,
    look: Look = LOOK,
    logo: bytes | None = None,
    below: Sequence[str] = (),
) -> bytes:
    """Columns that do not fit are on the next page, which repeats the first ones."""
    tables = [_measure(listing, look) for listing in listings]
    widths = [[column.width for column in columns] for columns, _rows in tables]
    landscape = max(map(sum, widths), default=0) > UPRIGHT * LOOK.squeezed
    paper = Paper(f"{title} · {under}", "a4-landscape" if landscape else "a4", logo=logo)
    wide, high = ACROSS if landscape else UPRIGHT, BELOW if below else 0.0
    for listing, (columns, rows), each in zip(listings, tables, widths, strict=True):
        for part in divide_columns(each, wide, look):
            here, fits = squeeze_columns([columns[n] for n in part], wide, look)
            lines = ([row[n] for n in part] for row in rows)
            room = draw_table(paper, listing.title, here, lines, under=under, look=fits, below=high)
            for words in below:
                room = write_below(paper, room, words)
    return paper.close()


def _measure(listing: Listing, look: Look) -> tuple[list[Column], list[list[str]]]:
    """Return the columns in which somebody has anything, and the rows' words in them."""
    every = [*listing.rows]
    rows = [[_shown(value) for value in row] for row in every]
    figures = {
        place
        for row in every
        for place, value in enumerate(row)
        if isinstance(value, int | float | Fraction | Decimal | Figure)
    }
    used = [
        place for place in range(len(listing.heads)) if not rows or any(row[place] for row in rows)
    ]
    columns = [
        Column(
            listing.heads[place],
            measure_column(listing.heads[place], (row[place] for row in rows), look),
            "right" if place in figures else "left",
        )
        for place in used
    ]
    return columns, [[row[place] for place in used] for row in rows]


def _shown(value: Value) -> str:
    """Dates and decimals as the active language writes them."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return write_value(value, get_format("DECIMAL_SEPARATOR"))
