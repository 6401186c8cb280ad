"""Each penalty is a line of its own on a sheet, and changes no score."""

import uuid

from scoring.models import Event
from scoring.sheets.events import EventBody
from scoring.sheets.locked import AnySheet, build_refusal, lock_sheet
from scoring.sheets.row_names import make_printable
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

NO_PENALTY = ProblemCode(69, _("this penalty is not on the form, or no longer."))
WRONG_PENALTY = ProblemCode(
    70, _("a penalty needs points (1 to %(most)s), its reason and the name of whoever gives it.")
)

MOST_PENALTY = 1000


def penalize(
    *,
    sheet: AnySheet,
    player: str,
    points: int,
    reason: str,
    signed: str,
    by: str = "",
    device: str = "",
    event: uuid.UUID | None = None,
) -> Event:
    """`signed` is the arbiter's name; it and the reason may not be empty."""
    with lock_sheet(sheet) as now:
        body: EventBody = {"seat": now.seat(player), "points": points}
        words = (make_printable(reason)[:200], make_printable(signed)[:60])
        if stored := now.find_event(event):
            return now.check_repetition(stored, Event.Kind.PENALIZED, body, words)
        now.refuse_closed()
        now.refuse_more()
        if type(points) is not int or not 1 <= points <= MOST_PENALTY or not all(words):
            raise build_refusal(WRONG_PENALTY, most=MOST_PENALTY)
        id = event or uuid.uuid4()
        now.note(id, *words)
        return now.append(Event.Kind.PENALIZED, body, by=by, device=device, id=id)


def withdraw(
    *,
    sheet: AnySheet,
    penalty: uuid.UUID,
    by: str = "",
    device: str = "",
    event: uuid.UUID | None = None,
) -> Event:
    with lock_sheet(sheet) as now:
        body: EventBody = {"event": str(penalty)}
        if stored := now.find_event(event):
            return now.check_repetition(stored, Event.Kind.WITHDRAWN, body)
        now.refuse_closed()
        now.refuse_more()
        if str(penalty) not in now.replay.penalties:
            raise build_refusal(NO_PENALTY)
        return now.append(Event.Kind.WITHDRAWN, body, by=by, device=device, id=event)
