"""What is read from a file, and how much of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from scoring.toolkit.problems import ProblemCode
from tournaments import problems
from tournaments.problems import user_error

MOST_BYTES = 5_000_000  # of a file
MOST_LINES = 20_000
MOST_COLUMNS = 16_384  # as many as a spreadsheet program has
MOST_CELLS = 200_000  # that hold something, on all leaves together
MOST_TEXT = 4_000_000  # characters of them together
LONGEST = 1_000  # characters of one
LEAVES = 400  # a hundred tables in three rounds, and some

# People and programs put a ' in front of what is text all the same, as our own files do.
MARKED = re.compile(r"(?:^|(?<=[,;|]))'(?=\s*[=+\-@＝＋－＠])")


class BadCell(NamedTuple):
    """What stands in a cell instead of a value; no harm where nobody needs the cell."""

    check: ProblemCode
    params: dict[str, Any]


Value = str | int | Decimal | bool | date | BadCell


class Line(NamedTuple):
    number: int  # in the file, from 1
    cells: dict[int, Value]  # by column, from 0; without those that are empty


class Worksheet(NamedTuple):
    """One worksheet of a workbook, or all of a text."""

    name: str
    lines: tuple[Line, ...]


class Book(NamedTuple):
    leaves: tuple[Worksheet, ...]
    remarks: tuple[ProblemCode, ...] = ()  # what was passed over


@dataclass
class Limits:
    """Counts what is read, and refuses what no club has."""

    lines: int = 0
    cells: int = 0
    letters: int = 0
    rows: dict[int, dict[int, Value]] = field(default_factory=dict)

    def put(self, line: int, column: int, value: Value) -> None:
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

    def leaf(self, name: str) -> Worksheet:
        """All that was put since the last one."""
        found = Worksheet(name, tuple(Line(one, self.rows[one]) for one in sorted(self.rows)))
        self.rows = {}
        return found


def text(typed: str) -> Value | None:
    """None: nothing stands there."""
    if len(typed) > LONGEST:
        return BadCell(problems.LONG_CELL, {"most": LONGEST})
    return MARKED.sub("", typed.strip()) or None


def place(line: int, column: int) -> str:
    """As spreadsheet programs name a cell: C7."""
    return "".join(reversed([*_letters(column)])) + str(line)


def _letters(column: int) -> Iterator[str]:
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        yield chr(ord("A") + rest)
