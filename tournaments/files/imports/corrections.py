"""A night's workbook that comes back: read and kept for a day, and what was looked at goes in, all
of it or nothing. `by` is opaque.
"""

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any, NamedTuple

from django.core.files import File

from scoring.models import Event, Sheet
from scoring.sheets import lifecycle as sheets
from scoring.toolkit.problems import Json
from tournaments import problems
from tournaments.files import readers
from tournaments.files.exports import workbook_id
from tournaments.files.exports.workbook_id import WorkbookId
from tournaments.files.imports import members
from tournaments.files.readers import BadCell, Line, Value, Worksheet
from tournaments.locks import lock_night
from tournaments.models import Intake, Night, Table
from tournaments.names import normalize
from tournaments.nights import closing
from tournaments.problems import user_error

MOST_LINES, MOST_COLUMNS = 400, 100  # of a sheet: more than any form has

Cell = str | tuple[int, dict[str, Any]]  # or the number of what is wrong with it
Cells = dict[int, dict[int, Cell]]  # by line, by column from 0


class Correction(NamedTuple):
    """A game as it is to be from now on."""

    sheet: int
    number: int
    row: Json
    seen: int  # the revision of the row that it was made on


class Done(NamedTuple):
    entered: int
    aside: int  # beside what was entered on the site meanwhile: the table chooses


class Form(NamedTuple):
    """One sheet of the workbook, as it was kept."""

    leaf: str
    mark: WorkbookId
    cells: Cells


def save_draft(*, night: Night, file: "File[bytes]") -> Intake:
    """What is read is kept, so that nobody has to choose the file again."""
    book = readers.read(members.content(file), typed=True)
    found = [(leaf, mark) for leaf in book.leaves if (mark := _mark(leaf))]
    if not found:
        raise user_error(problems.NO_FORMS)
    for leaf, mark in found:
        _check(night, leaf, mark)
    ours = {id(leaf) for leaf, _mark in found}
    return members.store(
        night.season.club,
        file,
        remarks=[check.number for check in book.remarks],
        read=[_seen(leaf.name) for leaf, _mark in found],
        unread=[_seen(leaf.name) for leaf in book.leaves if id(leaf) not in ours and leaf.lines],
        rows=[[_seen(leaf.name), mark, _stored(leaf.lines)] for leaf, mark in found],
        night=night,
    )


def forms(kept: Intake) -> list[Form]:
    return [Form(leaf, WorkbookId(*mark), _cells(cells)) for leaf, mark, cells in kept.rows]


def apply(
    *, kept: Intake, corrections: Iterable[Correction], reason: str = "", by: str = ""
) -> Done:
    """What a game came to on the site meanwhile stays, and this is set aside beside it."""
    assert kept.night, "this is a night's workbook"
    with lock_night(kept.night) as now:
        every = sorted(corrections, key=lambda one: (one.sheet, one.number))
        ours = Intake.objects.filter(pk=kept.pk)
        if not every or not ours.exists():
            raise user_error(problems.NO_GAMES)
        _open(now, {one.sheet for one in every}, reason, by)
        kinds = [
            kind
            for sheet, games in groupby(every, key=lambda one: one.sheet)
            for kind in _enter(now, sheet, list(games), by)
        ]
        ours.delete()
    aside = kinds.count(Event.Kind.SET_ASIDE)
    return Done(len(kinds) - aside, aside)


def shut(night: Night, sheets: Collection[int]) -> bool:
    """Whether forms have to be opened again first, which takes a reason."""
    closed = Sheet.objects.filter(pk__in=sheets, closed=True)
    return night.state == Night.State.CLOSED or closed.exists()


def _open(night: Night, ids: Collection[int], reason: str, by: str) -> None:
    """As an organiser does who corrects a form."""
    if night.state == Night.State.CLOSED:
        tables = list(Table.objects.filter(sheet__in=ids))
        one = tables[0] if len(tables) == 1 else None
        closing.reopen(night=night, reason=reason, table=one, by=by)
    for sheet in Sheet.objects.filter(pk__in=ids, closed=True).order_by("pk"):
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        sheets.reopen(sheet=sheet, reason=reason, by=by)


def _enter(night: Night, sheet: int, games: Iterable[Correction], by: str) -> list[str]:
    found = Table.objects.used().filter(round__night=night, sheet=sheet).select_related("sheet")
    table = found.first()
    if table is None:
        raise user_error(problems.FORM_CHANGED)
    return [
        sheets.record(sheet=table.sheet, number=one.number, row=one.row, seen=one.seen, by=by).kind
        for one in games
    ]


# Whose it is


def _mark(leaf: Worksheet) -> WorkbookId | None:
    for line in leaf.lines:
        for value in line.cells.values():
            if isinstance(value, str) and value.startswith(workbook_id.BEGINS):
                if mark := workbook_id.read(value):
                    return mark
                raise user_error(problems.NOT_OF_THIS_CLUB, leaf=leaf.name)
    return None


def _check(night: Night, leaf: Worksheet, mark: WorkbookId) -> None:
    if (mark.night, mark.club) == (night.pk, night.season.club_id):
        return
    other = Night.objects.filter(pk=mark.night, season__club=mark.club).first()
    if other is None or mark.club != night.season.club_id:
        raise user_error(problems.NOT_OF_THIS_CLUB, leaf=leaf.name)
    raise user_error(problems.OTHER_NIGHT, night=str(other))


# Kept as plain text


def _stored(lines: Iterable[Line]) -> dict[int, dict[int, Any]]:
    return {
        line.number: {
            column: _plain(value) for column, value in line.cells.items() if column < MOST_COLUMNS
        }
        for line in list(lines)[:MOST_LINES]
    }


def _plain(value: Value) -> Cell:
    if isinstance(value, BadCell):
        return value.check.number, {key: _seen(str(one)) for key, one in value.params.items()}
    return _seen(str(value))


def _seen(text: str) -> str:
    """Without what can't be seen, and some databases can't keep."""
    return "".join(one for one in text if one.isprintable())


def _cells(stored: dict[str, dict[str, Any]]) -> Cells:
    return {
        int(line): {
            int(column): value if isinstance(value, str) else (value[0], value[1])
            for column, value in cells.items()
        }
        for line, cells in stored.items()
    }
