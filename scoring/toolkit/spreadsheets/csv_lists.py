import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import get_format

from scoring.toolkit.spreadsheets.safe_text import escape_text


class Figure(NamedTuple):
    """A number with decimals, a mark behind it, or in brackets as it does not count."""

    value: int | Fraction | Decimal
    decimals: bool = False
    mark: str = ""  # behind the number
    left_out: bool = False  # stands in square brackets, as round ones make a number negative


Value = str | int | float | Fraction | Decimal | date | Figure | None
MARK = "\N{BYTE ORDER MARK}"  # without it Excel misreads letters with accents


class Listing(NamedTuple):
    title: str
    heads: Sequence[str]
    rows: Iterable[Sequence[Value]]


class _Echo:
    def write(self, text: str) -> str:
        return text


def write_csv(listing: Listing) -> Iterator[str]:
    """Semicolons, as Excel expects where decimals have a comma."""
    yield MARK
    line = csv.writer(_Echo(), delimiter=";").writerow
    point = get_format("DECIMAL_SEPARATOR")
    for row in (listing.heads, *listing.rows):
        yield line([write_value(value, point) for value in row])


def write_value(value: Value, point: str) -> str:
    """Dates are ISO; `point` is the decimal sign."""
    if value is None:
        return ""
    if isinstance(value, str):
        return escape_text(value)
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes")
    if isinstance(value, date | int):
        return str(value)
    if isinstance(value, Figure):
        return _marked(value).replace(".", point)
    return write_decimals(value).replace(".", point)


def _marked(figure: Figure) -> str:
    number = f"{float(figure.value):.2f}" if figure.decimals else write_decimals(figure.value)
    text = f"{number}{figure.mark}"
    return f"[{text}]" if figure.left_out else text


def write_decimals(value: float | Fraction | Decimal) -> str:
    """At most two decimals, without trailing zeros."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
