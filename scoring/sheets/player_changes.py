"""The verbs for who plays: leave, add, replace, and undo one of these."""

import uuid
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, Unpack

from scoring.games.sheet import score
from scoring.games.sheet.data import Outcome
from scoring.games.sheet.head import SAME_NAME
from scoring.games.sheet.rows import ABSENT
from scoring.games.sheet.scorer import MOST_ROWS
from scoring.models import Event, FormerName, Seat
from scoring.sheets.entries import NO_SUCH_ROW
from scoring.sheets.events import EventBody, Sender
from scoring.sheets.row_names import DEEPER, PAPER, RowNames
from scoring.sheets.sheet_under_lock import (
    OTHER_CONTENT,
    AnySheet,
    SheetNow,
    find_games_to_play,
    lock_sheet,
    read_body,
    refuse,
)
from scoring.toolkit.problems import ProblemCode, shorten_value, user_error
from scoring.toolkit.texts import Text, _, normalize

Kind = Event.Kind

IS_ENTERED = ProblemCode(75, _("%(name)s stands on this form already: %(what)s. Undo that first."))
ALL_PLAY = ProblemCode(
    76, _("this game takes %(right)s players: nobody can leave, but somebody can take over.")
)
SAT_ELSEWHERE = ProblemCode(
    77, _("%(given)s sat on another seat of this form: add something to the name.")
)
CHANGED_SINCE = ProblemCode(
    78, _("something else was changed for this seat later on: undo that change first.")
)
OTHER_GAME = ProblemCode(
    93,
    _(
        "with %(count)s players game %(number)s would have %(new)s, and it was played with %(old)s:"
        " finish this form, and begin a new one."
    ),
)
NO_CHANGE = ProblemCode(79, _("this change of who plays is not on the form, or no longer."))


def leave(*, sheet: AnySheet, player: str, since: int, **how: Unpack[Sender]) -> Event:
    with lock_sheet(sheet) as now:
        body: EventBody = {"seat": now.seat(player), "since": since}
        if stored := now.find_repeated(how, Kind.LEFT, body):
            return stored
        _refuse_since(now, since, body["seat"])
        low, high = now.row_names.game.seats
        if low == high:
            raise user_error(ALL_PLAY, right=low)
        seat = _find(now, body["seat"])
        _refuse_references(seat, (what for number, what in _entered(now, seat) if number >= since))
        _refuse_new_errors(now, seat, away=[*seat.away, [since, None]])
        new = now.append(Kind.LEFT, body, how)
        return _save_change(now, seat, new)


def add(*, sheet: AnySheet, name: str, since: int, **how: Unpack[Sender]) -> Event:
    with lock_sheet(sheet) as now:
        name = normalize(name)
        if stored := now.find_event(how.get("event")):
            seat_then = read_body(stored).get("seat", "")
            return _named_before(now, stored, Kind.ADDED, {"seat": seat_then, "since": since}, name)
        _refuse_since(now, since)
        seat = Seat(sheet=now.sheet, position=now.row_names.seats[-1].position + 1, name=name)
        _refuse_sat(now, seat, name)
        _refuse_new_errors(now, seat)
        seat.save()
        taken = now.row_names.names.keys() | now.row_names.gone
        if seat.key in taken:  # by an older seat, on a sheet from another site
            seat.first_id = max(map(int, taken)) + 1
            seat.save(update_fields=["first_id"])
        body: EventBody = {"seat": seat.key, "since": since}
        new = now.append(Kind.ADDED, body, how)
        return _save_change(now, seat, new)


def replace(*, sheet: AnySheet, player: str, name: str, since: int, **how: Unpack[Sender]) -> Event:
    """From game 1 on this only renames. Who left and comes back is put there like this too."""
    with lock_sheet(sheet) as now:
        body: EventBody = {"seat": now.seat(player), "since": since}
        name = normalize(name)
        if stored := now.find_event(how.get("event")):
            return _named_before(now, stored, Kind.REPLACED, body, name)
        _refuse_since(now, since, body["seat"])
        seat = _find(now, body["seat"])
        if name == seat.name and not seat.is_away(since):
            raise user_error(SAME_NAME, given=name)
        _refuse_sat(now, seat, name)
        _refuse_new_errors(now, seat, name=name)
        new = now.append(Kind.REPLACED, body, how)
        return _save_change(now, seat, new, name)


def undo(*, sheet: AnySheet, change: uuid.UUID, **how: Unpack[Sender]) -> Event:
    """`change` is the id of its event. Only the last change of a seat can be undone."""
    with lock_sheet(sheet) as now:
        body: EventBody = {"event": str(change)}
        if stored := now.find_repeated(how, Kind.UNDONE, body):
            return stored
        now.refuse_changes()
        undone = now.replay.seats.in_force.get(str(change))
        if undone is None:
            raise user_error(NO_CHANGE)
        if now.replay.seats.list_of_seat(undone.seat)[-1] != undone:
            raise user_error(CHANGED_SINCE)
        seat, kind, name = _find(now, undone.seat), undone.event.kind, None
        if kind == Kind.ADDED:
            _refuse_references(seat, _references(now, seat))
            left = now.build_data(RowNames(now.sheet, now.row_names.seats[:-1]))
            _refuse_other_games(score(now.build_data()), score(left), len(left["players"]))
        elif kind == Kind.REPLACED:
            name = now.sheet.former_names.get(sequence=undone.event.sequence).name
            _refuse_sat(now, seat, name)
            _refuse_new_errors(now, seat, name=name)
        new = now.append(Kind.UNDONE, body, how)
        if kind != Kind.ADDED:
            return _save_change(now, seat, new, name)
        _remember(seat, new)
        now.sit([other for other in now.row_names.seats if other.pk != seat.pk])
        seat.delete()
        return new


