"""Any list on paper, as its page shows it: as wide as what is in it, and where it has more columns
than a page the rest stand on others, each beside what its lines begin with.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from django.utils.formats import date_format, get_format

from scoring.toolkit.pdf.page import Paper
from scoring.toolkit.pdf.table import Column, Look, table
from scoring.toolkit.spreadsheets.lists import Listing, Value, decimals

UPRIGHT = 80  # letters that stand beside each other on a page; more need it to lie
LONGEST = 40  # letters of a column: what is longer is written smaller
BESIDE, FIRST = 24, 3  # columns on a page, and how many of these begin it again
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
    wide = [_width(listing.heads[place], rows, place) for place in range(len(listing.heads))]
    lies = max(sum(wide[place] for place in part) for part in parts) > UPRIGHT
    paper = Paper(f"{listing.title} · {under}", "a4-landscape" if lies else "a4")
    for part in parts:
        columns = [
            Column(listing.heads[place], wide[place], "right" if place in figures else "left")
            for place in part
        ]
        lines = ([row[place] for place in part] for row in rows)
        table(paper, listing.title, columns, lines, under=under, look=LOOK)
    return paper.close()


def _parts(count: int) -> Iterator[Sequence[int]]:
    """Which columns stand on a page together."""
    yield range(min(count, BESIDE))
    for start in range(BESIDE, count, BESIDE - FIRST):
        yield [*range(FIRST), *range(start, min(start + BESIDE - FIRST, count))]


def _width(head: str, rows: Sequence[Sequence[str]], place: int) -> int:
    longest = max((len(row[place]) for row in rows), default=0)
    return min(max(longest, len(head)), LONGEST) + 2


def _shown(value: Value) -> str:
    """A day and decimals as the language writes them."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, date):
        return date_format(value, "SHORT_DATE_FORMAT")
    if isinstance(value, int):
        return str(value)
    return decimals(value).replace(".", get_format("DECIMAL_SEPARATOR"))
