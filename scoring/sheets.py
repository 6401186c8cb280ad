"""What can be done to a sheet. Everything that is written is written here, each time together
with the event that tells of it.
"""

import json
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from scoring import events, games
from scoring.games.problems import Check, Problems
from scoring.games.sheet import score
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.games.text import _
from scoring.models import Erasure, Event, Note, Row, Seat, Sheet
from scoring.refused import Refused
from scoring.replay import Replay
from scoring.rows import Spelling

Json = dict[str, Any]

OTHER_CONTENT = Check(
    60, _("this entry came in before with something else in it, and that was kept: enter it anew.")
)
NO_SUCH_ROW = Check(61, _("there is no game %(given)s: a sheet has games 1 to %(most)s."))
NOT_A_CHOICE = Check(62, _("this entry is not one to choose from, or no longer: look again."))
MOVED_ON = Check(63, _("this game was changed in the meantime: look again, then choose."))

ENTRIES = (Event.Kind.ENTERED, Event.Kind.SET_ASIDE)


@transaction.atomic
def open(
    *,
    game: str,
    names: Sequence[str],
    options: Mapping[str, Any] | None = None,
    scribe: str = "",
    by: str = "",
    device: str = "",
    event: uuid.UUID | None = None,
) -> Sheet:
    """A new sheet for these names, seated clockwise; if nobody is named as scribe, seat 1 is."""
    data: Json = {"game": game, "options": dict(options or {}), "players": list(names)}
    data["scribe"] = scribe or names[0] if names else None
    if stored := _stored(event):
        return _opened_before(stored, data)
    _refuse_errors(data)
    system = games.find(game)
    assert system is not None, "an unknown game was refused"
    sheet = Sheet.objects.create(game=game, options=data["options"], game_version=system.version)
    Seat.objects.bulk_create(
        Seat(sheet=sheet, position=place, name=name, is_scribe=name == data["scribe"])
        for place, name in enumerate(names, 1)
    )
    body, kind = events.opening(sheet), Event.Kind.OPENED
    events.append(sheet=sheet, kind=kind, body=body, actor=by, device=device, id=event)
    return sheet


@transaction.atomic
def record(
    *,
    sheet: Sheet,
    number: int,
    row: Mapping[str, Any],
    by: str = "",
    device: str = "",
    event: uuid.UUID | None = None,
    seen: int | None = None,
) -> Event:
    """Write one game, or write it anew. `seen` is the revision of the row that it was made on (0
    where there was none): if the row holds something else by now, this is set aside, and the
    table chooses. The event's kind says which it was.
    """
    sheet, id = _locked(sheet), event or uuid.uuid4()
    spelling = Spelling(sheet)
    kept = spelling.kept(row)
    body: Json = {"number": number, "row": kept, "seen": seen}
    if stored := _stored(event):
        return _recorded_before(stored, spelling, body)
    totals = _totals_with(sheet, number, row)
    now = _in_force(sheet, number)
    same = now is not None and spelling.same(now.data, kept)
    moved_on = now is not None and seen is not None and seen < now.revision
    body["row"] = now.data if now and same else _with_note(sheet, id, kept)
    kind = Event.Kind.SET_ASIDE if moved_on and not same else Event.Kind.ENTERED
    new = events.append(sheet=sheet, kind=kind, body=body, actor=by, device=device, id=id)
    if kind == Event.Kind.ENTERED and not same:
        _put_in_force(sheet, new, number, body["row"], totals)
    return new


@transaction.atomic
def choose(
    *,
    sheet: Sheet,
    event: uuid.UUID,
    by: str = "",
    device: str = "",
    id: uuid.UUID | None = None,
    seen: int | None = None,
) -> Event:
    """Put one of the entries of a conflict in force; the others stay in the history. `seen` is
    the last sequence that the chooser saw: what was set aside after it stays open. `id` is that
    of the choice itself.
    """
    sheet = _locked(sheet)
    if stored := _stored(id):
        return _chosen_before(stored, sheet, event, seen)
    number, row = _disputed(sheet, event)
    now = _in_force(sheet, number)
    if now is None or (seen is not None and now.revision > seen):
        raise _refusal(MOVED_ON, number)
    totals = _totals_with(sheet, number, Spelling(sheet).typed(row))
    body, kind = {"number": number, "event": str(event), "seen": seen}, Event.Kind.CHOSEN
    new = events.append(sheet=sheet, kind=kind, body=body, actor=by, device=device, id=id)
    if row != now.data:
        _put_in_force(sheet, new, number, row, totals)
    return new


