"""Print any list as its page shows it, with columns as wide as their text.

Columns that do not fit on one page continue on further pages; each repeats the first columns.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from django.utils.formats import date_format, get_format

from scoring.toolkit.pdf.page import Paper
from scoring.toolkit.pdf.table import Column, Look, table
from scoring.toolkit.spreadsheets.lists import Listing, Value, decimals

UPRIGHT = 80  # letters across a portrait page; wider lists are printed landscape
LONGEST = 40  # letters of a column; longer text is printed smaller
BESIDE, FIRST = 24, 3  # columns on a page; how many of the first each page repeats
LOOK = Look(row=6.5, size=9.5, striped=True)


def pdf(listing: Listing, under: str) -> bytes:
    every = [*listing.rows]
    rows = [[_shown(value) for value in row] for row in every]
    figures = {
        place
        for row in every
        for place, value in enumerate(row)
        if isinstance(value, int | float | Fraction)
    }
    parts = list(_parts(len(listing.heads)))
    widths = [_width(listing.heads[place], rows, place) for place in range(len(listing.heads))]
    landscape = max(sum(widths[place] for place in part) for part in parts) > UPRIGHT
    paper = Paper(f"{listing.title} · {under}", "a4-landscape" if landscape else "a4")
    for part in parts:
        columns = [
            Column(listing.heads[place], widths[place], "right" if place in figures else "left")
            for place in part
        ]
        lines = ([row[place] for place in part] for row in rows)
        table(paper, listing.title, columns, lines, under=under, look=LOOK)
    return paper.close()


def _parts(count: int) -> Iterator[Sequence[int]]:
    """Yield the columns that share a page, for each page."""
    yield range(min(count, BESIDE))
    for start in range(BESIDE, count, BESIDE - FIRST):
        yield [*range(FIRST), *range(start, min(start + BESIDE - FIRST, count))]


def _width(head: str, rows: Sequence[Sequence[str]], place: int) -> int:
    longest = max((len(row[place]) for row in rows), default=0)
    return min(max(longest, len(head)), LONGEST) + 2


def _shown(value: Value) -> str:
    """Return a value as text, dates and decimals as the active language writes them."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    if isinstance(value, int):
        return str(value)
    return decimals(value).replace(".", get_format("DECIMAL_SEPARATOR"))
