"""The room: how far every table is, at a glance."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import get_language

from scoring.models import Sheet
from scoring.sheets import links, progress
from scoring.sheets.progress import Progress
from tournaments.models import Night, Round, Table

# In plain words, since everybody who follows a room asks this again and again.
TABLES = """
    SELECT t.id, t.number, s.id, s.public_id, s.generation, (
        SELECT e.digest FROM scoring_event e WHERE e.sheet_id = s.id
        ORDER BY e.sequence DESC LIMIT 1)
    FROM tournaments_table t JOIN scoring_sheet s ON s.id = t.sheet_id
    WHERE t.round_id = %s
        AND EXISTS (SELECT 1 FROM tournaments_tableseat x WHERE x.table_id = t.id)
    ORDER BY t.number
"""
SEATS = """
    SELECT p.sheet_id, p.name, x.id IS NOT NULL
    FROM tournaments_table t JOIN scoring_seat p ON p.sheet_id = t.sheet_id
        LEFT JOIN tournaments_tableseat x ON x.seat_id = p.id AND x.until IS NULL
    WHERE t.round_id = %s ORDER BY p.sheet_id, p.position
"""

QUIET = timedelta(minutes=20)  # of which nothing is heard


class TableState(NamedTuple):
    """A table, as it stands."""

    table: int
    number: int
    id: str | UUID  # of its sheet, as the database writes it
    generation: int
    names: tuple[str, ...]
    how: Progress
    quiet: bool  # nothing came from it for long

    @property
    def key(self) -> str:
        return links.key(Sheet(public_id=UUID(str(self.id)), generation=self.generation))

    @property
    def last(self) -> str:
        return time_format(timezone.localtime(self.how.last), "TIME_FORMAT")


class Room(NamedTuple):
    places: list[TableState]

    @property
    def waiting(self) -> list[TableState]:
        """Where somebody has to look."""
        return [place for place in self.places if place.how.calls]

    @property
    def count_in(self) -> int:
        return sum(place.how.approved for place in self.places)


class OverviewInput(NamedTuple):
    """What the page hangs on, in two queries; how far the tables are follows from it."""

    round: int
    tables: list[tuple[int, int, int, str | UUID, int, str]]  # as TABLES has them
    seats: list[tuple[int, str, bool]]  # sheet, name, and whether somebody sits there now

    @property
    def seal(self) -> str:
        """The same as long as the page is: in this language, this minute."""
        said = repr((*self, get_language(), minute()))
        return sha256(said.encode()).hexdigest()[:32]


def read_overview(one: Round) -> OverviewInput:
    with connection.cursor() as cursor:
        cursor.execute(TABLES, [one.pk])
        tables = cursor.fetchall()
        cursor.execute(SEATS, [one.pk])
        return OverviewInput(one.pk, tables, cursor.fetchall())


def minute() -> int:
    return int(timezone.now().timestamp() // 60)


def build_overview(seen: OverviewInput) -> Room:
    names = _names(seen)
    how = progress.load_progress({sheet: last for _, _, sheet, _, _, last in seen.tables})
    late = timezone.now() - QUIET
    places = []
    for table, number, sheet, id, generation, _ in seen.tables:
        told = how[sheet]
        quiet = not (told.approved or told.closed) and told.last < late
        places.append(TableState(table, number, id, generation, names[sheet], told, quiet))
    return Room(places)


def _names(seen: OverviewInput) -> dict[int, tuple[str, ...]]:
    """Who sits there; at a table that was dissolved, who sat there."""
    seats: dict[int, list[tuple[str, bool]]] = {}
    for sheet, name, is_here in seen.seats:
        seats.setdefault(sheet, []).append((name, is_here))
    return {
        sheet: tuple(name for name, is_here in all_ if is_here) or tuple(name for name, _ in all_)
        for sheet, all_ in seats.items()
    }


class NightTable(NamedTuple):
    """A table among all of a night: which round it belongs to, and how far it is."""

    round: int
    table: Table
    how: Progress


def stands(night: Night) -> list[NightTable]:
    tables = Table.objects.used().filter(round__night=night).select_related("round", "sheet")
    found = list(tables.order_by("round__number", "number"))
    lasts = progress.last_digests(Sheet.objects.filter(table__round__night=night))
    how = progress.load_progress(lasts)
    return [NightTable(table.round.number, table, how[table.sheet_id]) for table in found]


def pick(night: Night, numbers: Collection[int], asked: int) -> int:
    """Of a night's rounds the one that is asked for, else the one that is being played."""
    if asked in numbers:
        return asked
    return current(stands(night)) if len(numbers) > 1 else next(iter(numbers), 0)


def current(found: Iterable[NightTable]) -> int:
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
