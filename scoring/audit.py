"""Everything that follows from the events, worked out again and laid beside what is kept."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import QuerySet

from scoring import games
from scoring.events import canonical, digest, opening
from scoring.games.sheet import score
from scoring.models import Event, Sheet
from scoring.replay import Replay
from scoring.sheets import as_data

Problem = dict[str, object]

AT_ONCE = 50  # sheets in memory


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
        audit.problems += _look_again(sheet) if any(_problems(sheet)) else []
        if is_older(sheet):
            audit.older[sheet.game] += 1
    return audit


def is_older(sheet: Sheet) -> bool:
    """Such a sheet keeps what it came to; nobody scores it by rules of later."""
    system = games.find(sheet.game)
    return system is not None and sheet.game_version < system.version


def _sheets() -> QuerySet[Sheet]:
    return Sheet.objects.prefetch_related("seats", "former_names", "rows", "notes", "events")


@transaction.atomic
def _look_again(sheet: Sheet) -> list[Problem]:
    """Somebody may have been writing; under the lock nobody is."""
    locked = _sheets().select_for_update().filter(pk=sheet.pk)
    return [
        {"sheet": str(one.public_id), **problem} for one in locked for problem in _problems(one)
    ]


def _problems(sheet: Sheet) -> Iterator[Problem]:
    """Without totals where something beneath them is wrong already."""
    replay, wrong = Replay(), False
    for problem in (*_chain(sheet, replay), *_kept(sheet, replay)):
        wrong = True
        yield problem
    if not wrong and not is_older(sheet):
        yield from _totals(sheet)


def _chain(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    before, expected = "", 1
    for event in sheet.events.all():
        if event.sequence != expected:
            yield {"what": "sequence", "event": expected}
        if event.digest != digest(before, event):
            yield {"what": "digest", "event": event.sequence}
        try:
            replay.add(event)
        except (ValueError, KeyError, TypeError):
            yield {"what": "body", "event": event.sequence}
        before, expected = event.digest, event.sequence + 1


def _kept(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    """What follows from the events, beside what is kept."""
    yield from _head(sheet, replay)
    yield from _seats(sheet, replay)
    yield from _rows(sheet, replay)


def _head(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    opened = [event for event in sheet.events.all() if event.kind == Event.Kind.OPENED]
    added = replay.seats.added()
    seats = [seat for seat in sheet.seats.all() if str(seat.pk) not in added]
    if [event.body for event in opened] != [canonical(opening(sheet, seats))]:
        yield {"what": "head"}
    system = games.find(sheet.game)
    if system is None or sheet.game_version > system.version:
        yield {"what": "version"}
    if (sheet.games, sheet.closed) != (replay.games, replay.closed):
        yield {"what": "sheet"}


def _seats(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    """Who came, went and took over since."""
    kept, told = {str(seat.pk): seat for seat in sheet.seats.all()}, replay.seats
    if missing := told.added() - kept.keys():
        yield {"what": "seats", "missing": len(missing)}
    for id, seat in kept.items():
        if seat.away != told.away(id):
            yield {"what": "away", "seat": seat.position}
    former = {one.sequence: str(one.seat) for one in sheet.former_names.all()}
    if former != told.renamings:
        yield {"what": "names"}


def _rows(sheet: Sheet, replay: Replay) -> Iterator[Problem]:
    told = {number: (one.row, one.revision) for number, one in replay.in_force().items()}
    kept = {row.number: (row.data, row.revision) for row in sheet.rows.all()}
    for number in sorted(told.keys() | kept.keys(), key=str):
        if told.get(number) != kept.get(number):
            yield {"what": "row", "game": number}


def _totals(sheet: Sheet) -> Iterator[Problem]:
    totals = score(as_data(sheet))["totals"]
    for seat in sheet.seats.all():
        if totals.get(seat.name) != seat.total:
            yield {"what": "total", "seat": seat.position}
