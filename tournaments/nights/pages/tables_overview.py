"""The overview of all tables of a round, with the progress of each. Pages call it "the room"."""

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scoring.models import Sheet
from scoring.sheets import links, progress
from scoring.sheets.locked import LockedSheet
from scoring.sheets.progress import Progress
from tournaments.members import members
from tournaments.models import Club, Night, Round

# Raw SQL, since everybody who follows a room or a night runs these queries again and again.
TABLES = """
    SELECT t.id, t.number, s.id, s.public_id, s.link_version, (
        SELECT e.digest FROM scoring_event e WHERE e.sheet_id = s.id
        ORDER BY e.sequence DESC LIMIT 1)
    FROM tournaments_table t JOIN scoring_sheet s ON s.id = t.sheet_id
    WHERE t.round_id = %s
        AND EXISTS (SELECT 1 FROM tournaments_tableseat x WHERE x.table_id = t.id)
    ORDER BY t.number
"""
# Who is seated now; at a dissolved table, all who sat there.
SEATS = """
    SELECT p.sheet_id, p.name, x.member_id
    FROM tournaments_table t JOIN scoring_seat p ON p.sheet_id = t.sheet_id
        LEFT JOIN tournaments_tableseat x ON x.seat_id = p.id AND x.until IS NULL
    WHERE t.round_id = %s AND (x.id IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM tournaments_tableseat y WHERE y.table_id = t.id AND y.until IS NULL))
    ORDER BY t.number, p.position
"""
TABLES_OF_NIGHTS = """
    SELECT d.night_id, d.number, t.id, t.number, t.sheet_id, (
        SELECT e.digest FROM scoring_event e WHERE e.sheet_id = t.sheet_id
        ORDER BY e.sequence DESC LIMIT 1)
    FROM tournaments_table t JOIN tournaments_round d ON d.id = t.round_id
    WHERE d.night_id IN ({})
        AND EXISTS (SELECT 1 FROM tournaments_tableseat x WHERE x.table_id = t.id)
    ORDER BY d.number, t.number
"""

MOST_PIPS = 10
QUIET = timedelta(minutes=20)  # without a sign of life before a table counts as quiet


class TableState(NamedTuple):
    """A table of the round with its names and progress, as the overview shows it."""

    table: int
    number: int
    id: str | UUID  # the public id of its sheet, as the database returns it
    link_version: int
    names: tuple[str, ...]
    how: Progress
    quiet: bool  # nothing came from it for long; before its first game only if most have begun

    @property
    def key(self) -> str:
        return links.make_key(Sheet(public_id=UUID(str(self.id)), link_version=self.link_version))

    @property
    def last(self) -> str:
        return time_format(timezone.localtime(self.how.last), "TIME_FORMAT")

    @property
    def pips(self) -> SafeString:
        """Return the HTML of small marks, one for each game of the table, filled if the game is
        played. It is empty if play ends at a total instead of after a number of games, or if there
        are too many games for the page.
        """
        played, games = self.how.played, self.how.games
        if games is None or games > MOST_PIPS:
            return SafeString()
        return mark_safe("<b></b>" * played + "<b class=open></b>" * (games - played))  # noqa: S308


class Room(NamedTuple):
    places: list[TableState]

    @property
    def waiting(self) -> list[TableState]:
        """Return the tables that need an organiser's attention."""
        return [place for place in self.places if place.how.calls]

    @property
    def count_in(self) -> int:
        return sum(place.how.approved for place in self.places)

    @property
    def first_open(self) -> TableState | None:
        """Return the first table whose sheet is not complete or not approved."""
        return next((place for place in self.places if not place.how.settled), None)


class OverviewInput(NamedTuple):
    """All that the overview of a round's tables depends on, read in two queries. The progress of
    the tables is derived from it.
    """

    round: int
    tables: list[tuple[int, int, int, str | UUID, int, str]]  # the columns of TABLES
    names: dict[int, tuple[str, ...]]  # of who sits at each sheet

    @property
    def seal(self) -> str:
        """Return a digest that changes every minute, and when the content or the language of the
        page changes. The page's script asks for it again and again, and reloads the page if it has
        changed.
        """
        parts = repr((*self, get_language(), find_minute()))
        return sha256(parts.encode()).hexdigest()[:32]


