"""Imports corrections from a night's workbook that was changed and uploaded again. The file is
saved as a draft for a day, previewed, and then applied as a whole. `by` identifies for the log who
does it, such as "user 12".
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
from tournaments.files.readers import BadCell, FileLine, Value, Worksheet
from tournaments.locks import lock_night
from tournaments.models import ImportDraft, Night, Table
from tournaments.names import normalize
from tournaments.nights import closing
from tournaments.problems import user_error

MOST_LINES, MOST_COLUMNS = 400, 100  # of a worksheet: more than any sheet fills

Cell = str | tuple[int, dict[str, Any]]  # its text, or the number and params of its problem
Cells = dict[int, dict[int, Cell]]  # keyed by line, then by column from 0


class Correction(NamedTuple):
    """The new content of one game on a sheet, as typed in a workbook."""

    sheet: int
    number: int
    row: Json
    seen: int  # the row's revision when the workbook was exported


class Done(NamedTuple):
    entered: int
    aside: int  # conflicts with entries made on the site since: the table chooses


class Form(NamedTuple):
    """A worksheet of an uploaded workbook, with its cells. `mark` is the content of its signed
    line, which tells to which sheet it belongs. The worksheet is stored with the draft of the
    import.
    """

    worksheet: str
    mark: WorkbookId
    cells: Cells


def save_draft(*, night: Night, file: "File[bytes]") -> ImportDraft:
    """Read an uploaded workbook and save its cells as a draft, so that the next steps do not need
    the file again.
    """
    book = readers.read(members.read_content(file), typed=True)
    pages = [(worksheet, mark) for worksheet in book.leaves if (mark := _mark(worksheet))]
    if not pages:
        raise user_error(problems.NO_FORMS)
    for worksheet, mark in pages:
        _check(night, worksheet, mark)
    ours = {id(worksheet) for worksheet, _mark in pages}
    return members.store(
        night.season.club,
        file,
        remarks=[check.number for check in book.remarks],
        read=[_seen(worksheet.name) for worksheet, _mark in pages],
        unread=[
            _seen(worksheet.name)
            for worksheet in book.leaves
            if id(worksheet) not in ours and worksheet.lines
        ],
        rows=[[_seen(worksheet.name), mark, _stored(worksheet.lines)] for worksheet, mark in pages],
        night=night,
    )


def read_forms(kept: ImportDraft) -> list[Form]:
    return [
        Form(worksheet, WorkbookId(*mark), _cells(cells)) for worksheet, mark, cells in kept.rows
    ]


def apply(
    *, kept: ImportDraft, corrections: Iterable[Correction], reason: str = "", by: str = ""
) -> Done:
    """Enter these corrections on their sheets and delete the draft `kept`. A night or sheet that is
    closed is reopened first, with this `reason`. If a game was changed on the site since the
    export, it stays as it is on the site. Its correction is stored beside it, and somebody must
    choose between the two.
    """
    assert kept.night, "this is a night's workbook"
    with lock_night(kept.night) as now:
        ordered = sorted(corrections, key=lambda correction: (correction.sheet, correction.number))
        ours = ImportDraft.objects.filter(pk=kept.pk)
        if not ordered or not ours.exists():
            raise user_error(problems.NO_GAMES)
        _open(now, {correction.sheet for correction in ordered}, reason, by)
        kinds = [
            kind
            for sheet, games in groupby(ordered, key=lambda correction: correction.sheet)
            for kind in _enter(now, sheet, list(games), by)
        ]
        ours.delete()
    aside = kinds.count(Event.Kind.SET_ASIDE)
    return Done(len(kinds) - aside, aside)


def needs_reopening(night: Night, sheets: Collection[int]) -> bool:
    """Return whether the night or one of these sheets is closed. Importing the corrections reopens
    it first, for which the user must give a reason.
    """
    closed = Sheet.objects.filter(pk__in=sheets, closed=True)
    return night.state == Night.State.CLOSED or closed.exists()


def _open(night: Night, ids: Collection[int], reason: str, by: str) -> None:
    """Reopen the night if it is closed, and those of the sheets with these ids that are closed."""
    if night.state == Night.State.CLOSED:
        tables = list(Table.objects.filter(sheet__in=ids))
        table = tables[0] if len(tables) == 1 else None
        closing.reopen(night=night, reason=reason, table=table, by=by)
    for sheet in Sheet.objects.filter(pk__in=ids, closed=True).order_by("pk"):
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        sheets.reopen(sheet=sheet, reason=reason, by=by)


def _enter(night: Night, sheet: int, games: Iterable[Correction], by: str) -> list[str]:
    used = Table.objects.used().filter(round__night=night, sheet=sheet).select_related("sheet")
    table = used.first()
    if table is None:
        raise user_error(problems.FORM_CHANGED)
    return [
        sheets.record(
            sheet=table.sheet,
            number=correction.number,
            row=correction.row,
            seen=correction.seen,
            by=by,
        ).kind
        for correction in games
    ]


# Which night and sheet


def _mark(worksheet: Worksheet) -> WorkbookId | None:
    for line in worksheet.lines:
        for value in line.cells.values():
            if isinstance(value, str) and value.startswith(workbook_id.BEGINS):
                if mark := workbook_id.read(value):
                    return mark
                raise user_error(problems.NOT_OF_THIS_CLUB, worksheet=worksheet.name)
    return None


def _check(night: Night, worksheet: Worksheet, mark: WorkbookId) -> None:
    if (mark.night, mark.club) == (night.pk, night.season.club_id):
        return
    other = Night.objects.filter(pk=mark.night, season__club=mark.club).first()
    if other is None or mark.club != night.season.club_id:
        raise user_error(problems.NOT_OF_THIS_CLUB, worksheet=worksheet.name)
    raise user_error(problems.OTHER_NIGHT, night=str(other))


# Drafts as JSON


def _stored(lines: Iterable[FileLine]) -> dict[int, dict[int, Any]]:
    return {
        line.number: {
            column: _plain(value) for column, value in line.cells.items() if column < MOST_COLUMNS
        }
        for line in list(lines)[:MOST_LINES]
    }


def _plain(value: Value) -> Cell:
    if isinstance(value, BadCell):
        return value.check.number, {key: _seen(str(param)) for key, param in value.params.items()}
    return _seen(str(value))


def _seen(text: str) -> str:
    """Return a cell's text without unprintable characters, which some databases cannot store."""
    return "".join(letter for letter in text if letter.isprintable())


def _cells(stored: dict[str, dict[str, Any]]) -> Cells:
    return {
        int(line): {
            int(column): value if isinstance(value, str) else (value[0], value[1])
            for column, value in cells.items()
        }
        for line, cells in stored.items()
    }
