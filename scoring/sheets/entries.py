"""The verbs for entering a game and settling a conflict. Game 0 is the paper form."""

import uuid
from typing import Unpack

from django.utils import timezone

from scoring.games.core.options import MOST_GAMES
from scoring.games.sheet import score
from scoring.games.sheet.data import Row, SheetData
from scoring.games.sheet.paper_sums import PAPER_UNREADABLE
from scoring.games.sheet.rows import NO_REASON
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.models import Event
from scoring.sheets import verdicts
from scoring.sheets.events import By, EventBody, Sender
from scoring.sheets.replay import ENTRIES
from scoring.sheets.row_names import PAPER
from scoring.sheets.sheet_under_lock import (
    OTHER_CONTENT,
    AnySheet,
    SheetNow,
    drop_absent,
    lock_sheet,
    read_body,
    refuse,
    score_valid,
)
from scoring.toolkit.problems import UNKNOWN_KEY, ProblemCode, user_error
from scoring.toolkit.texts import _

NO_SUCH_ROW = ProblemCode(61, _("there is no game %(given)s: a sheet has games 1 to %(most)s."))
NOT_A_CHOICE = ProblemCode(62, _("this entry is not one to choose from, or no longer: look again."))
WAITED = 60  # seconds; less is the way to the site
MOVED_ON = ProblemCode(63, _("this game was changed in the meantime: look again, then choose."))


def record(
    *,
    sheet: AnySheet,
    number: int,
    row: Row,
    seen: int | str | None = None,
    age: float = 0,
    **how: Unpack[Sender],
) -> Event:
    """`seen` is the revision that the sender saw (0: none), or the id of the sender's own entry;
    `age`, how many seconds ago it was typed.

    If the game has changed since, or the sheet is closed, the entry is set aside until chosen.
    """
    with lock_sheet(sheet) as now:
        id = how.get("event") or uuid.uuid4()
        if now.replay.seats.renamings:
            row = now.row_names.replace_names(row, number)
        kept = now.row_names.convert_to_ids(row, number)
        body: EventBody = {"number": number, "row": kept, "seen": seen}
        if stored := now.find_event(how.get("event")):
            return _recorded_before(now, stored, body)
        now.refuse_more()
        if kept.get("void") == "":
            raise user_error(NO_REASON, number)
        data = _data_with(now, number, row)
        totals = _totals(now, data, number)
        current = now.rows.get(number)
        same = current is not None and now.row_names.is_same(
            now.add_away(number, current.row), now.add_away(number, kept)
        )
        body["row"] = current.row if current and same else _with_note(now, id, number, kept)
        if judged := verdicts.load_verdicts(data, number):
            body["verdicts"] = {
                now.row_names.ids[name]: verdict for name, verdict in judged.items()
            }
        waited = min(age, (timezone.now() - now.events[0].time).total_seconds())
        if waited >= WAITED:
            body["age"] = int(waited)
        late = now.replay.closed or _moved_on(now, number, seen)
        kind = Event.Kind.SET_ASIDE if late and not same else Event.Kind.ENTERED
        new = now.append(kind, body, {**how, "event": id})
        if kind == Event.Kind.ENTERED and not same:
            now.put_in_force(new, number, body["row"], totals)
        return new


def choose(
    *,
    sheet: AnySheet,
    event: uuid.UUID,
    id: uuid.UUID | None = None,
    seen: int | None = None,
    **how: Unpack[By],
) -> Event:
    """`event` is the chosen entry, `id` the new event. What came after `seen` stays."""
    with lock_sheet(sheet) as now:
        if stored := now.find_event(id):
            return _chosen_before(now, stored, event, seen)
        now.refuse_changes()
        number, row = _disputed(now, event)
        current = now.rows.get(number)
        if current is not None and seen is not None and current.revision > seen:
            raise user_error(MOVED_ON, number or None)
        totals = _totals(
            now, _data_with(now, number, now.row_names.convert_to_typed(row, number)), number
        )
        body: EventBody = {"number": number, "event": str(event), "seen": seen}
        new = now.append(Event.Kind.CHOSEN, body, {**how, "event": id})
        if current is None or row != current.row:
            now.put_in_force(new, number, row, totals)
        return new


def _moved_on(now: SheetNow, number: int, seen: int | str | None) -> bool:
    """Whether the entry of this game has changed since the sender last knew it."""
    current = now.rows.get(number)
    if isinstance(seen, str):
        seen = _revision_after(now, number, seen)
    return current is not None and seen is not None and seen < current.revision


def _revision_after(now: SheetNow, number: int, id: str) -> int:
    """What the sender of entry `id` knew: it or, if it was set aside, what they saw."""
    line, version = now.replay.lines.get(number), now.replay.versions.get(id)
    if line is None or version is None or version not in line.versions:
        return 0
    if version.event.kind != Event.Kind.SET_ASIDE:
        return version.revision
    seen = read_body(version.event).get("seen")
    return _revision_after(now, number, seen) if isinstance(seen, str) else seen or 0


def _disputed(now: SheetNow, event: uuid.UUID) -> tuple[int, Row]:
    for number, versions in now.replay.list_conflicts():
        for version in versions:
            if version.event.pk == event:
                return number, version.row
    raise user_error(NOT_A_CHOICE)


def _data_with(now: SheetNow, number: int, row: Row) -> SheetData:
    data = now.build_data()
    if number == PAPER and "void" not in row:
        data["paper"] = dict(row)
        return data
    rows = data["games"]
    most = min(len(rows) + MOST_GAMES, MOST_ROWS)  # a page has a row for each game up to the last
    if not 1 <= number <= most:
        raise user_error(NO_SUCH_ROW, given=number, most=most)
    rows.extend({} for _ in range(number - len(rows)))
    rows[number - 1] = dict(row)
    drop_absent(data, now.row_names)
    return data


def _totals(now: SheetNow, data: SheetData, number: int) -> dict[str, float]:
    """Score with the new entry. Sums on paper may differ, which is what they are for."""
    result = score_valid(data, number or None, now)
    if number == PAPER:
        before = result["problems"]
        new = [problem for problem in score(data)["problems"] if problem not in before]
        refuse(problem for problem in new if any(code.is_code_of(problem) for code in UNREADABLE))
    totals: dict[str, float] = result["totals"]
    return totals


UNREADABLE = (PAPER_UNREADABLE, UNKNOWN_KEY)  # not a figure; not a player of this sheet


def _with_note(now: SheetNow, id: uuid.UUID, number: int, kept: Row) -> Row:
    """Move a void game's reason to a `Note`; an equal row that is stored has one."""
    if "void" not in kept:
        return kept
    line = now.replay.lines.get(number)
    for entry in line.versions if line else ():
        if now.row_names.is_same(entry.row, kept):
            return entry.row
    return kept | {"void": now.note(id, kept["void"])}


def _recorded_before(now: SheetNow, stored: Event, body: EventBody) -> Event:
    if stored.sheet_id == now.sheet.pk and stored.kind in ENTRIES[:2]:
        then = read_body(stored)
        same = (then["number"], then["seen"]) == (body["number"], body["seen"])
        if same and now.row_names.could_be_same(then["row"], body["row"]):
            return stored
    raise user_error(OTHER_CONTENT, body["number"] or None)


def _chosen_before(now: SheetNow, stored: Event, event: uuid.UUID, seen: int | None) -> Event:
    if stored.sheet_id == now.sheet.pk and stored.kind == Event.Kind.CHOSEN:
        then = read_body(stored)
        if (then["event"], then["seen"]) == (str(event), seen):
            return stored
    raise user_error(OTHER_CONTENT)
