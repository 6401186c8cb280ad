"""What a phone sends and gets: docs/scoring-and-exchange.md describes the format."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError

from scoring.games.sheet.data import ScoredRow
from scoring.games.sheet.json_input import SAME_KEY, Unreadable, find_double_key, parse
from scoring.models import Event, Sheet
from scoring.pages.history_in_words import sittings_in_words
from scoring.pages.lapsed_approvals import find_lapsed
from scoring.pages.state import Disputed, EnteredVersion, SeatsState, SheetState
from scoring.sheets import lifecycle
from scoring.sheets.approvals import build_approval, hash_content
from scoring.sheets.events import Sender
from scoring.sheets.replay import Replay, Version
from scoring.sheets.sheet_under_lock import GONE, SheetNow, lock_sheet, read_body
from scoring.toolkit.problems import Json, Problem, ProblemCode, UserError, user_error
from scoring.toolkit.texts import _
from scoring.toolkit.translation import translate

VERSION = 1
MOST_BYTES = 64 * 1024
MOST_ENTRIES = 100
LINK = 4  # characters of each event's digest: enough to see that it is another event

NOT_SENT_WELL = ProblemCode(80, _("this is not what a form sends: load the page again."))
TOO_LARGE = ProblemCode(81, _("this is too much at once."))
OTHER_VERSION = ProblemCode(82, _("the site was renewed: load the page again; nothing is lost."))


class SyncRequest(NamedTuple):
    device: str
    entries: list[Json]


def read(raw: bytes) -> SyncRequest:
    """Refuse a malformed request as a whole. A fault inside one entry stops no other: the answer to
    that entry tells it.
    """
    if len(raw) > MOST_BYTES:
        raise user_error(TOO_LARGE)
    try:
        value, twice = parse(raw)
    except Unreadable as unreadable:
        raise user_error(unreadable.check, **unreadable.params) from None
    if twice and (key := find_double_key(value)) is not None:
        raise user_error(SAME_KEY, given=key)
    if not isinstance(value, dict):
        raise user_error(NOT_SENT_WELL)
    if type(value.get("version")) is not int or value["version"] != VERSION:
        raise user_error(OTHER_VERSION)
    device, entries = value.get("device", ""), value.get("entries")
    if not (isinstance(device, str) and len(device) <= 40 and device.isprintable()):
        raise user_error(NOT_SENT_WELL)
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise user_error(NOT_SENT_WELL)
    if not all(isinstance(entry, dict) and _is_id(entry.get("id")) for entry in entries):
        raise user_error(NOT_SENT_WELL)
    return SyncRequest(device, entries)


def handle(sheet: Sheet, request: SyncRequest) -> Json:
    try:
        return _answer(sheet, request)
    except IntegrityError:  # the same entry arrived twice at the same moment
        return _answer(sheet, request)


def _answer(sheet: Sheet, request: SyncRequest) -> Json:
    with lock_sheet(sheet) as now:
        answers = [_enter(now, request.device, entry) for entry in request.entries]
        return {"version": VERSION, "answers": answers, "sheet": build_state(now)}


def poll(sheet: Sheet, since: int, link: str = "") -> Json:
    """Return the state, or none to a phone that has the last event already: its number (`since`)
    and the beginning of its digest (`link`). Nothing is written.
    """
    last = sheet.events.order_by("-sequence").values_list("sequence", "digest").first()
    same = last is not None and last[0] == since and last[1].startswith(link)
    return {"version": VERSION, "answers": [], "sheet": None if same else build_sheet_state(sheet)}


def answer_refused(problems: Sequence[Problem]) -> Json:
    return {"version": VERSION, "answers": [], "sheet": None, "problems": _in_words(problems)}


# Entries


def _enter(now: SheetNow, device: str, entry: Json) -> Json:
    try:
        event = _do(now, entry, {"event": uuid.UUID(entry["id"]), "device": device})
    except UserError as refused:
        problems = _in_words(refused.problems)
        return {"id": entry["id"], "as": "refused", "sequence": None, "problems": problems}
    how = "aside" if event.kind == Event.Kind.SET_ASIDE else "kept"
    return {"id": entry["id"], "as": how, "sequence": event.sequence, "problems": []}


def _do(now: SheetNow, entry: Json, how: Sender) -> Event:
    match entry.get("do"):
        case "enter":
            number, row = _part(entry, "game", int), _part(entry, "row", dict)
            seen = entry.get("seen")
            if not (type(seen) is int or _is_id(seen)):
                raise user_error(NOT_SENT_WELL)
            age = entry["age"] if type(entry.get("age")) is int else 0
            return lifecycle.record(sheet=now, number=number, row=row, seen=seen, age=age, **how)
        case "choose":
            event, seen = _event_id(entry), _part(entry, "seen", int)
            id, device = how["event"], how["device"]
            return lifecycle.choose(sheet=now, event=event, seen=seen, id=id, device=device)
        case "approve":
            on_paper = entry.get("on_paper") is True and entry.get("player") is None
            player = None if on_paper else _part(entry, "player", str)
            return lifecycle.approve(sheet=now, player=player, read=_read(now, entry, how), **how)
        case "games":
            return lifecycle.set_games(sheet=now, games=_part(entry, "games", int), **how)
        case "penalty":
            words = {key: _part(entry, key, str) for key in ("player", "reason", "signed")}
            points = _part(entry, "points", int)
            return lifecycle.penalize(sheet=now, points=points, **words, **how)
        case "withdraw":
            return lifecycle.withdraw(sheet=now, penalty=_event_id(entry), **how)
        case "scribe":
            return lifecycle.hand_over(sheet=now, player=_part(entry, "player", str), **how)
        case "starter":
            return lifecycle.set_starter(sheet=now, player=_part(entry, "player", str), **how)
    raise user_error(NOT_SENT_WELL)


def _read(now: SheetNow, entry: Json, how: Sender) -> str:
    """Return the hash of what was read out. A phone that could not ask for it names what it had
    seen and its own entries since: what stands there after these alone was read out.
    """
    if "own" not in entry:
        return str(_part(entry, "digest", str))
    own, seen = _part(entry, "own", list), _part(entry, "seen", int)
    if stored := now.find_event(how["event"]):
        return str(read_body(stored).get("read"))
    since = [str(event.pk) for event in now.events if event.sequence > seen]
    return hash_content(now.replay) if since == own else ""


def _part(entry: Json, key: str, kind: type) -> Any:
    value = entry.get(key)
    if type(value) is not kind:
        raise user_error(NOT_SENT_WELL)
    return value


def _event_id(entry: Json) -> uuid.UUID:
    value = entry.get("event")
    if not _is_id(value):
        raise user_error(NOT_SENT_WELL)
    return uuid.UUID(value)


def _is_id(value: object) -> bool:
    try:
        return isinstance(value, str) and str(uuid.UUID(value)) == value
    except ValueError:
        return False


# The sheet


def build_sheet_state(sheet: Sheet) -> SheetState:
    """Return the state, read without a lock; what the caller has prefetched is used."""
    now = SheetNow(sheet)
    if not now.events:
        raise user_error(GONE)  # erased after it was found
    return build_state(now)


def build_state(now: SheetNow) -> SheetState:
    replay, data, names = now.replay, now.build_data(), now.row_names.names
    result = now.score(data)
    problems = _in_words(result["problems"])
    rows: list[ScoredRow] = [
        row | {"contract": translate(row["contract"])} for row in result["rows"]
    ]
    for row in rows:
        row["explain"] = {name: translate(why) for name, why in row.get("explain", {}).items()}
    if following := result["next"]:
        following = following | {"contract": translate(following["contract"])}
    return {
        "sequence": now.events[-1].sequence,
        "chain": "".join(event.digest[:LINK] for event in now.events),
        "closed": replay.closed,
        "scribe": names.get(str(replay.scribe)),
        "data": data,
        "seen": {str(number): entry.revision for number, entry in sorted(now.rows.items())},
        "conflicts": [_versions(now, *conflict) for conflict in replay.list_conflicts()],
        "late": [_versions(now, *late) for late in replay.list_late().items()],
        "penalties": [
            {
                "event": id,
                "player": names[penalty.seat],
                "points": penalty.points,
                "reason": now.row_names.read_reason(id),
                "signed": now.row_names.notes[id].signed if id in now.row_names.notes else "",
            }
            for id, penalty in replay.penalties.items()
        ],
        "verdicts": _verdicts(replay, names),
        **_seats(now),
        **build_approval(now, result),
        "lapsed": find_lapsed(now),
        "result": result | {"problems": problems, "rows": rows, "next": following},
    }


def _seats(now: SheetNow) -> SeatsState:
    """Return who misses which games, in words too, and the present name for each former one, under
    which an offline phone may still send entries.
    """
    seats, changes = now.row_names.seats, now.replay.seats
    if not changes.renamings and not changes.in_force:
        return {"sat": {}, "away": {}, "renamed": {}}
    former = list(now.sheet.former_names.all())
    sat = {
        seat.name: sittings_in_words(seat.name, changes.list_sittings(seat, former))
        for seat in seats
    }
    return {
        "sat": {name: words for name, words in sat.items() if words},
        "away": {seat.name: seat.away for seat in seats if seat.away},
        "renamed": now.row_names.renames,
    }


def _versions(now: SheetNow, number: int, versions: list[Version]) -> Disputed:
    lines: list[EnteredVersion] = [
        {
            "event": str(version.event.pk),
            "row": now.row_names.convert_to_typed(now.add_away(number, version.row), number),
            "device": version.event.device,
            "time": version.typed.isoformat(timespec="seconds"),
        }
        for version in versions
    ]
    return {"game": number, "versions": lines}


def _verdicts(replay: Replay, names: Mapping[str, str]) -> dict[str, dict[str, bool]]:
    """Return what the judge found of each hand in the entries in force, by game and player: whether
    it could have been laid.
    """
    verdicts = {}
    for number, line in replay.lines.items():
        if line.now and (row_verdicts := line.now.verdicts):
            verdicts[str(number)] = {names[seat]: could for seat, could in row_verdicts.items()}
    return verdicts


def _in_words(problems: Sequence[Problem]) -> list[Problem]:
    return [problem | {"message": translate(problem["message"])} for problem in problems]
