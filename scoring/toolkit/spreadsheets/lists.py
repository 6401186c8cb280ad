"""A list with headings, and its form as CSV."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import get_format

from scoring.toolkit.spreadsheets.safe_text import in_text

Value = str | int | float | Fraction | date | None
MARK = "\N{BYTE ORDER MARK}"  # without it Excel misreads letters with accents


class Listing(NamedTuple):
    title: str
    heads: Sequence[str]
    rows: Iterable[Sequence[Value]]


class _Echo:
    def write(self, text: str) -> str:
        return text


def text_of(listing: Listing) -> Iterator[str]:
    """Yield the list as CSV with semicolons, as Excel expects where decimals have a comma."""
    yield MARK
    line = csv.writer(_Echo(), delimiter=";").writerow
    point = get_format("DECIMAL_SEPARATOR")
    for row in (listing.heads, *listing.rows):
        yield line([written(value, point) for value in row])


def written(value: Value, point: str) -> str:
    """Return a value as text: a date in ISO form, decimals with the decimal sign `point`."""
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
    """Return a number with at most two decimals, without trailing zeros."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
