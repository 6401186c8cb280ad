"""A list of members with columns, pasted or from a file: separators, headings and the order of
names are found out.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import NamedTuple

from scoring.toolkit.problems import UserError, user_error
from tournaments import problems
from tournaments.files.readers import csv_reader, find_table, member_columns
from tournaments.files.readers.cells import MOST_LINES, BadCell, Book, FileLine, Value
from tournaments.files.readers.find_table import Table
from tournaments.files.readers.member_columns import NAMES, WORDS, Entry
from tournaments.names import PARTICLES, normalize

FIELDS = (
    *("first", "particle", "family", "name", "number", "email", "phone", "joined", "nickname"),
    "household",
)
SAMPLE = 50  # lines that tell what a column holds
WIDEST = 100  # columns of a file
LONG_NUMBER = 7  # digits: from here on it is a phone number


class PastedLine(NamedTuple):
    number: int
    cells: list[str]
    entry: Entry


class PastedList(NamedTuple):
    book: Book
    table: Table
    width: int
    lines: list[PastedLine]

    @property
    def headings(self) -> list[str]:
        return _texts(self.table.heading, self.width)

    @property
    def fields(self) -> list[str]:
        by_column = {column: field for field in FIELDS for column in self._columns(field)}
        return [by_column.get(column, "") for column in range(self.width)]

    def _columns(self, field: str) -> tuple[int, ...]:
        also = ("called", "initials") if field == "first" else ()
        return tuple(
            column for name in (field, *also) for column in self.table.columns.get(name, ())
        )


def write_text(book: Book) -> str:
    """Lines keep their numbers."""
    if not any(leaf.lines for leaf in book.leaves):
        raise user_error(problems.EMPTY_LIST)
    table = find_table.find(book, WORDS, NAMES)
    lines = next(
        leaf.lines
        for leaf in book.leaves
        if leaf.lines and (not table or leaf.name == table.worksheet)
    )
    text = StringIO()
    writer, last = csv.writer(text, "excel-tab", lineterminator="\n"), 0
    for line in lines:
        if line.number <= MOST_LINES:
            text.write("\n" * (line.number - last - 1))
        width = min(max(line.cells) + 1, WIDEST)
        writer.writerow([_write(line.cells.get(column, "")) for column in range(width)])
        last = line.number
    return text.getvalue().replace("\0", "?").encode(errors="replace").decode()


def _write(value: Value) -> str:
    if isinstance(value, BadCell):  # as a formula: it is refused where it is needed
        return f"={value.params.get('given', '…')}"
    return normalize(member_columns.write_value(value))


def read(text: str, named: Mapping[int, str]) -> PastedList | None:
    """Return None if each line is just a name. `named` has the fields that a user chose for
    columns.
    """
    try:
        book = csv_reader.read(text.encode())
    except UserError:
        return None  # the list of names says what is wrong with a line
    lines = book.leaves[0].lines
    headed = find_table.find(book, WORDS, NAMES)
    if not headed and not _has_columns(text, lines):
        return None
    width = max((max(line.cells) + 1 for line in lines if line.cells), default=0)
    if headed:
        heading, below, columns = headed.heading, headed.lines, headed.columns
    else:
        heading, below, columns = _guess_heading(lines, width)
    if "family" not in columns and {"called", "first", "initials"} & {*columns}:
        columns = {"family" if field == "name" else field: columns[field] for field in columns}
    if named:
        chosen = {field: [column for column in named if named[column] == field] for field in FIELDS}
        columns = {
            field: tuple(column for column in chosen[field] if column < width)
            for field in FIELDS
            if chosen[field]
        }
    table = find_table.divide_headings(Table("", columns, (), (), below, heading), (), columns)
    return PastedList(
        book,
        table,
        width,
        [
            PastedLine(line.number, _texts(line, width), entry)
            for line in below
            if (entry := member_columns.read_entry(line, table))
        ],
    )


def _has_columns(text: str, lines: Sequence[FileLine]) -> bool:
    """One comma does not make columns: it may be part of a name, Berg, Jan."""
    widths = [max(line.cells) + 1 for line in lines if line.cells]
    least = 3 if csv_reader.find_separator(StringIO(text)) == "," else 2
    return bool(widths) and 2 * sum(width >= least for width in widths) >= len(widths)


def _guess_heading(
    lines: tuple[FileLine, ...], width: int
) -> tuple[FileLine, tuple[FileLine, ...], dict[str, tuple[int, ...]]]:
    """Headings tell nothing if none is known, but without them more columns show what they hold."""
    whole, below = _guess(lines, width), _guess(lines[1:], width)
    if len(below) > len(whole):
        return lines[0], lines[1:], below
    return FileLine(0, {}), lines, whole


def _guess(lines: Sequence[FileLine], width: int) -> dict[str, tuple[int, ...]]:
    columns: dict[str, tuple[int, ...]] = {}
    names = []
    for column in range(width):
        texts = [_texts(line, width)[column] for line in lines[:SAMPLE]]
        field = _field([text for text in texts if text])
        if not field:
            names.append(column)
        elif field not in columns:
            columns[field] = (column,)
    if len(names) == 1:
        return columns | {"name": (names[0],)}
    first, family = names[:2] or (0, 0)
    if columns.get("particle", (0,))[0] > family:  # Berg, Riet, van der
        first, family = family, first
    return columns | {"first": (first,), "family": (family,)}


def _field(texts: Sequence[str]) -> str:
    tests = {
        "email": lambda text: "@" in text,
        "particle": lambda text: all(word.casefold() in PARTICLES for word in text.split()),
        "joined": lambda text: re.fullmatch(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}", text),
        "phone": lambda text: len(re.sub(r"[\s()+-]", "", text)) > LONG_NUMBER and _is_number(text),
        "number": _is_number,
    }
    fits = (field for field, fit in tests.items() if texts and all(map(fit, texts)))
    return next(fits, "")


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[\d\s()+-]+", text))


def _texts(line: FileLine, width: int) -> list[str]:
    cells = (line.cells.get(column, "") for column in range(width))
    return [normalize(cell) if isinstance(cell, str) else "" for cell in cells]
