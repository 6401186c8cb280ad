"""Who sits on which seat for which games: seats are left, taken over and added while a sheet is
played.
"""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from scoring.models import Event, FormerName, Seat, Sheet

Json = dict[str, Any]
Span = list[int | None]  # from and to; None: to the end
Kind = Event.Kind

KINDS = (Kind.LEFT, Kind.ADDED, Kind.REPLACED, Kind.UNDONE)


class Change(NamedTuple):
    event: Event
    seat: str
    since: int


class Sitting(NamedTuple):
    """Somebody's games on a seat."""

    name: str
    since: int
    until: int | None  # the last game; None: to the end
    change: str  # the id of the event that brought them; empty for who sat there at the opening


class Changes:
    """What the events of one sheet say about its seats."""

    def __init__(self) -> None:
        self.in_force: dict[str, Change] = {}
        self.renamings: dict[int, str] = {}  # seats that lost a name, by the event's sequence

    def add(self, event: Event, body: Json) -> None:
        kind = event.kind
        if kind == Kind.UNDONE:
            undone = self.in_force.pop(body["event"])
            seat, renames = undone.seat, undone.event.kind != Kind.LEFT
        else:
            seat, renames = body["seat"], kind == Kind.REPLACED
            self.in_force[str(event.pk)] = Change(event, seat, body["since"])
        if renames:
            self.renamings[event.sequence] = seat

    def of(self, seat: str) -> list[Change]:
        """In the order in which they were made, which is also that of their games."""
        return [change for change in self.in_force.values() if change.seat == seat]

    def added(self) -> set[str]:
        """Seats that were not there at the opening."""
        changes = self.in_force.values()
        return {change.seat for change in changes if change.event.kind == Kind.ADDED}

    def away(self, seat: str) -> list[Span]:
        """The games that are played without this seat."""
        found: list[Span] = []
        for event, _seat, since in self.of(seat):
            if event.kind == Kind.LEFT:
                found.append([since, None])
            elif event.kind == Kind.ADDED:
                found.append([1, since - 1])
            elif found and found[-1][1] is None:  # somebody takes it again
                found[-1][1] = since - 1
        return [span for span in found if span[1] is None or span[1] >= (span[0] or 1)]

    def sittings(self, seat: Seat, former: Iterable[FormerName]) -> list[Sitting]:
        lost = [one for one in former if str(one.seat) == seat.key]

        def name(sequence: int) -> str:
            return next((one.name for one in lost if one.sequence > sequence), seat.name)

        id = seat.key
        found = [] if id in self.added() else [Sitting(name(0), 1, None, "")]
        for event, _seat, since in self.of(id):
            if found and found[-1].until is None:
                found[-1] = found[-1]._replace(until=since - 1)
            if event.kind != Kind.LEFT:
                found.append(Sitting(name(event.sequence), since, None, str(event.pk)))
        return [one for one in found if one.until is None or one.until >= one.since]


def sat(sheet: Sheet) -> dict[int, list[Sitting]]:
    """By the id of the seat, who sat there for which games. What was entered for a seat beyond
    them belongs to the last who did.
    """
    return sat_at([sheet])[sheet.pk]


def sat_at(sheets: Iterable[Sheet]) -> dict[int, dict[int, list[Sitting]]]:
    """By the id of the sheet; the same few queries however many there are."""
    ids = [sheet.pk for sheet in sheets]
    changes = {pk: Changes() for pk in ids}
    for event in Event.objects.filter(sheet__in=ids, kind__in=KINDS):
        changes[event.sheet_id].add(event, json.loads(event.body))
    former = {pk: list[FormerName]() for pk in ids}
    for one in FormerName.objects.filter(sheet__in=ids):
        former[one.sheet_id].append(one)
    found: dict[int, dict[int, list[Sitting]]] = {pk: {} for pk in ids}
    for seat in Seat.objects.filter(sheet__in=ids):
        sittings = changes[seat.sheet_id].sittings(seat, former[seat.sheet_id])
        found[seat.sheet_id][seat.pk] = sittings
    return found
