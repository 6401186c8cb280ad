"""Where a table begins in a file, and what its columns are: any order, three languages."""

import re
from collections.abc import Container, Iterable, Mapping
from datetime import date
from typing import NamedTuple

from tournaments.files.readers.cells import BadCell, Book, Line, Value, Worksheet
from tournaments.names import fold, normalize

HIGHEST = 30  # lines above the headings: a title, a date
Words = Mapping[str, str]  # what a column is called in files, by what it is here


class Table(NamedTuple):
    leaf: str
    columns: dict[str, tuple[int, ...]]  # by what they are; several in the order of their words
    read: tuple[str, ...]  # headings of those
    unread: tuple[str, ...]
    lines: tuple[Line, ...]  # below the headings
    heading: Line


def find(book: Book, words: Words, needed: tuple[str, ...]) -> Table | None:
    """The line with most headings, on whichever leaf it is; one of those needed is among them."""
    best: tuple[int, Worksheet, Line] | None = None
    for leaf in book.leaves:
        for line in leaf.lines[:HIGHEST]:
            found = _columns(line, words)
            if any(one in found for one in needed) and (not best or len(found) > best[0]):
                best = len(found), leaf, line
    return _table(best[1], best[2], words) if best else None


def _table(leaf: Worksheet, heading: Line, words: Words) -> Table:
    below = [one for one in leaf.lines if one.number > heading.number]
    again = [one for one in below if one.cells != heading.cells]  # they stand on every page
    columns = _columns(heading, words)
    return reading(Table(leaf.name, columns, (), (), tuple(again), heading), set(), columns)


def reading(table: Table, more: Container[int], fields: Iterable[str]) -> Table:
    """Which headings are read: of these fields, and of these columns."""
    used = {column for one in fields for column in table.columns.get(one, ())}
    read: list[str] = []
    unread: list[str] = []
    for column, value in sorted(table.heading.cells.items()):
        if isinstance(value, BadCell):
            continue
        name = f"{value:%d-%m-%Y}" if isinstance(value, date) else normalize(str(value))[:40]
        (read if column in used or column in more else unread).append(name)
    return table._replace(read=tuple(read), unread=tuple(unread))


def _columns(line: Line, words: Words) -> dict[str, tuple[int, ...]]:
    called = {column: plain(value) for column, value in sorted(line.cells.items())}
    found = {}
    for field, said in words.items():
        ranks = {word: rank for rank, word in enumerate(said.split())}
        ours = [(ranks[name], column) for column, name in called.items() if name in ranks]
        if ours:
            found[field] = tuple(column for _rank, column in sorted(ours))
    return found


def plain(value: Value) -> str:
    """A heading without capitals, accents, spaces and signs."""
    return "" if isinstance(value, BadCell) else re.sub(r"[\W_]", "", fold(str(value)[:60]))
