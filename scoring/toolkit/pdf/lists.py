"""Any list as its page shows it; columns that don't fit go on further pages."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format, get_format

from scoring.toolkit.pdf.page import Paper
from scoring.toolkit.pdf.table import (
    ACROSS,
    SQUEEZED,
    UPRIGHT,
    Column,
    Look,
    divide_columns,
    draw_table,
    measure_column,
)
from scoring.toolkit.spreadsheets.csv_lists import Figure, Listing, Value, write_value

FIRST = 3  # columns that each page repeats
LOOK = Look(row=6.5, size=9.5, striped=True)


def print_list(listing: Listing, under: str) -> bytes:
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
    widths = [
        measure_column(listing.heads[place], (row[place] for row in rows), LOOK) for place in used
    ]
    landscape = sum(widths) > UPRIGHT * SQUEEZED
    paper = Paper(f"{listing.title} · {under}", "a4-landscape" if landscape else "a4")
    for part in divide_columns(widths, ACROSS if landscape else UPRIGHT, FIRST):
        columns = [
            Column(listing.heads[used[n]], widths[n], "right" if used[n] in figures else "left")
            for n in part
        ]
        lines = ([row[used[n]] for n in part] for row in rows)
        draw_table(paper, listing.title, columns, lines, under=under, look=LOOK)
    return paper.close()


def _shown(value: Value) -> str:
    """Dates and decimals as the active language writes them."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    return write_value(value, get_format("DECIMAL_SEPARATOR"))
