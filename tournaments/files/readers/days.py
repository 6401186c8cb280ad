import re
from datetime import date

from tournaments.files.readers.cells import Value
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


def read_day(value: Value, first: date, last: date) -> date | None:
    """A day without a year gets one from the season."""
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        return None
    text = normalize(value).casefold()
    if match := AS_ISO.search(text):
        return _made(int(match[1]), int(match[2]), int(match[3]))
    if match := IN_FIGURES.search(text):
        return _in_season(int(match[1]), int(match[2]), match[3], first, last)
    if match := IN_WORDS.search(text):
        month = MONTH.get(match[2][:3]) or MONTH.get(fold(match[2])[:3])
        return _in_season(int(match[1]), month or 0, match[3], first, last)
    return None


def _in_season(day: int, month: int, year: str | None, first: date, last: date) -> date | None:
    if year:
        return _made(int(year) + (2000 if len(year) == 2 else 0), month, day)
    days = [_made(candidate, month, day) for candidate in range(first.year, last.year + 1)]
    readable = [candidate for candidate in days if candidate]
    return next(
        (candidate for candidate in readable if first <= candidate <= last),
        readable[0] if readable else None,
    )


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
