"""The room: the tables of a round or of a night, and how far each is."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext

from scoring.models import Event
from scoring.sheets import links, progress
from scoring.sheets.progress import Progress
from scoring.sheets.sheet_under_lock import SheetNow
from scoring.toolkit.figures import format_points
from tournaments.club.reglementen import build_game
from tournaments.members import couples, members
from tournaments.models import Night, Round, Table

LAST_DIGEST = Subquery(
    Event.objects.filter(sheet=OuterRef("sheet")).order_by("-sequence").values("digest")[:1]
)


class Side(NamedTuple):
    """A player or two partners, as a card shows them."""

    names: str
    points: str  # empty until the table is in
    won: bool


@dataclass(frozen=True)
class RoomTable:
    table: Table
    names: list[str]  # as other pages show them, not as written on the sheet
    how: Progress
    sides: list[Side]
    by_pair: bool
    empty: int = 0  # seats that wait for somebody
    remarks: str = ""  # who plays for whom of a couple, and who leaves after which game
    taken: int = 0  # places for the next game

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def key(self) -> str:
        return links.make_key(self.table.sheet)

    @property
    def last(self) -> str:
        return time_format(timezone.localtime(self.how.last), "TIME_FORMAT")


@dataclass(frozen=True)
class Room:
    places: list[RoomTable]

    @property
    def waiting(self) -> list[RoomTable]:
        return [place for place in self.places if place.how.calls]

    @property
    def count_in(self) -> int:
        return sum(place.how.approved for place in self.places)

    @property
    def open_numbers(self) -> list[int]:
        return [place.number for place in self.places if not place.how.approved]

    @property
    def first_open(self) -> RoomTable | None:
        return next((place for place in self.places if not place.how.settled), None)


def read_room(round_: Round) -> Room:
    used = round_.tables.used().select_related("sheet").annotate(last=LAST_DIGEST)
    tables = list(used.prefetch_related("sheet__seats", "seats"))
    how = progress.load_progress({table.sheet_id: vars(table)["last"] for table in tables})
    labels = members.load_club_labels(round_.night.season.club)
    least = build_game(round_.night.season.reglement).seats[0]
    sitting_now = [seat for table in tables for seat in table.seats.all() if not seat.until]
    stood_in = couples.list_stood_in(round_.night.season, sitting_now)
    sitters = (seat.member_id for seat in sitting_now)
    firsts = Counter(labels[member].name.first for member in sitters if member in labels)
    places = []
    for table in tables:
        names = {seat.pk: seat.name for seat in table.sheet.seats.all()}
        done = how[table.sheet_id]
        seats = table.seats.all()
        seated = {seat.seat_id: seat.member_id for seat in seats if not seat.until}
        leaving = [seat for seat in seats if seat.until and seat.until > done.played]
        here = {
            place: (name, labels.get(seated.get(pk, 0)))
            for place, (pk, name) in enumerate(names.items())
            if pk in seated or not seated  # at a dissolved table, all who sat there
        }
        full = {place: label.full if label else name for place, (name, label) in here.items()}
        by_pair = any(len(side.seats) > 1 for side in done.sides)
        short = {
            place: label.name.first
            for place, (_name, label) in here.items()
            if by_pair and label and firsts[label.name.first] == 1
        }
        shown = full | short
        sides = [
            Side(
                " & ".join(shown[place] for place in side.seats if place in here),
                format_points(side.points) if done.approved else "",
                done.approved and side.won,
            )
            for side in done.sides
            if not here.keys().isdisjoint(side.seats)
        ]
        empty = max(0, least - len(seated)) if seated else 0
        remarks = [
            gettext("%(name)s plays up to game %(game)s")
            % {"name": labels[seat.member_id].full, "game": seat.until}
            for seat in leaving
            if seat.member_id in labels
        ] + [
            gettext("%(name)s stands in for %(away)s") % {"name": labels[pk].full, "away": away}
            for pk in sorted(stood_in.keys() & seated.values() & labels.keys())
            if (away := couples.AND.join(labels[it].full for it in stood_in[pk] if it in labels))
        ]
        listed, taken = [*full.values()], len({*seated, *(seat.seat_id for seat in leaving)})
        words = ". ".join(remarks)
        places.append(RoomTable(table, listed, done, sides, by_pair, empty, words, taken))
    return Room(places)


class NightTable(NamedTuple):
    round: int  # its number
    id: int
    number: int
    sheet: int
    last: str  # digest of the sheet's last event
    how: Progress
    read: SheetNow | None  # the sheet, if it had to be read for the progress


def list_tables(night: Night) -> list[NightTable]:
    """Return the tables of a night at which somebody sat, in order of round and number."""
    return read_tables([night.pk]).get(night.pk, [])


def read_tables(nights: Sequence[int]) -> dict[int, list[NightTable]]:
    if not nights:
        return {}
    used = Table.objects.used().filter(round__night__in=nights).annotate(last=LAST_DIGEST)
    columns = ("round__night", "round__number", "pk", "number", "sheet", "last")
    rows = list(used.order_by("round__number", "number").values_list(*columns))
    how, read = progress.load_with_sheets({sheet: last for *_, sheet, last in rows})
    tables: dict[int, list[NightTable]] = {}
    for night, number, table, place, sheet, last in rows:
        row = NightTable(number, table, place, sheet, last, how[sheet], read.get(sheet))
        tables.setdefault(night, []).append(row)
    return tables


def pick(night: Night, numbers: Collection[int], requested: int) -> int:
    """Return the requested round or else the one being played."""
    if requested in numbers:
        return requested
    return find_current_round(list_tables(night)) if len(numbers) > 1 else next(iter(numbers), 0)


def find_current_round(tables: Iterable[NightTable]) -> int:
    """Return the last round with an entry or, if all its tables are done, the next one: rounds may
    be drawn long before. Return 0 before the first draw.
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
