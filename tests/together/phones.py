import uuid
from collections.abc import Callable
from typing import Any

from scoring.browser import sync
from scoring.models import Row, Sheet
from scoring.sheets import links
from tests.together import world
from tests.together.listing import CALLS, Called, World, call, player


def phone(
    name: str, verb: str, night: str, sheet: str, make: Callable[[Sheet, World], Any]
) -> None:
    """An entry as a phone sends it."""
    event = uuid.uuid5(uuid.NAMESPACE_URL, name)

    def send(w: World) -> str:
        form = Sheet.objects.get(pk=getattr(w, sheet))
        entry = {"id": str(event), **make(form, w)}
        opened = links.find(links.make_key(form))
        if opened is None:
            return "refused"
        answer = sync.handle(opened, sync.SyncRequest("phone", [entry]))
        return str(answer["answers"][0]["as"])

    CALLS[name] = Called(name, verb, night, send, event)


def game(number: int, points: int = 5) -> Callable[[Sheet, World], Any]:
    def make(sheet: Sheet, _w: World) -> Any:
        there = Row.objects.filter(sheet=sheet, number=number).first()
        seen = there.revision if there else 0
        row = world.row(sheet.pk, points)
        return {"do": "enter", "game": number, "row": row, "seen": seen}

    return make


RECORD = "scoring.sheets.entries.record"
phone("enter_first", RECORD, "playing", "sheet_3", game(1))
phone("enter_next", RECORD, "playing", "sheet_2", game(2))
phone("correct", RECORD, "playing", "sheet_1", game(1, 7))
phone("correct_while_closing", RECORD, "closing", "closing_sheet", game(1, 7))
phone("enter_late", RECORD, "closed", "closed_sheet", game(1, 7))
for _name, _do, _verb, _night, _sheet, _said in (
    (
        "choose",
        "choose",
        "scoring.sheets.entries.choose",
        "playing",
        "sheet_2",
        lambda sheet, w: {"event": w.conflict, "seen": 9},
    ),
    (
        "set_games",
        "games",
        "scoring.sheets.lifecycle.set_games",
        "playing",
        "sheet_2",
        lambda sheet, w: {"games": 5},
    ),
    (
        "penalize",
        "penalty",
        "scoring.sheets.lifecycle.penalize",
        "playing",
        "sheet_4",
        lambda sheet, w: {"player": player(sheet), "points": 9, "reason": "Late", "signed": "Ans"},
    ),
    (
        "withdraw",
        "withdraw",
        "scoring.sheets.lifecycle.withdraw",
        "playing",
        "sheet_2",
        lambda sheet, w: {"event": w.penalty},
    ),
    (
        "hand_over",
        "scribe",
        "scoring.sheets.lifecycle.hand_over",
        "playing",
        "sheet_2",
        lambda sheet, w: {"player": player(sheet)},
    ),
    (
        "approve",
        "approve",
        "scoring.sheets.lifecycle.approve",
        "playing",
        "sheet_1",
        lambda sheet, w: {
            "player": player(sheet),
            "digest": sync.build_sheet_state(sheet)["digest"],
        },
    ),
    (
        "approve_while_closing",
        "approve",
        "scoring.sheets.lifecycle.approve",
        "closing",
        "closing_sheet",
        lambda sheet, w: {
            "player": player(sheet),
            "digest": sync.build_sheet_state(sheet)["digest"],
        },
    ),
):
    phone(
        _name,
        _verb,
        _night,
        _sheet,
        lambda sheet, w, do=_do, said=_said: {"do": do, **said(sheet, w)},
    )


@call("scoring.sheets.lifecycle.renew_link", "playing")
def renew_sheet_link(w: World) -> None:
    from scoring.sheets import lifecycle

    lifecycle.renew_link(sheet=Sheet.objects.get(pk=w.sheet_3))