@transaction.atomic
def erase(*, sheet: Sheet) -> None:
    """The whole sheet, with its events."""
    sheet = _locked(sheet)
    Erasure.objects.create(pk=sheet.pk)
    sheet.delete()


def as_data(sheet: Sheet) -> Json:
    """The sheet as `scoring.games.sheet.score` takes it; uses what was prefetched."""
    spelling = Spelling(sheet)
    seats, rows = list(sheet.seats.all()), {row.number: row.data for row in sheet.rows.all()}
    return {
        "game": sheet.game,
        "options": sheet.options,
        "players": [seat.name for seat in seats],
        "scribe": next((seat.name for seat in seats if seat.is_scribe), None),
        "games": [
            spelling.typed(rows.get(number, {})) for number in range(1, max(rows, default=0) + 1)
        ],
    }


# Before writing


def _locked(sheet: Sheet) -> Sheet:
    found = Sheet.objects.select_for_update().prefetch_related("seats", "rows", "notes")
    return found.get(pk=sheet.pk)


def _in_force(sheet: Sheet, number: int) -> Row | None:
    return next((row for row in sheet.rows.all() if row.number == number), None)


def _disputed(sheet: Sheet, event: uuid.UUID) -> tuple[int, Json]:
    """The game and the row of an entry that can be chosen."""
    for number, versions in Replay(sheet.events.all()).conflicts():
        for version in versions:
            if version.event.pk == event:
                return number, version.row
    raise _refusal(NOT_A_CHOICE)


def _totals_with(sheet: Sheet, number: int, row: Mapping[str, Any]) -> dict[str, int]:
    """Everybody's total with this game in it; refuses what can't be."""
    if not 1 <= number <= MOST_ROWS:
        raise _refusal(NO_SUCH_ROW, given=number, most=MOST_ROWS)
    data = as_data(sheet)
    rows = data["games"]
    rows.extend({} for _ in range(number - len(rows)))
    rows[number - 1] = dict(row)
    totals: dict[str, int] = _refuse_errors(data, number)["totals"]
    return totals


def _refuse_errors(data: Json, number: int | None = None) -> Json:
    """Refuse what is wrong in the head or in this game; other games are not at issue here."""
    result = score(data)
    errors = [
        problem
        for problem in result["problems"]
        if problem["severity"] == "error" and problem["game"] in (None, number)
    ]
    if errors:
        raise Refused(errors)
    return result


def _refusal(check: Check, number: int | None = None, **params: Any) -> Refused:
    problems = Problems()
    problems.refuse(check, number, **params)
    return Refused(problems.found)


# What came in before: the same answer again, and nothing written


def _stored(event: uuid.UUID | None) -> Event | None:
    return Event.objects.filter(pk=event).first() if event else None


def _opened_before(stored: Event, data: Json) -> Sheet:
    if stored.kind == Event.Kind.OPENED:
        head = as_data(stored.sheet)
        if head | {"games": []} == data | {"games": []}:
            return stored.sheet
    raise _refusal(OTHER_CONTENT)


def _recorded_before(stored: Event, spelling: Spelling, body: Json) -> Event:
    if stored.sheet_id == spelling.sheet.pk and stored.kind in ENTRIES:
        told = json.loads(stored.body)
        head = told | {"row": None} == body | {"row": None}
        if head and spelling.could_be_same(told["row"], body["row"]):
            return stored
    raise _refusal(OTHER_CONTENT, body["number"])


def _chosen_before(stored: Event, sheet: Sheet, event: uuid.UUID, seen: int | None) -> Event:
    if stored.sheet_id == sheet.pk and stored.kind == Event.Kind.CHOSEN:
        told = json.loads(stored.body)
        if (told["event"], told["seen"]) == (str(event), seen):
            return stored
    raise _refusal(OTHER_CONTENT)


# Writing


def _with_note(sheet: Sheet, id: uuid.UUID, kept: Json) -> Json:
    """The reason of a void game goes where it can be erased."""
    if "void" not in kept:
        return kept
    note = Note.objects.create(pk=id, sheet=sheet, text=kept["void"])
    return kept | {"void": str(note.pk)}


def _put_in_force(
    sheet: Sheet, event: Event, number: int, kept: Json, totals: Mapping[str, int]
) -> None:
    row = _in_force(sheet, number) or Row(sheet=sheet, number=number)
    row.data, row.revision = kept, event.sequence
    row.save()
    changed = [seat for seat in sheet.seats.all() if seat.total != totals[seat.name]]
    for seat in changed:
        seat.total = totals[seat.name]
    Seat.objects.bulk_update(changed, ["total"])
