import re
from collections.abc import Container, Iterable, Mapping
from datetime import date
from typing import NamedTuple

from tournaments.files.readers.cells import BadCell, Book, FileLine, Value, Worksheet
from tournaments.names import fold, normalize

HIGHEST = 30  # lines to search for the headings: a title or a date may stand above them
Words = Mapping[str, str]  # the headings that mean a field, separated by spaces, keyed by field


class Table(NamedTuple):
    worksheet: str
    columns: dict[str, tuple[int, ...]]  # keyed by field; several in the order of its words
    read: tuple[str, ...]  # headings of the columns that are read
    unread: tuple[str, ...]
    lines: tuple[FileLine, ...]  # below the headings
    heading: FileLine


def find(book: Book, words: Words, needed: tuple[str, ...]) -> Table | None:
    """The headings are the line that has most of these words, and one of a needed field."""
    best: tuple[int, Worksheet, FileLine] | None = None
    for worksheet in book.leaves:
        for line in worksheet.lines[:HIGHEST]:
            columns = _columns(line, words)
            if any(field in columns for field in needed) and (not best or len(columns) > best[0]):
                best = len(columns), worksheet, line
    if not best:
        return None
    _count, worksheet, heading = best
    below = (line for line in worksheet.lines if line.number > heading.number)
    # Headings may be repeated on every page
    lines = tuple(line for line in below if line.cells != heading.cells)
    columns = _columns(heading, words)
    return divide_headings(Table(worksheet.name, columns, (), (), lines, heading), (), columns)


def divide_headings(table: Table, more: Container[int], fields: Iterable[str]) -> Table:
    """Tell apart which headings are of columns that are read: those of `fields` and `more`."""
    used = {column for field in fields for column in table.columns.get(field, ())}
    read: list[str] = []
    unread: list[str] = []
    for column, value in sorted(table.heading.cells.items()):
        if isinstance(value, BadCell):
            continue
        name = f"{value:%d-%m-%Y}" if isinstance(value, date) else normalize(str(value))[:40]
        (read if column in used or column in more else unread).append(name)
    return table._replace(read=tuple(read), unread=tuple(unread))


def _columns(line: FileLine, words: Words) -> dict[str, tuple[int, ...]]:
    names = {}  # by column: the heading and what stands beside its slashes, “Tel. / mobiel”
    for column, value in sorted(line.cells.items()):
        parts = value.split("/") if isinstance(value, str) else ()
        names[column] = {simplify_heading(part) for part in (value, *parts)}
    columns = {}
    for field, synonyms in words.items():
        ranks = {word: rank for rank, word in enumerate(synonyms.split())}
        matches = [
            (min(ranks[part] for part in parts & ranks.keys()), column)
            for column, parts in names.items()
            if parts & ranks.keys()
        ]
        if matches:
            columns[field] = tuple(column for _rank, column in sorted(matches))
    return columns


def simplify_heading(value: Value) -> str:
    return "" if isinstance(value, BadCell) else re.sub(r"[\W_]", "", fold(str(value)[:60]))