# What can't be


def _refuse_since(now: SheetNow, since: int, id: str = "") -> None:
    """Refuse a closed sheet, no such game, or a later change of this seat."""
    now.refuse_changes()
    most = find_games_to_play(now.row_names) or MOST_ROWS
    if type(since) is not int or not 1 <= since <= most:
        raise user_error(NO_SUCH_ROW, given=shorten_value(since), most=most)
    if any(change.since > since for change in now.replay.seats.list_of_seat(id)):
        raise user_error(CHANGED_SINCE)


def _refuse_sat(now: SheetNow, seat: Seat, name: str) -> None:
    """A late entry under the name of who sat elsewhere could belong to either seat."""
    others = [other for other in now.row_names.seats if other.pk != seat.pk]
    former = list(now.sheet.former_names.all())
    for other in others:
        sittings = now.replay.seats.list_sittings(other, former)
        if name != other.name and name in {sitting.name for sitting in sittings}:
            raise user_error(SAT_ELSEWHERE, given=name)


def _refuse_references(seat: Seat, texts: Iterable[Text]) -> None:
    for what in texts:
        raise user_error(IS_ENTERED, name=seat.name, what=what)


def _refuse_new_errors(now: SheetNow, seat: Seat, **changed: Any) -> None:
    """Refuse a change that adds an error, or changes the contract of a game already played."""
    new = copy(seat)
    for key, value in changed.items():
        setattr(new, key, value)
    seats = [new if old.pk == seat.pk else old for old in now.row_names.seats]
    data = now.build_data(RowNames(now.sheet, seats if seat.pk else [*seats, new]))
    was, is_now = score(now.build_data()), score(data)
    _refuse_other_games(was, is_now, len(data["players"]))
    before = {(old["code"], old["game"]) for old in was["problems"]}
    refuse(
        problem
        for problem in is_now["problems"]
        if problem["severity"] == "error" and (problem["code"], problem["game"]) not in before
    )


def _refuse_other_games(was: Outcome, is_now: Outcome, count: int) -> None:
    """In boerenbridge, the number of players decides how many cards each game has."""
    for old, new in zip(was["rows"], is_now["rows"], strict=False):
        if "scores" in old and old["contract"] != new["contract"]:
            words = {"old": old["contract"], "new": new["contract"]}
            raise user_error(OTHER_GAME, count=count, number=old["game"], **words)


def _references(now: SheetNow, seat: Seat) -> Iterator[Text]:
    id, replay = seat.key, now.replay
    yield from (what for _number, what in _entered(now, seat))
    if replay.scribe == id:
        yield Text(_("keeps score"))
    if any(penalty.seat == id for penalty in replay.penalties.values()):
        yield Text(_("has a penalty"))


def _entered(now: SheetNow, seat: Seat) -> Iterator[tuple[int, Text]]:
    """Yield the games with an entry for this seat, those set aside included."""
    id, players = seat.key, now.row_names.players
    versions = list(now.rows.items())
    aside = [*now.replay.list_conflicts(), *now.replay.list_late().items()]
    versions += [(number, version) for number, line in aside for version in line]
    for number, (_event, row, *_more) in versions:
        if number == PAPER:
            deeper = [figures for part in DEEPER for figures in row.get(part, {}).values()]
            parts = [row.get("dashes"), row.get("totals"), *deeper]
            if any(id in (part or {}) for part in parts):
                yield number, Text(_("on paper"))
        elif row.get("entries", {}).get(id, ABSENT) != ABSENT or id in map(row.get, players):
            yield number, Text(_("in game %(number)s"), number=number)


# What follows


def _save_change(now: SheetNow, seat: Seat, event: Event, name: str | None = None) -> Event:
    if name is not None:
        _remember(seat, event)
        seat.name = name
    seat.away = now.replay.seats.list_away(seat.key)
    seat.save(update_fields=["name", "away"])
    others = [other for other in now.row_names.seats if other.pk != seat.pk]
    now.sit(sorted([*others, seat], key=lambda other: other.position))
    return event


def _remember(seat: Seat, event: Event) -> None:
    FormerName.objects.create(
        sheet_id=seat.sheet_id, sequence=event.sequence, seat=int(seat.key), name=seat.name
    )


def _find(now: SheetNow, id: str) -> Seat:
    return next(seat for seat in now.row_names.seats if seat.key == id)


def _named_before(now: SheetNow, stored: Event, kind: str, body: EventBody, name: str) -> Event:
    """A repetition gives the same player the same name."""
    now.check_repetition(stored, kind, body)
    lost = now.sheet.former_names.filter(seat=body["seat"], sequence__gt=stored.sequence).first()
    if name != (lost.name if lost else now.row_names.names[body["seat"]]):
        raise user_error(OTHER_CONTENT)
    return stored
