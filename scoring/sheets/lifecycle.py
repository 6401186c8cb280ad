"""The verbs of a sheet. Each saves its change together with the event that records it.

`by` and `device` tell who sent it, as opaque texts. `event` is an id made by the sender: if it
comes twice, the change is made once. A verb that refuses raises `UserError`.
"""

import itertools
import json
import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Unpack

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from scoring import games
from scoring.games.core.options import MOST_GAMES
from scoring.games.sheet import score
from scoring.games.sheet.data import OpenedSheet, SheetData
from scoring.games.sheet.head import turn_key
from scoring.games.sheet.rows import is_empty
from scoring.models import Erasure, Event, Seat, Sheet
from scoring.sheets import approvals, entries, events, player_changes
from scoring.sheets.approvals import hash_content
from scoring.sheets.events import By, EventBody, OpenedBody, Sender
from scoring.sheets.row_names import RowNames, make_printable
from scoring.sheets.sheet_under_lock import (
    GONE,
    OTHER_CONTENT,
    AnySheet,
    SheetNow,
    build_typed_sheet,
    lock_sheet,
    score_valid,
)
from scoring.toolkit.problems import ProblemCode, Problems, shorten_value, user_error
from scoring.toolkit.texts import _, normalize

WRONG_NUMBER = ProblemCode(
    68, _("The number of games can't be %(given)s: choose %(low)s to %(high)s.")
)
NOT_EMPTY = ProblemCode(94, _("something was written on this form already: go on in the same way."))
TOO_MANY_OPENED = ProblemCode(
    71, _("very many forms were opened from this address today: go on with one of those.")
)

NO_PENALTY = ProblemCode(69, _("this penalty is not on the form, or no longer."))
WRONG_PENALTY = ProblemCode(
    70, _("a penalty needs points (1 to %(most)s), its reason and the name of whoever gives it.")
)

MOST_PENALTY = 1000
LOOSE_KEPT = timedelta(days=90)  # a sheet of no club, after its last event
MOST_A_DAY = 400  # loose sheets from one address: a hall of a hundred tables never feels it
LET_GO_AT_ONCE = 5  # few, so that nobody waits for it

record, choose, approve = entries.record, entries.choose, approvals.approve
leave, add, replace, undo = (
    player_changes.leave,
    player_changes.add,
    player_changes.replace,
    player_changes.undo,
)


# Opening


def open(
    *,
    game: str,
    names: Sequence[str],
    options: Mapping[str, object] | None = None,
    round: int | None = None,
    scribe: str = "",
    starter: str = "",
    approval: str = Sheet.Approval.ONE,
    title: str = "",
    loose: bool = False,
    arranged: bool = False,
    origin: str = "",
    by: str = "",
    device: str = "",
    event: uuid.UUID | None = None,
) -> Sheet:
    """Seat these names clockwise; without `scribe`, seat 1 keeps score.

    `round`: of the night. `starter`: deals or begins game 1. `loose`: of no club; `origin` is the
    hash by which those of one visitor are counted. `arranged`: only organisers change players.
    """
    players = [normalize(name) for name in names]
    data: OpenedSheet = {
        "game": game,
        "options": dict(options or {}),
        "players": players,
        "scribe": normalize(scribe) or players[0] if players else None,
    }
    system = games.find(game)
    built = games.build_game(system, options, Problems()) if system else None
    if starter and built:
        data[turn_key(built)] = normalize(starter)
    if round is not None:
        data["round"] = round
    id = event or uuid.uuid4()
    if event and (stored := Event.objects.filter(pk=id).first()):
        return _find_opened(stored, data)
    score_valid(data)
    assert system is not None, "an unknown game was refused"
    sheet = Sheet(
        game=game,
        options=data["options"],
        round=round,
        game_version=system.version,
        approval=approval,
        title=title,
        loose=loose,
        arranged=arranged,
        origin=origin,
    )
    try:
        _open(sheet, data, {"by": by, "device": device, "event": id})
    except IntegrityError:  # the same request came in twice at the same moment
        return _find_opened(Event.objects.get(pk=id), data)
    return sheet


