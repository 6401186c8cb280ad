"""Rewrites the ids of members, tables, seats and sheets in a night's log to those of this site."""

from collections.abc import Callable

from scoring.models import Seat, Sheet
from tournaments.files.transfer.club_file import make_broken_error
from tournaments.files.transfer.values import Ids, Json
from tournaments.models import Couple, DrawRecord, Member, NightLogEntry, Table
from tournaments.nights.changes_in_play import KINDS
from tournaments.nights.undo_steps import BACK, COUPLE, FILL_IN, STINT

STEP = {"sheet": Sheet, "table": Table}


def replace_ids(entry: NightLogEntry, ids: Ids, where: str) -> Json:
    """Return the body of a night's log entry with its ids replaced by those on this site. The id of
    a deleted table or sheet becomes 0. `where` names the place in the file for messages.
    """
    body: Json = entry.body
    body_here = dict(body)
    for key, translate in WAYS.items():
        if key in body and not (
            key == "table" and entry.kind == NightLogEntry.Kind.CUT
        ):  # its number
            body_here[key] = translate(body[key], ids, where)
    if entry.kind in KINDS and "tables" in body:
        body_here |= _steps(body, ids, where)
    return body_here


def _steps(body: Json, ids: Ids, where: str) -> Json:
    """Return the part of a log entry's body that is needed to undo a change at a table, with the
    ids of this site. `where` names the place in the file for messages.
    """
    stints = {
        key: [_stint(item, ids, where) for item in _list(body.get(key), where)] for key in SAT
    }
    steps = [_step(item, ids, where) for item in _list(body.get("steps"), where)]
    return {**stints, "steps": steps}


SAT = ("was", "now")


def _stint(value: object, ids: Ids, where: str) -> Json:
    if not isinstance(value, dict) or value.keys() - {FILL_IN, COUPLE} != {*STINT}:
        raise make_broken_error(where)
    if value.get(FILL_IN, True) is not True:
        raise make_broken_error(where)
    if type(value["since"]) is not int or type(value["until"]) not in (int, type(None)):
        raise make_broken_error(where)
    couple = {COUPLE: ids.find(Couple, value[COUPLE], where)} if COUPLE in value else {}
    return {
        **value,
        **couple,
        "table": ids.find_or_0(Table, value["table"], where),
        "seat": ids.find_or_0(Seat, value["seat"], where),
        "member": ids.find(Member, value["member"], where),
    }


def _step(value: object, ids: Ids, where: str) -> Json:
    if not isinstance(value, dict) or value.get("do") not in BACK:
        raise make_broken_error(where)
    gone = {
        key: ids.find_or_0(model, value[key], where) for key, model in STEP.items() if key in value
    }
    if "member" in value:
        return {**value, **gone, "member": ids.find(Member, value["member"], where)}
    return {**value, **gone}


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise make_broken_error(where)
    return value


def _member(value: object, ids: Ids, where: str) -> int:
    return ids.find(Member, value, where)


def _members(value: object, ids: Ids, where: str) -> list[int]:
    return [ids.find(Member, member, where) for member in _list(value, where)]


def _table(value: object, ids: Ids, where: str) -> int:
    return ids.find_or_0(Table, value, where)


def _tables(value: object, ids: Ids, where: str) -> list[int]:
    return [ids.find_or_0(Table, table, where) for table in _list(value, where)]


def _seats(value: object, ids: Ids, where: str) -> list[int]:
    return [ids.find_or_0(Seat, seat, where) for seat in _list(value, where)]


def _couple(value: object, ids: Ids, where: str) -> int:
    return ids.find_or_0(Couple, value, where)


def _drawing(value: object, ids: Ids, where: str) -> int:
    return ids.find(DrawRecord, value, where)


WAYS: dict[str, Callable[[object, Ids, str], object]] = {
    "member": _member,
    "other": _member,
    "members": _members,
    "table": _table,
    "tables": _tables,
    "seats": _seats,
    "draw_record": _drawing,
    "couple": _couple,
}
