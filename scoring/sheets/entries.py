"""Games entered, corrected and chosen from; the paper's own figures too, as game 0."""

import uuid
from collections.abc import Mapping

from scoring.games.core.options import MOST_GAMES
from scoring.games.sheet import score
from scoring.games.sheet.rows import NO_REASON
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.models import Event, Sheet
from scoring.sheets import verdicts
from scoring.sheets.locked import (
    OTHER_CONTENT,
    LockedSheet,
    drop_absent,
    event_body,
    locked,
    refusal,
    refuse,
    scored,
)
from scoring.sheets.replay import ENTRIES
from scoring.sheets.rows import PAPER
from scoring.toolkit.problems import Json, ProblemCode
from scoring.toolkit.texts import _

AnySheet = Sheet | LockedSheet

NO_SUCH_ROW = ProblemCode(61, _("there is no game %(given)s: a sheet has games 1 to %(most)s."))
NOT_A_CHOICE = ProblemCode(62, _("this entry is not one to choose from, or no longer: look again."))
MOVED_ON = ProblemCode(63, _("this game was changed in the meantime: look again, then choose."))
NOTHING_ENTERED = ProblemCode(73, _("nothing was entered: this game is still open."))


def record(
    *,
    sheet: AnySheet,
    number: int,
    row: Mapping[str, object],
    by: str = "",
    device: str = "",
    event: uuid.UUID | None = None,
    seen: int | str | None = None,
) -> Event:
    """Write one game, or write it anew; game 0 is what the paper says. `seen` is the revision of
    the row that it was made on (0 where there was none), or the id of the sender's own entry: if
    the row holds something else by now, this is set aside, and the table chooses. The event's
    kind says which it was. On a closed sheet everything new is set aside.
    """
    with locked(sheet) as now:
        id = event or uuid.uuid4()
        if now.replay.seats.renamings:
            row = now.spelling.renamed(row, number)
        kept = now.spelling.kept(row, number)
        body: Json = {"number": number, "row": kept, "seen": seen}
        if stored := now.before(event):
            return _recorded_before(now, stored, body)
        now.refuse_more()
        if kept.get("void") == "":
            raise refusal(NO_REASON, number)
        data = _data_with(now, number, row)
        totals = _totals(now, data, number)
        there = now.rows.get(number)
        same = there is not None and now.spelling.same(
            now.with_away(number, there.row), now.with_away(number, kept)
        )
        body["row"] = there.row if there and same else _with_note(now, id, number, kept)
        if found := verdicts.load_verdicts(data, number):
            body["verdicts"] = {now.spelling.ids[name]: said for name, said in found.items()}
        late = now.replay.closed or _moved_on(now, number, seen)
        kind = Event.Kind.SET_ASIDE if late and not same else Event.Kind.ENTERED
        new = now.append(kind, body, by=by, device=device, id=id)
        if kind == Event.Kind.ENTERED and not same:
            now.put_in_force(new, number, body["row"], totals)
        return new


def choose(
    *,
    sheet: AnySheet,
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
    with locked(sheet) as now:
        if stored := now.before(id):
            return _chosen_before(now, stored, event, seen)
        now.refuse_closed()
        now.refuse_more()
        number, row = _disputed(now, event)
        there = now.rows.get(number)
        if there is not None and seen is not None and there.revision > seen:
            raise refusal(MOVED_ON, number or None)
        totals = _totals(now, _data_with(now, number, now.spelling.typed(row, number)), number)
        body = {"number": number, "event": str(event), "seen": seen}
        new = now.append(Event.Kind.CHOSEN, body, by=by, device=device, id=id)
        if there is None or row != there.row:
            now.put_in_force(new, number, row, totals)
        return new


def _moved_on(now: LockedSheet, number: int, seen: int | str | None) -> bool:
    """Whether the row is no longer what the sender saw."""
    there = now.rows.get(number)
    if isinstance(seen, str):
        seen = _revision_after(now, number, seen)
    return there is not None and seen is not None and seen < there.revision


def _revision_after(now: LockedSheet, number: int, id: str) -> int:
    """What the sender saw who entered on top of this own entry: the row with it in force. If it
    was set aside, the row is still what was seen under that one.
    """
    line = now.replay.lines.get(number)
    version = (
        next((one for one in line.versions if str(one.event.pk) == id), None) if line else None
    )
    if version is None:
        return 0
    if version.event.kind != Event.Kind.SET_ASIDE:
        return version.revision
    seen = event_body(version.event).get("seen")
    return _revision_after(now, number, seen) if isinstance(seen, str) else seen or 0


def _disputed(now: LockedSheet, event: uuid.UUID) -> tuple[int, Json]:
    """The game and the row of an entry that can be chosen."""
    for number, versions in now.replay.conflicts():
        for version in versions:
            if version.event.pk == event:
                return number, version.row
    raise refusal(NOT_A_CHOICE)


def _data_with(now: LockedSheet, number: int, row: Mapping[str, object]) -> Json:
    """The sheet as it would be with this game in it."""
    data = now.data()
    if number == PAPER:
        return data | {"paper": dict(row)}
    rows = data["games"]
    check_number(number, len(rows))
    rows.extend({} for _ in range(number - len(rows)))
    rows[number - 1] = dict(row)
    drop_absent(data, now.sheet, now.spelling)
    return data


def check_number(number: int, played: int) -> None:
    most = min(played + MOST_GAMES, MOST_ROWS)  # a page has a line for each game up to the last
    if not 1 <= number <= most:
        raise refusal(NO_SUCH_ROW, given=number, most=most)


def _totals(now: LockedSheet, data: Json, number: int) -> dict[str, int]:
    """Everybody's total; refuses what can't be. A paper that says something else than the games
    is what we want to know, one that can't be read is refused.
    """
    result = scored(data, number or None, now)
    if number == PAPER:
        before = result["problems"]
        found = [problem for problem in score(data)["problems"] if problem not in before]
        refuse(problem for problem in found if problem["code"][1:] in UNREADABLE)
    totals: dict[str, int] = result["totals"]
    return totals


UNREADABLE = ("17", "27")  # figures that are none, and players who are not there


def _with_note(now: LockedSheet, id: uuid.UUID, number: int, kept: Json) -> Json:
    """The reason of a void game goes where it can be erased; the same reason once."""
    if "void" not in kept:
        return kept
    line = now.replay.lines.get(number)
    told = [one.row for one in line.versions if now.spelling.same(one.row, kept)] if line else []
    return told[0] if told else kept | {"void": now.note(id, kept["void"])}


def _recorded_before(now: LockedSheet, stored: Event, body: Json) -> Event:
    if stored.sheet_id == now.sheet.pk and stored.kind in ENTRIES[:2]:
        told = event_body(stored)
        same = (told["number"], told["seen"]) == (body["number"], body["seen"])
        if same and now.spelling.could_be_same(told["row"], body["row"]):
            return stored
    raise refusal(OTHER_CONTENT, body["number"] or None)


def _chosen_before(now: LockedSheet, stored: Event, event: uuid.UUID, seen: int | None) -> Event:
    if stored.sheet_id == now.sheet.pk and stored.kind == Event.Kind.CHOSEN:
        told = event_body(stored)
        if (told["event"], told["seen"]) == (str(event), seen):
            return stored
    raise refusal(OTHER_CONTENT)
