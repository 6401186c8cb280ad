"""Replay the events and compare what is stored."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from scoring import games
from scoring.games.sheet import score
from scoring.models import Event, FormerName, Seat, Sheet
from scoring.sheets.events import build_opening, digest_event, write_canonical
from scoring.sheets.lifecycle import build_data
from scoring.sheets.replay import Replay

Problem = dict[str, object]

AT_ONCE = 50  # sheets in memory at a time


@dataclass
class Audit:
    sheets: int = 0
    events: int = 0
    problems: list[Problem] = field(default_factory=list)
    older: Counter[str] = field(default_factory=Counter)  # opened under an older version, by game


def run() -> Audit:
    audit = Audit()
    for sheet in _sheets().order_by("pk").iterator(chunk_size=AT_ONCE):
        audit.sheets += 1
        audit.events += len(sheet.events.all())
        audit.problems += _check_under_lock(sheet) if any(_problems(sheet)) else []
        if is_older(sheet):
            audit.older[sheet.game] += 1
    return audit


def is_older(sheet: Sheet) -> bool:
    """Such a sheet keeps its totals: newer rules must not score it again."""
    system = games.find(sheet.game)
    return system is not None and sheet.game_version < system.version


def _sheets() -> QuerySet[Sheet]:
    return Sheet.objects.prefetch_related("seats", "former_names", "rows", "notes", "events")


@transaction.atomic
def _check_under_lock(sheet: Sheet) -> list[Problem]:
    """Somebody may have changed it during the first check."""
    locked = _sheets().select_for_update().filter(pk=sheet.pk)
    return [
        {"sheet": str(row.public_id), **problem} for row in locked for problem in _problems(row)
    ]


def _problems(sheet: Sheet) -> Iterator[Problem]:
    """Totals are compared only if nothing else is wrong."""
    replay, wrong = Replay(), False
    for problem in (*compare_with_replay(read_stored(sheet), replay), *_rows(sheet, replay)):
        wrong = True
        yield problem
    if not wrong and not is_older(sheet):
        yield from _totals(sheet)


class Kept(NamedTuple):
    sheet: Sheet
    seats: Sequence[Seat]
    former: Sequence[FormerName]
    events: Sequence[Event]


def read_stored(sheet: Sheet) -> Kept:
    seats, former = list(sheet.seats.all()), list(sheet.former_names.all())
    return Kept(sheet, seats, former, list(sheet.events.all()))


def compare_with_replay(record: Kept, replay: Replay) -> Iterator[Problem]:
    """`replay` starts empty; this adds the events to it."""
    yield from _chain(record.events, replay)
    yield from _head(record, replay)
    yield from _seats(record, replay)


def _chain(events: Iterable[Event], replay: Replay) -> Iterator[Problem]:
    before, expected = "", 1
    for event in events:
        if event.sequence != expected:
            yield {"what": "sequence", "event": expected}
        if event.digest != digest_event(before, event):
            yield {"what": "digest", "event": event.sequence}
        try:
            replay.add(event)
        except (ValueError, KeyError, TypeError):
            yield {"what": "body", "event": event.sequence}
        before, expected = event.digest, event.sequence + 1


def _head(record: Kept, replay: Replay) -> Iterator[Problem]:
    sheet, added = record.sheet, replay.seats.list_added()
    opened = [event for event in record.events if event.kind == Event.Kind.OPENED]
    seats = [seat for seat in record.seats if seat.key not in added]
    starter = replay.head.get("starter") if replay.head else None
    if [event.body for event in opened] != [write_canonical(build_opening(sheet, seats, starter))]:
        yield {"what": "head"}
    system = games.find(sheet.game)
    if system is None or sheet.game_version > system.version:
        yield {"what": "version"}
    replayed = (replay.games, replay.closed, replay.starter)
    if (sheet.games, sheet.closed, sheet.starter) != replayed:
        yield {"what": "sheet"}


def _seats(record: Kept, replay: Replay) -> Iterator[Problem]:
    stored, changes = {seat.key: seat for seat in record.seats}, replay.seats
    if missing := changes.list_added() - stored.keys():
        yield {"what": "seats", "missing": len(missing)}
    for id, seat in stored.items():
        if seat.away != changes.list_away(id):
            yield {"what": "away", "seat": seat.position}
    former = {name.sequence: str(name.seat) for name in record.former}
    if former != changes.renamings:
        yield {"what": "names"}


def _rows(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    replayed = {
        number: (version.row, version.revision)
        for number, version in replay.find_in_force().items()
    }
    stored = {row.number: (row.data, row.revision) for row in sheet.rows.all()}
    for number in sorted(replayed.keys() | stored.keys(), key=str):
        if replayed.get(number) != stored.get(number):
            yield {"what": "row", "game": number}


def _totals(sheet: Sheet) -> Iterator[Problem]:
    totals = score(build_data(sheet))["totals"]
    for seat in sheet.seats.all():
        if totals.get(seat.name) != seat.total:
            yield {"what": "total", "seat": seat.position}
