"""Nights played before: a column for each day, or a line for each name and day."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.files.readers import find_table, member_columns
from tournaments.files.readers.cells import BadCell, Book, FileLine, Value, name_cell, read_day
from tournaments.files.readers.find_table import Table, simplify_heading
from tournaments.files.readers.member_columns import NAMES, Entry, Told
from tournaments.names import normalize

# A bare “no.” more often means the place in the old standing than a member's number.
PEOPLE = {field: member_columns.WORDS[field] for field in (*NAMES, "particle")} | {
    "number": "lidnummer lidnr membernumber memberno mitgliedsnummer mitgliedsnr"
}
DAY = "datum dag avond speelavond speeldatum date day night tag abend spieltag spielabend"
POINTS = "punten score totaal points total punkte gesamt"
DASHES = "streepjes strepen streepje dashes dash striche strich"
WORDS = PEOPLE | {"day": DAY, "points": POINTS, "dashes": DASHES}
MOST_LINES = 10_000
MOST_DASHES = 999  # of one night
MOST_POINTS = 1_000_000

# The many ways to write that somebody was not there.
ABSENT = frozenset(
    [
        *("-", "–", "—", "/", "x", "a", "afw", "afw.", "afwezig", "nvt", "n.v.t."),
        *("abs", "absent", "abw", "abw.", "abwesend"),
    ]
)
THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?")
PLAIN = re.compile(r"[+-]?\d{1,7}(?:[.,]\d{1,2})?")
# How a standing of this site marks a night: what a missed one counts, and what is left out.
MISSED, PART = ("*", "†", "‡", "§"), "°"

Result = tuple[Decimal, int | None]  # points and dashes; None: dashes not given
Came = dict[date, Result]


class Somebody(NamedTuple):
    entry: Entry
    came: Came


class Grid(NamedTuple):
    """The columns by day."""

    points: dict[date, int]
    dashes: dict[date, int]


def read(book: Book, first: date, last: date) -> tuple[Table, tuple[Somebody, ...]]:
    table = find_table.find(book, WORDS, NAMES)
    if table is None:
        raise user_error(problems.NO_HEADINGS)
    if len(table.lines) > MOST_LINES:
        raise user_error(problems.MANY_LINES, most=MOST_LINES)
    of_people = {field: columns for field, columns in table.columns.items() if field in PEOPLE}
    names = table._replace(columns=of_people)
    if {"day", "points"} <= table.columns.keys():
        people = _by_line(table, names, first, last)
    else:
        grid = _grid(table, first, last)
        of_days = {*grid.points.values(), *grid.dashes.values()}
        table = find_table.divide_headings(table, of_days, PEOPLE)
        people = _by_column(names, grid)
    if not people:
        raise user_error(problems.EMPTY_LIST)
    if len(people) > member_columns.MOST:
        raise user_error(problems.MANY_LINES, most=member_columns.MOST)
    return table, tuple(people)


def is_absent(value: Value) -> bool:
    if not isinstance(value, str):
        return False
    text = value.casefold()
    return text in ABSENT or (text.strip("[]").endswith(MISSED) and read_points(value) is not None)


def read_points(value: Value) -> Decimal | None:
    if isinstance(value, (BadCell, bool, date)):
        return None
    text = normalize(str(value)).replace("−", "-")
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    text = text.rstrip("".join((*MISSED, PART)))
    if isinstance(value, str) and THOUSANDS.fullmatch(text):  # as a number, 1.234 is little
        text = text.replace(".", "")
    elif not PLAIN.fullmatch(text):
        return None
    number = Decimal(text.replace(",", "."))
    return number if abs(number) < MOST_POINTS else None


def _by_column(names: Table, grid: Grid) -> list[Somebody]:
    people = []
    for line in names.lines:
        entry = member_columns.read_entry(line, names)
        if entry is None:
            continue
        came, problem = _came(line, grid)
        if came or problem or entry.wrong:
            people.append(Somebody(entry._replace(wrong=entry.wrong or problem), came))
    return people


def _grid(table: Table, first: date, last: date) -> Grid:
    """A heading “dashes” belongs to the day on its left, unless it names one."""
    grid, latest = Grid({}, {}), None
    used = {column for field in PEOPLE for column in table.columns.get(field, ())}
    for column, heading in sorted(table.heading.cells.items()):
        if column in used:
            continue
        on = read_day(heading, first, last)
        latest = on or latest
        if any(word in simplify_heading(heading) for word in DASHES.split()):
            if latest:
                grid.dashes.setdefault(latest, column)
        elif on in grid.points:
            raise user_error(problems.DAY_TWICE, day=f"{on:%d-%m-%Y}")
        elif on:
            grid.points[on] = column
        else:
            latest = None
    if not grid.points:
        raise user_error(problems.NO_DAYS)
    return grid


def _came(line: FileLine, grid: Grid) -> tuple[Came, Told | None]:
    came: Came = {}
    for on, column in grid.points.items():
        result, wrong = _read_result(line, column, grid.dashes.get(on))
        if wrong:
            return {}, wrong
        if result:
            came[on] = result
    return came, None


def _read_result(
    line: FileLine, column: int, dashes: int | None
) -> tuple[Result | None, Told | None]:
    value = line.cells.get(column)
    if value is None or is_absent(value):
        return None, None
    points = read_points(value)
    if points is None:
        return None, _wrong(line, column)
    many = None if dashes is None else line.cells.get(dashes)
    if dashes is None or many is None or is_absent(many):
        return (points, None), None
    count = read_points(many)
    if count is None or not 0 <= count <= MOST_DASHES or count % 1:
        return None, _wrong(line, dashes)
    return (points, int(count)), None


def _wrong(line: FileLine, column: int) -> Told:
    value, where = line.cells[column], {"place": name_cell(line.number, column)}
    if isinstance(value, BadCell):
        return value.check, value.params | where
    return problems.NO_POINTS, where


def _by_line(table: Table, names: Table, first: date, last: date) -> list[Somebody]:
    """Lines with the same name and member number are one person; a line with a problem stands
    alone.
    """
    by_name: dict[tuple[bytes, str], Somebody] = {}
    wrong: list[Somebody] = []
    for entry, on, came, problem in _lines(table, names, first, last):
        key = entry.name.sort_key, entry.said.get("number", "")
        twice = key in by_name and on in by_name[key].came
        why = entry.wrong or problem
        if on and twice:
            why = why or (problems.DAY_TWICE, {"day": f"{on:%d-%m-%Y}"})
        if why:
            wrong.append(Somebody(entry._replace(wrong=why), {}))
        elif came and on:
            by_name.setdefault(key, Somebody(entry, {})).came[on] = came
    return sorted([*by_name.values(), *wrong], key=lambda person: person.entry.line)


def _lines(
    table: Table, names: Table, first: date, last: date
) -> Iterator[tuple[Entry, date | None, Result | None, Told | None]]:
    columns = table.columns
    dashes = columns.get("dashes", (None,))[0]
    for line in table.lines:
        entry = member_columns.read_entry(line, names)
        if entry is None or columns["points"][0] not in line.cells:
            continue
        came, problem = _read_result(line, columns["points"][0], dashes)
        value = line.cells.get(columns["day"][0])
        on = None if value is None else read_day(value, first, last)
        if came and on is None:
            problem = problems.NO_FIGURE, {"place": name_cell(line.number, columns["day"][0])}
        yield entry, on, came, problem
