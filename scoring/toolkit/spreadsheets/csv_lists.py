"""Lists with headings, and text from users that no spreadsheet takes for a formula.

In a workbook each cell is marked as text. In CSV an apostrophe goes before what a spreadsheet
would evaluate as a formula, also after a comma, semicolon or bar, where some begin a new cell.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import get_format


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


# Text from users

LONGEST = 32_767  # in a cell of Excel, in units of UTF-16
BEGINS = (*"=+-@", *"\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}")
BEGINS += tuple("\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}")
# Where a program with another separator would begin a formula; a signed number is no formula.
BETWEEN = re.compile(
    rf"(?<=[,;|])(?=\s*[{re.escape(''.join(BEGINS))}]\s*[^\s,;|])(?!\s*[-+][\d. ]+(?:[,;|]|$))"
)
# In a workbook _x000D_ stands for the character with that code, even one that is not allowed.
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def make_readable(text: str) -> str:
    """Without invisible characters; those that separate words become spaces."""
    if not text.isprintable():
        text = "".join(
            letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text
        )
        text = text.strip()
    return cut(text)


def cut(text: str) -> str:
    if len(text) * 2 <= LONGEST or len(coded := text.encode("utf-16-le")) <= LONGEST * 2:
        return text
    return coded[: (LONGEST - 1) * 2].decode("utf-16-le", "ignore") + "…"


def is_calculated(text: str) -> bool:
    """A single dash is no formula."""
    text = text.strip()
    return len(text) > 1 and text.startswith(BEGINS)


def escape_text(text: str) -> str:
    text = BETWEEN.sub("'", make_readable(text))
    return f"'{text}" if is_calculated(text) else text


def escape_for_workbook(text: str) -> str:
    """Excel would read _x0041_ as the code of one character, so its first underscore is escaped."""
    text = make_readable(text)
    return CODED.sub("_x005F_", text) if "_x" in text else text
