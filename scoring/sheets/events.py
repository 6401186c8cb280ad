"""Each event's digest is a hash over it and the digest of the event before it."""

import hashlib
import json
import uuid
from collections.abc import Sequence
from datetime import UTC
from typing import NotRequired, TypedDict

from django.utils import timezone

from scoring.games.sheet.data import Row
from scoring.models import Event, Seat, Sheet


class By(TypedDict, total=False):
    by: str
    device: str


class Sender(By, total=False):
    """Keyword arguments that nearly all verbs have."""

    event: uuid.UUID | None  # made by the sender, so that a repetition is recognised


class OpenedBody(TypedDict):
    """How a sheet was opened. Seats are named by their keys."""

    game: str
    options: dict[str, object]
    version: int  # of the game system
    seats: list[str]
    scribe: str | None
    approval: str
    starter: NotRequired[str]  # who deals or begins game 1, if somebody said so
    round: NotRequired[int]  # of the night


class ApprovedBody(TypedDict):
    seat: str | None  # None: the others signed on paper
    read: str  # the digest of what was read out


class EventBody(TypedDict, total=False):
    """Each kind of event has only the keys that it needs."""

    number: int  # of the game that is entered; 0: the paper form
    row: Row  # as it is stored: with keys of seats instead of names
    seen: int | str | None  # what the sender knew of the game: a sequence, or an entry of its own
    age: int  # seconds that it waited at the sender, if that is worth telling
    list: int  # 2: of the second list, which is only compared
    verdicts: dict[str, bool]  # of the judge, keyed by seat
    event: str  # the id of the entry, penalty or change of seats that this one is about
    seat: str
    since: int  # the first game for which a change of seats holds
    points: int  # of a penalty
    games: int | None  # how many there are from now on; None: as the options say
    entry: str  # whether each game is written down, or totals alone
    read: str  # the digest of the form at its closing


Body = OpenedBody | ApprovedBody | EventBody


def append(sheet: Sheet, last: Event | None, kind: str, body: Body, how: Sender) -> Event:
    """Only under the sheet's lock, which keeps the sequence free of gaps and duplicates."""
    event = Event(
        id=how.get("event") or uuid.uuid4(),
        sheet=sheet,
        sequence=last.sequence + 1 if last else 1,
        kind=kind,
        actor=how.get("by", ""),
        device=how.get("device", ""),
        time=timezone.now(),
        body=write_canonical(body),
    )
    event.digest = digest_event(last.digest if last else "", event)
    event.save(force_insert=True)
    return event


def build_opening(sheet: Sheet, seats: Sequence[Seat], starter: str | None = None) -> OpenedBody:
    """`starter` is the key of the seat that begins, if known."""
    head: OpenedBody = {
        "game": sheet.game,
        "options": sheet.options,
        "version": sheet.game_version,
        "seats": [seat.key for seat in seats],
        "scribe": next((seat.key for seat in seats if seat.is_scribe), None),
        "approval": sheet.approval,
    }
    if starter is not None:
        head["starter"] = starter
    if sheet.round is not None:
        head["round"] = sheet.round
    return head


def digest_event(before: str, event: Event) -> str:
    time = event.time.astimezone(UTC).isoformat(timespec="microseconds")
    parts = (before, str(event.id), event.kind, event.actor, event.device, time, event.body)
    # A list, so that no character can move from one text to the next.
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def write_canonical(value: object) -> str:
    """Equal content gives equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