@transaction.atomic
def _open(sheet: Sheet, data: OpenedSheet, how: Sender) -> None:
    if sheet.loose:
        today = timezone.now() - timedelta(days=1)
        opened = Sheet.objects.filter(origin=sheet.origin, created__gte=today)
        if sheet.origin and opened.count() >= MOST_A_DAY:
            raise user_error(TOO_MANY_OPENED)
        purge_expired(LET_GO_AT_ONCE)
    sheet.save()
    Seat.objects.bulk_create(
        Seat(sheet=sheet, position=place, name=name, is_scribe=name == data["scribe"])
        for place, name in enumerate(data["players"], 1)
    )
    seats = list(sheet.seats.all())
    first = data.get("first_dealer") or data.get("first_starter")
    starter = next((seat.key for seat in seats if seat.name == first), None)
    if starter:
        _set_starter(sheet, starter)
    events.append(sheet, None, Event.Kind.OPENED, events.build_opening(sheet, seats, starter), how)


def _find_opened(stored: Event, data: OpenedSheet) -> Sheet:
    """Refuse if the earlier request had other data. Names are compared as they were then."""
    if stored.kind == Event.Kind.OPENED:
        sheet = stored.sheet
        head: OpenedBody = json.loads(stored.body)
        names = {seat.key: seat.name for seat in sheet.seats.all()}
        names |= {str(former.seat): former.name for former in sheet.former_names.reverse()}
        opened: OpenedSheet = {
            "game": head["game"],
            "options": head["options"],
            "players": [names[id] for id in head["seats"]],
            "scribe": names[str(head["scribe"])],
        }
        if "round" in head:
            opened["round"] = head["round"]
        system = games.find(head["game"])
        if "starter" in head and system:
            opened[turn_key(games.make_game(system, head["options"]))] = names[head["starter"]]
        if opened == data:
            return sheet
    raise user_error(OTHER_CONTENT)


# The form as a whole


def set_games(*, sheet: AnySheet, games: int | None, **how: Unpack[Sender]) -> Event:
    """With None the sheet's options decide, which may leave the number open."""
    with lock_sheet(sheet) as now:
        body: EventBody = {"games": games}
        if stored := now.find_repeated(how, Event.Kind.GAMES, body):
            return stored
        now.refuse_changes()
        entered = [
            number for number, entry in now.rows.items() if number and not is_empty(entry.row)
        ]
        low = max(entered, default=1)
        game = now.row_names.game
        wanted = game.value("games") if games is None else games
        high = game.most_games or MOST_GAMES
        if wanted is not None and (type(wanted) is not int or not low <= wanted <= high):
            raise user_error(WRONG_NUMBER, given=shorten_value(wanted), low=low, high=high)
        now.sheet.games = games
        now.sheet.save(update_fields=["games"])
        now.set_totals(score(now.build_data())["totals"])
        return now.append(Event.Kind.GAMES, body, how)


def set_entry(*, sheet: AnySheet, entry: str, **how: Unpack[Sender]) -> Event:
    """Whether this sheet has each game or the totals alone, while nothing is entered."""
    with lock_sheet(sheet) as now:
        body: EventBody = {"games": now.replay.games, "entry": entry}
        if stored := now.find_repeated(how, Event.Kind.GAMES, body):
            return stored
        now.refuse_changes()
        if now.replay.lines or now.replay.second:
            raise user_error(NOT_EMPTY)
        now.sheet.entry = entry
        now.row_names = RowNames(now.sheet, now.row_names.seats)
        score_valid(now.build_data())
        now.sheet.save(update_fields=["entry"])
        return now.append(Event.Kind.GAMES, body, how)


def hand_over(*, sheet: AnySheet, player: str, **how: Unpack[Sender]) -> Event:
    with lock_sheet(sheet) as now:
        body: EventBody = {"seat": now.seat(player)}
        if stored := now.find_repeated(how, Event.Kind.SCRIBE, body):
            return stored
        now.refuse_changes()
        return now.append(Event.Kind.SCRIBE, body, how)


def set_starter(*, sheet: AnySheet, player: str, **how: Unpack[Sender]) -> Event:
    """Who deals the first game, or begins it. All games are scored again."""
    with lock_sheet(sheet) as now:
        body: EventBody = {"seat": now.seat(player)}
        if stored := now.find_repeated(how, Event.Kind.STARTER, body):
            return stored
        now.refuse_changes()
        _set_starter(now.sheet, body["seat"])
        now.set_totals(score(now.build_data())["totals"])
        return now.append(Event.Kind.STARTER, body, how)


def _set_starter(sheet: Sheet, seat: str) -> None:
    sheet.starter = int(seat)
    sheet.save(update_fields=["starter"])


