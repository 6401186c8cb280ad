"""The room: how far every table is, at a glance."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import get_language

from scoring import links, progress
from scoring.models import Sheet
from scoring.progress import Progress
from tournaments.models import Night, Round, Table

QUIET = timedelta(minutes=20)  # of which nothing is heard


class Place(NamedTuple):
    """A table, as it stands."""

    table: int
    number: int
    key: str  # of its sheet
    names: list[str]
    how: Progress
    quiet: bool  # nothing came from it for long

    @property
    def last(self) -> str:
        return time_format(timezone.localtime(self.how.last), "H:i")


class Room(NamedTuple):
    places: list[Place]

    @property
    def waiting(self) -> list[Place]:
        """Where somebody has to look."""
        return [place for place in self.places if place.how.conflicts or place.how.wrong]

    @property
    def count_in(self) -> int:
        return sum(place.how.settled for place in self.places)


def seal(one: Round, lasts: dict[int, str]) -> str:
    """What decides the page: the round, the last of every sheet, names, language, the minute."""
    names = one.seats.order_by("pk").values_list("seat__name", flat=True)
    said = [one.pk, sorted(lasts.items()), list(names), get_language(), minute()]
    return sha256(repr(said).encode()).hexdigest()[:32]


def minute() -> int:
    return int(timezone.now().timestamp() // 60)


def lasts_of(one: Round) -> dict[int, str]:
    return progress.lasts(Sheet.objects.filter(table__round=one))


def of(one: Round, lasts: dict[int, str]) -> Room:
    found = one.tables.used().select_related("sheet")
    tables = list(found.prefetch_related("sheet__seats", "seats"))
    how = progress.of([table.sheet for table in tables], lasts)
    late = timezone.now() - QUIET
    places = []
    for table in tables:
        told = how[table.sheet_id]
        quiet = not told.approved and told.last < late
        key = links.key(table.sheet)
        places.append(Place(table.pk, table.number, key, _names(table), told, quiet))
    return Room(places)


def _names(table: Table) -> list[str]:
    """Who sits there; at a table that was dissolved, who sat there."""
    here = {one.seat_id for one in table.seats.all() if one.until is None}
    return [seat.name for seat in table.sheet.seats.all() if seat.pk in here or not here]


class Stand(NamedTuple):
    """A table among all of a night: which round it belongs to, and how far it is."""

    round: int
    table: Table
    how: Progress


def stands(night: Night) -> list[Stand]:
    tables = Table.objects.used().filter(round__night=night).select_related("round", "sheet")
    found = list(tables.order_by("round__number", "number"))
    lasts = progress.lasts(Sheet.objects.filter(table__round__night=night))
    how = progress.of([table.sheet for table in found], lasts)
    return [Stand(table.round.number, table, how[table.sheet_id]) for table in found]


def pick(night: Night, numbers: Collection[int], asked: int) -> int:
    """Of a night's rounds the one that is asked for, else the one that is being played."""
    if asked in numbers:
        return asked
    return current(stands(night)) if len(numbers) > 1 else next(iter(numbers), 0)


def current(found: Iterable[Stand]) -> int:
    """The round that is being played; 0 before the first draw. Rounds may be drawn long before:
    it is the last at which something was written, or the next one once all of that is played.
    """
    rounds: dict[int, list[Progress]] = {}
    for one in found:
        rounds.setdefault(one.round, []).append(one.how)
    begun = [number for number, how in rounds.items() if any(one.played for one in how)]
    if not begun:
        return min(rounds, default=0)
    last = max(begun)
    over = all(one.complete for one in rounds[last])
    return last + 1 if over and last + 1 in rounds else last
