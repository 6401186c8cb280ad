import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from openpyxl.utils import get_column_letter

from scoring.toolkit.problems import ProblemCode, user_error
from tournaments import problems
from tournaments.names import fold, normalize

MOST_BYTES = 5_000_000  # of a file
MOST_LINES = 20_000
MOST_COLUMNS = 16_384  # the limit of spreadsheet programs
MOST_ROWS = 100_000  # of a worksheet; what stands below is not read
MOST_SEEN = 600_000  # cells and rows that are looked at, empty ones too
MOST_CELLS = 200_000  # filled cells, on all worksheets together
MOST_TEXT = 4_000_000  # characters in all cells together
LONGEST = 1_000  # characters of one cell
MOST_WORKSHEETS = 400  # worksheets: a hundred tables in three rounds, and some

# People and programs, our own exports too, put a ' before text that would be read as a formula.
MARKED = re.compile(r"(?:^|(?<=[,;|]))'(?=\s*[=+\-@＝＋－＠])")

MONTHS = (
    *("jan", "feb", "mrt maa mar", "apr", "mei mai may", "jun", "jul", "aug", "sep"),
    *("okt oct", "nov", "dec dez"),
)
MONTH = {word: number for number, words in enumerate(MONTHS, 1) for word in words.split()}
MONTH["mär"] = MONTH["mae"] = 3
IN_FIGURES = re.compile(r"\b(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?(?![-/.]?\d)")
IN_WORDS = re.compile(r"\b(\d{1,2})\.?[ -]([^\W\d_]{3,12})\.?(?:[ -]'?(\d{4}|\d{2}))?(?!\d)")
YEAR_FIRST = re.compile(r"\b(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")


class BadCell(NamedTuple):
    """It is an error only if the cell is needed."""

    check: ProblemCode
    params: dict[str, Any]


Value = str | int | Decimal | bool | date | BadCell


class FileLine(NamedTuple):
    number: int  # in the file, from 1
    cells: dict[int, Value]  # keyed by column from 0; empty cells are left out


class Worksheet(NamedTuple):
    name: str
    lines: tuple[FileLine, ...]


class Book(NamedTuple):
    leaves: tuple[Worksheet, ...]
    remarks: tuple[ProblemCode, ...] = ()  # what was ignored


@dataclass
class Limits:
    """Refuses a file with more lines, cells or text than any club could need."""

    lines: int = 0
    cells: int = 0
    letters: int = 0
    rows: dict[int, dict[int, Value]] = field(default_factory=dict)

    def add_value(self, line: int, column: int, value: Value) -> None:
        self.lines += line not in self.rows
        self.cells += 1
        self.rows.setdefault(line, {})[column] = value
        if self.lines > MOST_LINES:
            raise user_error(problems.MANY_LINES, most=MOST_LINES)
        if self.cells > MOST_CELLS:
            raise user_error(problems.MANY_CELLS, most=MOST_CELLS)

    def read_text(self, letters: int) -> None:
        self.letters += letters
        if self.letters > MOST_TEXT:
            raise user_error(problems.MUCH_TEXT)

    def make_worksheet(self, name: str) -> Worksheet:
        lines = tuple(FileLine(number, cells) for number, cells in sorted(self.rows.items()))
        self.rows = {}
        return Worksheet(name, lines)


def clean_text(typed: str) -> Value | None:
    if len(typed) > LONGEST:
        return BadCell(problems.LONG_CELL, {"most": LONGEST})
    return MARKED.sub("", typed.strip()) or None


def name_cell(line: int, column: int) -> str:
    """Return for example C7."""
    return f"{get_column_letter(column + 1)}{line}"


def read_day(value: Value, first: date, last: date) -> date | None:
    """A day without a year gets one from the season."""
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        return None
    text = normalize(value).casefold()
    if match := YEAR_FIRST.search(text):
        return _made(int(match[1]), int(match[3]), int(match[4]))
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
    inside = [candidate for candidate in readable if first <= candidate <= last]
    return next(iter(inside or readable), None)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