def penalize(
    *, sheet: AnySheet, player: str, points: int, reason: str, signed: str, **how: Unpack[Sender]
) -> Event:
    """`signed` is the arbiter's name; it and the reason may not be empty."""
    with lock_sheet(sheet) as now:
        body: EventBody = {"seat": now.seat(player), "points": points}
        words = (make_printable(reason)[:200], make_printable(signed)[:60])
        if stored := now.find_repeated(how, Event.Kind.PENALIZED, body, words):
            return stored
        now.refuse_changes()
        if type(points) is not int or not 1 <= points <= MOST_PENALTY or not all(words):
            raise user_error(WRONG_PENALTY, most=MOST_PENALTY)
        id = how.get("event") or uuid.uuid4()
        now.note(id, *words)
        return now.append(Event.Kind.PENALIZED, body, {**how, "event": id})


def withdraw(*, sheet: AnySheet, penalty: uuid.UUID, **how: Unpack[Sender]) -> Event:
    with lock_sheet(sheet) as now:
        body: EventBody = {"event": str(penalty)}
        if stored := now.find_repeated(how, Event.Kind.WITHDRAWN, body):
            return stored
        now.refuse_changes()
        if str(penalty) not in now.replay.penalties:
            raise user_error(NO_PENALTY)
        return now.append(Event.Kind.WITHDRAWN, body, how)


def close(*, sheet: AnySheet, **how: Unpack[By]) -> Event:
    """Later entries are set aside for the organiser. A full sheet can be closed too."""
    with lock_sheet(sheet) as now:
        now.refuse_closed()
        _set_closed(now, True)
        body: EventBody = {"read": hash_content(now.replay)}
        return now.append(Event.Kind.CLOSED, body, {**how, "event": None})


def reopen(*, sheet: AnySheet, reason: str, **how: Unpack[By]) -> Event:
    with lock_sheet(sheet) as now:
        id = uuid.uuid4()
        now.note(id, make_printable(reason)[:200])
        _set_closed(now, False)
        return now.append(Event.Kind.REOPENED, {}, {**how, "event": id})


def _set_closed(now: SheetNow, closed: bool) -> None:
    now.sheet.closed = closed
    now.sheet.save(update_fields=["closed"])


@transaction.atomic
def renew_link(*, sheet: Sheet) -> None:
    if not Sheet.objects.filter(pk=sheet.pk).update(link_version=F("link_version") + 1):
        raise user_error(GONE)
    sheet.refresh_from_db(fields=["link_version"])


def erase(*, sheet: AnySheet) -> None:
    with lock_sheet(sheet) as now:
        Erasure.objects.create(pk=now.sheet.pk)
        now.sheet.delete()


def erase_name(*, seat: Seat, blank: str, name: str = "") -> None:
    """Replace a name, by default the present one, by `blank` and a number if needed."""
    with lock_sheet(seat.sheet) as now:
        old = name or now.row_names.names[seat.key]
        taken = set(now.sheet.seats.exclude(name=old).values_list("name", flat=True))
        names = (f"{blank} {number}" if number > 1 else blank for number in itertools.count(1))
        new = next(name for name in names if name not in taken)
        now.sheet.seats.filter(name=old).update(name=new)
        now.sheet.former_names.filter(name=old).update(name=new)


@transaction.atomic
def purge_expired(most: int) -> int:
    """Delete at most `most`; one that is locked is left for the next run."""
    due = [*_due().order_by("pk").values_list("pk", flat=True)[:most]]
    if not due:
        return 0
    ours = Sheet.objects.select_for_update(skip_locked=True).filter(pk__in=due).order_by("pk")
    locked = [*ours.values_list("pk", flat=True)]
    gone = [*_due().filter(pk__in=locked)]  # checked again, now under the lock
    Erasure.objects.bulk_create(Erasure(pk=sheet.pk) for sheet in gone)
    Sheet.objects.filter(pk__in=[sheet.pk for sheet in gone]).delete()
    return len(gone)


def _due() -> QuerySet[Sheet]:
    limit = timezone.now() - LOOSE_KEPT
    old = Sheet.objects.filter(loose=True, created__lt=limit)
    return old.exclude(events__time__gte=limit)


def build_data(sheet: Sheet) -> SheetData:
    rows = {row.number: row.data for row in sheet.rows.all()}
    return build_typed_sheet(rows, RowNames(sheet))
