from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import QuerySet

from scoring import games
from scoring.games.sheet import score
from scoring.models import Event, Sheet
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
        audit.problems += _check_under_lock(sheet) if _problems(sheet) else []
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


def _problems(sheet: Sheet) -> list[Problem]:
    """Totals are compared only if nothing else is wrong."""
    replay, checks = Replay(), (_chain, _head, _seats, _rows)
    problems = [problem for check in checks for problem in check(sheet, replay)]
    return problems if problems or is_older(sheet) else [*_totals(sheet)]


def _chain(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    """Add the events to the empty replay."""
    before, expected = "", 1
    for event in sheet.events.all():
        if event.sequence != expected:
            yield {"what": "sequence", "event": expected}
        if event.digest != digest_event(before, event):
            yield {"what": "digest", "event": event.sequence}
        try:
            replay.add(event)
        except (ValueError, KeyError, TypeError, OverflowError):
            yield {"what": "body", "event": event.sequence}
        before, expected = event.digest, event.sequence + 1


def _head(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    added = replay.seats.list_added()
    opened = [event for event in sheet.events.all() if event.kind == Event.Kind.OPENED]
    seats = [seat for seat in sheet.seats.all() if seat.key not in added]
    starter = replay.head.get("starter") if replay.head else None
    if [event.body for event in opened] != [write_canonical(build_opening(sheet, seats, starter))]:
        yield {"what": "head"}
    system = games.find(sheet.game)
    if system is None or sheet.game_version > system.version:
        yield {"what": "version"}
    replayed = (replay.games, replay.entry, replay.closed, replay.starter)
    if (sheet.games, sheet.entry, sheet.closed, sheet.starter) != replayed:
        yield {"what": "sheet"}


def _seats(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    stored, changes = {seat.key: seat for seat in sheet.seats.all()}, replay.seats
    if missing := changes.list_added() - stored.keys():
        yield {"what": "seats", "missing": len(missing)}
    for id, seat in stored.items():
        if seat.away != changes.list_away(id):
            yield {"what": "away", "seat": seat.position}
    former = {name.sequence: str(name.seat) for name in sheet.former_names.all()}
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
