"""Days and points as people write them above and in a table."""

import re
from datetime import date
from decimal import Decimal

from tournaments.files.readers.cells import BadCell, Value
from tournaments.names import fold, normalize

MONTHS = (
    *("jan", "feb", "mrt maa mar", "apr", "mei mai may", "jun", "jul", "aug", "sep"),
    *("okt oct", "nov", "dec dez"),
)
MONTH = {word: number for number, words in enumerate(MONTHS, 1) for word in words.split()}
MONTH["mär"] = MONTH["mae"] = 3
IN_FIGURES = re.compile(r"\b(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?(?![-/.]?\d)")
IN_WORDS = re.compile(r"\b(\d{1,2})\.?[ -]([^\W\d_]{3,12})\.?(?:[ -]'?(\d{4}|\d{2}))?(?!\d)")
AS_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")

# Who was not there is written in many ways.
ABSENT = frozenset(
    [
        *("-", "–", "—", "/", "x", "a", "afw", "afw.", "afwezig", "nvt", "n.v.t."),
        *("abs", "absent", "abw", "abw.", "abwesend"),
    ]
)
THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?")
PLAIN = re.compile(r"[+-]?\d{1,7}(?:[.,]\d{1,2})?")
MOST = 1_000_000


def day(value: Value, first: date, last: date) -> date | None:
    """Without a year, it is that of the season."""
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        return None
    text = normalize(value).casefold()
    if found := AS_ISO.search(text):
        return _made(int(found[1]), int(found[2]), int(found[3]))
    if found := IN_FIGURES.search(text):
        return _in_season(int(found[1]), int(found[2]), found[3], first, last)
    if found := IN_WORDS.search(text):
        month = MONTH.get(found[2][:3]) or MONTH.get(fold(found[2])[:3])
        return _in_season(int(found[1]), month or 0, found[3], first, last)
    return None


def _in_season(day: int, month: int, year: str | None, first: date, last: date) -> date | None:
    if year:
        return _made(int(year) + (2000 if len(year) == 2 else 0), month, day)
    days = [_made(one, month, day) for one in range(first.year, last.year + 1)]
    found = [one for one in days if one]
    return next((one for one in found if first <= one <= last), found[0] if found else None)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def is_absent(value: Value) -> bool:
    return isinstance(value, str) and value.casefold() in ABSENT


def points(value: Value) -> Decimal | None:
    """None: these are none."""
    if isinstance(value, (BadCell, bool, date)):
        return None
    text = normalize(str(value)).replace("−", "-")
    if THOUSANDS.fullmatch(text):
        text = text.replace(".", "")
    elif not PLAIN.fullmatch(text):
        return None
    found = Decimal(text.replace(",", "."))
    return found if abs(found) < MOST else None