def read_overview(round_: Round, club: Club) -> OverviewInput:
    """Read the tables and seats of a round for the overview. Members have the names that other
    pages show, not the names written on the sheet.
    """
    with connection.cursor() as cursor:
        cursor.execute(TABLES, [round_.pk])
        tables = cursor.fetchall()
        cursor.execute(SEATS, [round_.pk])
        seats = cursor.fetchall()
    names = _names_in(club.pk, club.results_version)
    return OverviewInput(round_.pk, tables, _seated(seats, names))


def _seated(
    seats: Iterable[tuple[int, str, int | None]], names: dict[int | None, str]
) -> dict[int, tuple[str, ...]]:
    """Return the names of the people in `seats`, keyed by sheet. Each row of `seats` has a sheet's
    id, the name on the seat, and a member's id. A member who is in `names`, which is keyed by
    member id, gets the name from there.
    """
    seated: dict[int, list[str]] = {}
    for sheet, name, member in seats:
        seated.setdefault(sheet, []).append(names.get(member, name))
    return {sheet: tuple(listed) for sheet, listed in seated.items()}


@lru_cache(maxsize=20)
def _names_in(club: int, _stamp: str) -> dict[int | None, str]:
    """Return the names of all members of the club, keyed by id. They are cached by `_stamp`, which
    is the club's `results_version`: a value that changes with the club's results and names.
    """
    return {pk: label.full for pk, label in members.load_club_labels(Club(pk=club)).items()}


def find_minute() -> int:
    return int(timezone.now().timestamp() // 60)


def build_overview(seen: OverviewInput) -> Room:
    how = progress.load_progress({sheet: last for _, _, sheet, _, _, last in seen.tables})
    late = timezone.now() - QUIET
    most_began = 2 * sum(progress_of.played > 0 for progress_of in how.values()) > len(how)
    places = []
    for table, number, sheet, id, link_version, _ in seen.tables:
        progress_of = how[sheet]
        goes_on = not (progress_of.approved or progress_of.closed)
        is_expected = progress_of.played > 0 or most_began
        quiet = goes_on and is_expected and progress_of.last < late
        places.append(
            TableState(table, number, id, link_version, seen.names[sheet], progress_of, quiet)
        )
    return Room(places)


class NightTable(NamedTuple):
    """A table of a night, with its progress."""

    round: int  # its number
    id: int
    number: int
    sheet: int
    last: str  # digest of the sheet's last event
    how: Progress
    read: LockedSheet | None  # the sheet, if it had to be read for the progress


def list_tables(night: Night) -> list[NightTable]:
    """Return the tables of a night at which somebody sat, in order of round and number."""
    return read_tables([night.pk]).get(night.pk, [])


def read_tables(nights: Sequence[int]) -> dict[int, list[NightTable]]:
    """Return the tables of these nights, keyed by night. The number of queries does not depend on
    the number of nights.
    """
    if not nights:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(TABLES_OF_NIGHTS.format(", ".join(["%s"] * len(nights))), nights)
        rows = cursor.fetchall()
    how, read = progress.load_with_sheets({sheet: last for *_, sheet, last in rows})
    tables: dict[int, list[NightTable]] = {}
    for night, number, table, place, sheet, last in rows:
        row = NightTable(number, table, place, sheet, last, how[sheet], read.get(sheet))
        tables.setdefault(night, []).append(row)
    return tables


def pick(night: Night, numbers: Collection[int], requested: int) -> int:
    """Return the number of the requested round if it is among `numbers`, the rounds that
    can be shown. Otherwise return the number of the round being played.
    """
    if requested in numbers:
        return requested
    return find_current_round(list_tables(night)) if len(numbers) > 1 else next(iter(numbers), 0)


def find_current_round(tables: Iterable[NightTable]) -> int:
    """Return the number of the round that is being played; 0 before the first draw. `tables` has
    the night's tables. Rounds may be drawn long before they are played. So this is the last round
    with an entry or, if all its tables are done, the next one.
    """
    rounds: dict[int, list[Progress]] = {}
    for table in tables:
        rounds.setdefault(table.round, []).append(table.how)
    begun = [number for number, how in rounds.items() if any(table.played for table in how)]
    if not begun:
        return min(rounds, default=0)
    last = max(begun)
    over = all(table.complete for table in rounds[last])
    return last + 1 if over and last + 1 in rounds else last
