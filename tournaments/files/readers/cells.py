import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from scoring.toolkit.problems import ProblemCode
from tournaments import problems
from tournaments.files.readers.limits import LONGEST, MOST_CELLS, MOST_LINES, MOST_TEXT
from tournaments.problems import user_error

# People and programs, our own exports too, put a ' before text that would be read as a formula.
MARKED = re.compile(r"(?:^|(?<=[,;|]))'(?=\s*[=+\-@＝＋－＠])")


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
        row = self.rows.get(line)
        if row is None:
            row = self.rows[line] = {}
            self.lines += 1
        row[column] = value
        self.cells += 1
        if self.lines > MOST_LINES:
            raise user_error(problems.MANY_LINES, most=MOST_LINES)
        if self.cells > MOST_CELLS:
            raise user_error(problems.MANY_CELLS, most=MOST_CELLS)

    def read_text(self, letters: int) -> None:
        self.letters += letters
        if self.letters > MOST_TEXT:
            raise user_error(problems.MUCH_TEXT)

    def make_worksheet(self, name: str) -> Worksheet:
        sheet = Worksheet(
            name, tuple(FileLine(number, self.rows[number]) for number in sorted(self.rows))
        )
        self.rows = {}
        return sheet


def clean_text(typed: str) -> Value | None:
    if len(typed) > LONGEST:
        return BadCell(problems.LONG_CELL, {"most": LONGEST})
    return MARKED.sub("", typed.strip()) or None


def name_cell(line: int, column: int) -> str:
    return "".join(reversed([*_letters(column)])) + str(line)


def _letters(column: int) -> Iterator[str]:
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        yield chr(ord("A") + rest)
