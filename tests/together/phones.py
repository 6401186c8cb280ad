import uuid
from collections.abc import Callable
from typing import Any

from scoring.browser import sync
from scoring.models import Row, Sheet
from scoring.sheets import entries, lifecycle, links
from tests.together import world
from tests.together.listing import CALLS, Called, World, add_call, name_verb, player

Make = Callable[[Sheet, World], dict[str, Any]]


def add_entry(name: str, verb: Callable[..., Any], night: str, sheet: str, make: Make) -> None:
    event = uuid.uuid5(uuid.NAMESPACE_URL, name)

    def send(w: World) -> str:
        form = Sheet.objects.get(pk=getattr(w, sheet))
        entry = {"id": str(event), **make(form, w)}
        opened = links.find(links.make_key(form))
        if opened is None:
            return "refused"
        answer = sync.handle(opened, sync.SyncRequest("phone", [entry]))
        return str(answer["answers"][0]["as"])

    CALLS[name] = Called(name, name_verb(verb), night, send, event)


def game(number: int, points: int = 5) -> Make:
    def make(sheet: Sheet, _w: World) -> Any:
        there = Row.objects.filter(sheet=sheet, number=number).first()
        seen = there.revision if there else 0
        row = world.row(sheet.pk, points)
        return {"do": "enter", "game": number, "row": row, "seen": seen}

    return make


def penalize(sheet: Sheet, _w: World) -> dict[str, Any]:
    words = {"reason": "Late", "signed": "Ans"}
    return {"do": "penalty", "player": player(sheet), "points": 9, **words}


def approve(sheet: Sheet, _w: World) -> dict[str, Any]:
    digest = sync.build_sheet_state(sheet)["digest"]
    return {"do": "approve", "player": player(sheet), "digest": digest}


for _entry in (
    ("enter_first", entries.record, "playing", "sheet_3", game(1)),
    ("enter_next", entries.record, "playing", "sheet_2", game(2)),
    ("correct", entries.record, "playing", "sheet_1", game(1, 7)),
    ("correct_while_closing", entries.record, "closing", "closing_sheet", game(1, 7)),
    ("enter_late", entries.record, "closed", "closed_sheet", game(1, 7)),
    (
        *("choose", entries.choose, "playing", "sheet_2"),
        lambda sheet, w: {"do": "choose", "event": w.conflict, "seen": 9},
    ),
    (
        *("set_games", lifecycle.set_games, "playing", "sheet_2"),
        lambda sheet, w: {"do": "games", "games": 5},
    ),
    ("penalize", lifecycle.penalize, "playing", "sheet_4", penalize),
    (
        *("withdraw", lifecycle.withdraw, "playing", "sheet_2"),
        lambda sheet, w: {"do": "withdraw", "event": w.penalty},
    ),
    (
        *("hand_over", lifecycle.hand_over, "playing", "sheet_2"),
        lambda sheet, w: {"do": "scribe", "player": player(sheet)},
    ),
    ("approve", lifecycle.approve, "playing", "sheet_1", approve),
    ("approve_while_closing", lifecycle.approve, "closing", "closing_sheet", approve),
):
    add_entry(*_entry)
add_call(
    *("renew_sheet_link", "playing", lifecycle.renew_link),
    lambda w: {"sheet": Sheet.objects.get(pk=w.sheet_3)},
)
