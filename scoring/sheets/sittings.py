import json
from collections.abc import Iterable
from typing import NamedTuple

from scoring.games.sheet.data import Outcome, SheetData
from scoring.games.sheet.rows import ABSENT
from scoring.models import Event, FormerName, Seat, Sheet
from scoring.sheets.events import EventBody

Span = list[int | None]  # from and to; None: to the end
Kind = Event.Kind

KINDS = (Kind.LEFT, Kind.ADDED, Kind.REPLACED, Kind.UNDONE)


class SeatChange(NamedTuple):
    event: Event
    seat: str
    since: int


class Sitting(NamedTuple):
    name: str
    since: int
    until: int | None  # the last game; None: to the end
    change: str  # the id of the event that began it; empty: since the opening


class Changes:
    """Changes of who plays, without those that were undone."""

    def __init__(self) -> None:
        self.in_force: dict[str, SeatChange] = {}
        self.renamings: dict[int, str] = {}  # seats that lost a name, keyed by the event's sequence

    def add(self, event: Event, body: EventBody) -> None:
        kind = event.kind
        if kind == Kind.UNDONE:
            undone = self.in_force.pop(body["event"])
            seat, renames = undone.seat, undone.event.kind != Kind.LEFT
        else:
            seat, renames = body["seat"], kind == Kind.REPLACED
            self.in_force[str(event.pk)] = SeatChange(event, seat, body["since"])
        if renames:
            self.renamings[event.sequence] = seat

    def list_of_seat(self, seat: str) -> list[SeatChange]:
        return [change for change in self.in_force.values() if change.seat == seat]

    def list_added(self) -> set[str]:
        changes = self.in_force.values()
        return {change.seat for change in changes if change.event.kind == Kind.ADDED}

    def list_away(self, seat: str) -> list[Span]:
        spans: list[Span] = []
        for event, _seat, since in self.list_of_seat(seat):
            if event.kind == Kind.LEFT:
                spans.append([since, None])
            elif event.kind == Kind.ADDED:
                spans.append([1, since - 1])
            else:  # somebody takes the seat again, which two phones may have called empty
                spans = [[first, since - 1 if last is None else last] for first, last in spans]
        return [span for span in spans if span[1] is None or span[1] >= (span[0] or 1)]

    def list_sittings(self, seat: Seat, former: Iterable[FormerName]) -> list[Sitting]:
        lost = [record for record in former if str(record.seat) == seat.key]

        def name_at(sequence: int) -> str:
            return next((record.name for record in lost if record.sequence > sequence), seat.name)

        key = seat.key
        sittings = [] if key in self.list_added() else [Sitting(name_at(0), 1, None, "")]
        for event, _seat, since in self.list_of_seat(key):
            if sittings and sittings[-1].until is None:
                sittings[-1] = sittings[-1]._replace(until=since - 1)
            if event.kind != Kind.LEFT:
                sittings.append(Sitting(name_at(event.sequence), since, None, str(event.pk)))
        return [
            record for record in sittings if record.until is None or record.until >= record.since
        ]


def load_sittings(sheets: Iterable[Sheet]) -> dict[int, dict[int, list[Sitting]]]:
    """By sheet and seat. An entry of a game that nobody had belongs to the seat's last player."""
    ids = [sheet.pk for sheet in sheets]
    changes = {pk: Changes() for pk in ids}
    for event in Event.objects.filter(sheet__in=ids, kind__in=KINDS):
        changes[event.sheet_id].add(event, json.loads(event.body))
    former = {pk: list[FormerName]() for pk in ids}
    for name in FormerName.objects.filter(sheet__in=ids):
        former[name.sheet_id].append(name)
    by_sheet: dict[int, dict[int, list[Sitting]]] = {pk: {} for pk in ids}
    for seat in Seat.objects.filter(sheet__in=ids):
        sittings = changes[seat.sheet_id].list_sittings(seat, former[seat.sheet_id])
        by_sheet[seat.sheet_id][seat.pk] = sittings
    return by_sheet


def list_not_whole(data: SheetData, result: Outcome) -> list[str]:
    """Return who misses a game and so has no place; outside a play-off one keeps it."""
    placed = {player for group in result["ranking"] if group["rank"] for player in group["players"]}
    away = {
        name
        for game in data["games"]
        for name, cell in (game.get("entries") or {}).items()
        if cell == ABSENT
    }
    return [name for name in data["players"] if name in away - placed]
