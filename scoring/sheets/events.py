"""The chain of events of a sheet: each has a sequence, and a digest over the event before it."""

import hashlib
import json
import uuid
from collections.abc import Sequence
from datetime import UTC
from typing import Any

from django.utils import timezone

from scoring.models import Event, Seat, Sheet

Json = dict[str, Any]


def append(
    *,
    sheet: Sheet,
    last: Event | None,
    kind: str,
    body: Json,
    actor: str,
    device: str,
    id: uuid.UUID | None = None,
) -> Event:
    """Store an event after `last`. Call it only under the sheet's lock, which keeps the sequence
    free of gaps and duplicates.
    """
    event = Event(
        id=id or uuid.uuid4(),
        sheet=sheet,
        sequence=last.sequence + 1 if last else 1,
        kind=kind,
        actor=actor,
        device=device,
        time=timezone.now(),
        body=canonical(body),
    )
    event.digest = digest(last.digest if last else "", event)
    event.save(force_insert=True)
    return event


def opening(sheet: Sheet, seats: Sequence[Seat], starter: str | None = None) -> Json:
    """Return the body of the opening event. `starter` is the seat that begins, if it was known."""
    head = {
        "game": sheet.game,
        "options": sheet.options,
        "version": sheet.game_version,
        "seats": [seat.key for seat in seats],
        "scribe": next((seat.key for seat in seats if seat.is_scribe), None),
        "approval": sheet.approval,
    }
    if starter is not None:
        head["starter"] = starter
    return head if sheet.round is None else head | {"round": sheet.round}


def digest(before: str, event: Event) -> str:
    time = event.time.astimezone(UTC).isoformat(timespec="microseconds")
    return chained(before, str(event.id), event.kind, event.actor, event.device, time, event.body)


def chained(*parts: str) -> str:
    """Return the digest of these parts. They are hashed as a JSON list, so that moving characters
    from one part to the next changes the digest.
    """
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def canonical(value: object) -> str:
    """Return canonical JSON: equal content gives equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
