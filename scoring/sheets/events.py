"""The chain of events under a sheet: each has its number, and a digest over the one before."""

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
    """After `last`. Only under the sheet's lock: there no number is given twice, and none is left
    out.
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
    """What is told of a new sheet: its head. `starter` is whose seat begins, if that was known."""
    told = {
        "game": sheet.game,
        "options": sheet.options,
        "version": sheet.game_version,
        "seats": [seat.key for seat in seats],
        "scribe": next((seat.key for seat in seats if seat.is_scribe), None),
        "approval": sheet.approval,
    }
    if starter is not None:
        told["starter"] = starter
    return told if sheet.round is None else told | {"round": sheet.round}


def digest(before: str, event: Event) -> str:
    time = event.time.astimezone(UTC).isoformat(timespec="microseconds")
    return chained(before, str(event.id), event.kind, event.actor, event.device, time, event.body)


def chained(*parts: str) -> str:
    """The digest of an event and the one before it. Written as a JSON list, so that no part can
    pass for the end of the one before it.
    """
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def canonical(value: object) -> str:
    """The same text for the same content."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
