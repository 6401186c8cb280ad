"""A list with headings, and the same as lines of text."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import get_format

from scoring.toolkit.spreadsheets.safe_text import in_text

Value = str | int | float | Fraction | date | None
MARK = "\N{BYTE ORDER MARK}"  # without it Excel takes letters with accents for something else


class Listing(NamedTuple):
    title: str
    heads: Sequence[str]
    rows: Iterable[Sequence[Value]]


class _Echo:
    def write(self, text: str) -> str:
        return text


def text_of(listing: Listing) -> Iterator[str]:
    """Line by line: with semicolons, as Excel expects them where decimals have a comma."""
    yield MARK
    line = csv.writer(_Echo(), delimiter=";").writerow
    point = get_format("DECIMAL_SEPARATOR")
    for row in (listing.heads, *listing.rows):
        yield line([written(value, point) for value in row])


def written(value: Value, point: str) -> str:
    """A day as every spreadsheet reads it, decimals as the language writes them."""
    if value is None:
        return ""
    if isinstance(value, str):
        return in_text(value)
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes")
    if isinstance(value, date | int):
        return str(value)
    return decimals(value).replace(".", point)


def decimals(value: float | Fraction) -> str:
    """At most two, and none where there are none."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
