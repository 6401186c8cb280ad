"""Read numbers from a workbook. A day is stored as a number, too; only the format of its cell shows
that it is a day.
"""

import math
import re
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from tournaments import problems
from tournaments.files.readers.cells import BadCell, Value

MOST = 1e15  # beyond this spreadsheet programs are no longer exact
DIGITS = 9  # decimals that count, so that 0.1 + 0.2 is 0.3
DAYS = (date(1899, 12, 30), date(1904, 1, 1))  # day 0 in the usual and in the 1904 system
LAST_DAY = 2_958_465  # of the year 9999
DATES = frozenset(map(str, (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59))))
NO_LETTERS = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|_.|\*.|General', re.IGNORECASE)
NUMBER = re.compile(
    r"\s*[+-]?([0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})([eE][+-]?[0-9]{1,4})?\s*"
)
UNREADABLE = BadCell(problems.NO_FIGURE, {})


class Style(NamedTuple):
    kind: str = "plain"
    digits: int = 0  # minimum width, padded with zeros


PLAIN, DAY = Style(), Style("day")


def find_style(known: str, own: str) -> Style:
    """Return what a number format makes of a number: a day, digits with leading zeros or a plain
    number. `known` is the id of a built-in format. For any other format, `own` is its text.
    """
    if re.fullmatch("0{2,20}", own):
        return Style("digits", len(own))
    dated = re.search("[dmyhs]", NO_LETTERS.sub("", own), re.IGNORECASE)
    return DAY if dated or (known in DATES and not own) else PLAIN


def read_number(typed: str, style: Style = PLAIN, from_1904: bool = False) -> Value:
    if not NUMBER.fullmatch(typed):
        return UNREADABLE
    value = float(typed)
    if not math.isfinite(value) or abs(value) >= MOST:
        return UNREADABLE
    if style.kind == "day":
        return _day_at(value, from_1904)
    whole = value.is_integer()
    if whole and value >= 0 and style.kind == "digits":
        return f"{int(value):0{style.digits}}"
    return int(value) if whole else Decimal(repr(round(value, DIGITS))).normalize()


def read_day(typed: str) -> Value:
    """Return the day in a text such as 2026-09-03. A time may follow the day."""
    try:
        return date.fromisoformat(typed.strip()[:10])
    except ValueError:
        return UNREADABLE


def _day_at(value: float, from_1904: bool) -> Value:
    begin = DAYS[from_1904]
    if not 0 <= value <= LAST_DAY - from_1904 * 1_462:
        return UNREADABLE
    if value < 1:  # a time of day
        minutes = round(value * 24 * 60)
        return f"{minutes // 60}:{minutes % 60:02}"
    return begin + timedelta(days=int(value))
