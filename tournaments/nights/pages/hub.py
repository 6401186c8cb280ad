from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Q
from django.urls import reverse

from tournaments import links
from tournaments.models import Attendance, Member, Night, Round
from tournaments.models.member import MAIN
from tournaments.nights import closing, draw_rounds, money, seats_at_table, signing_up
from tournaments.nights.pages.room import (
    NightTable,
    Room,
    RoomTable,
    find_current_round,
    list_tables,
    read_room,
)
from tournaments.nights.pages.who_needs_help import Ask, list_asks
from tournaments.nights.round_clock import Ticking, read_clock, tell_clock

State = Night.State
DRAW = "draw"  # a step between two states
ORDER: tuple[str, ...] = (State.SIGN_UP, State.CHECK_IN, DRAW, State.PLAYING, State.CLOSING)


@dataclass(frozen=True)
class Counts:
    signed_up: int
    inside: int
    unpaid_members: int
    unpaid_guests: int


@dataclass(frozen=True)
class Step:
    name: str
    at: str  # "done", "here" or "todo"
    is_later: bool
    address: str  # empty: there is no page for it now
    count: int  # how far it is


@dataclass(frozen=True)
class Next:
    number: int
    drawn: bool
    begun: bool  # its clock runs


@dataclass(frozen=True)
class Missing:
    kind: str  # its words stand in the template
    number: int = 0  # of the table or round
    count: int = 0
    is_all: bool = False  # no table of the round is in


@dataclass
class Hub:
    """What the page shows, read as its template asks for it; much of it only if it `has_room`."""

    night: Night
    organises: bool  # whether the viewer is an organiser
    requested: int = 0  # the round to show; 0: the one being played

    @property
    def changes(self) -> bool:
        return self.organises and self.night.state == State.PLAYING

    @cached_property
    def rounds(self) -> list[Round]:
        return list(self.night.rounds.all())

    @cached_property
    def counts(self) -> Counts:
        return count_people(self.night)

    @cached_property
    def tables(self) -> list[NightTable]:
        return list_tables(self.night)

    @cached_property
    def current(self) -> int:
        return find_current_round(self.tables)

    @cached_property
    def shown(self) -> Round | None:
        numbers = {round.number: round for round in self.rounds}
        # None is current once every table is dissolved.
        first = next(iter(self.rounds), None)
        return numbers.get(self.requested) or numbers.get(self.current) or first

    @property
    def has_room(self) -> bool:
        asked = self.night.state != State.CLOSED or bool(self.requested)
        return asked and self.shown is not None

    @cached_property
    def room(self) -> Room:
        return read_room(self._shown)

    @property
    def _shown(self) -> Round:
        assert self.shown is not None, "there is a room"
        return self.shown

    @property
    def clock(self) -> Ticking | None:
        return tell_clock(read_clock(self.shown))

    @cached_property
    def asks(self) -> list[Ask]:
        return list_asks(self.night, self._shown, self.room, self.organises)

    @property
    def cards(self) -> list[tuple[RoomTable, Ask | None]]:
        asks = {ask.table: ask for ask in self.asks}
        return [(place, asks.get(place.table.pk)) for place in self.room.places]

    @cached_property
    def sitting_out(self) -> list[Member]:
        return draw_rounds.list_sitting_out(self._shown)

    @cached_property
    def next(self) -> Next | None:
        """Return None if the shown round is the last, or if nothing is being played."""
        number = self._shown.number + 1
        if self.night.state != State.PLAYING or number > self.night.season.rounds:
            return None
        drawn = next((round for round in self.rounds if round.number == number), None)
        return Next(number, drawn is not None, bool(drawn and drawn.began))

    @property
    def left_open(self) -> list[tuple[int, int]]:
        """Return the numbers of rounds of which tables are not in, and of how many."""
        left = Counter(table.round for table in self.tables if not table.how.approved)
        return sorted(left.items())

    @property
    def begins(self) -> bool:
        """A draw starts only the clock of its first round."""
        return self.changes and self._shown.began is None and not self.room.count_in

    @cached_property
    def main(self) -> str:
        """Return what has the main button: "ask", "begin", "next", "end", or "" to wait."""
        if self.night.state == State.CLOSING:
            return "end"
        if self.asks and self.asks[0].button:
            return "ask"
        if not self.room.open_numbers:
            return "next" if self.next else "end"
        is_now = self._shown.number == self.current
        is_unplayed = not any(place.how.played for place in self.room.places)
        return "begin" if self.begins and is_now and is_unplayed else ""

    @property
    def steps(self) -> list[Step]:
        count = len(self.rounds)
        shown = self._shown.number if self.has_room else count
        ends = self.has_room and self.changes and self.main == "end"
        return list_steps(
            self.night, self.counts, count, shown, organises=self.organises, ends=ends
        )

    @cached_property
    def missing(self) -> list[Missing]:
        return [
            *_list_missing_tables(self.tables, seats_at_table.list_left_over(self.night)),
            *(
                Missing("undrawn", number)
                for number in closing.list_undrawn_rounds(self.night, len(self.rounds))
            ),
            *(Missing("conflict", place.number) for place in self.room.waiting),
            *_list_unpaid(self.night, self.counts),
        ]

    @property
    def lacks_results(self) -> bool:
        return any(line.kind != "unpaid" for line in self.missing)

    @property
    def draw_numbers(self) -> range:
        """Return the numbers of the night's draws, those that were taken back too."""
        return range(1, self.night.draw_records.count() + 1)

    @property
    def hall_key(self) -> str:
        return links.make_key(self.night)


def count_people(night: Night) -> Counts:
    unpaid = money.is_open()
    is_guest = Q(member__merged_into=None, member__guest=True) | Q(member__merged_into__guest=True)

    def count(which: Q) -> Count:
        return Count(MAIN, distinct=True, filter=which)

    counts = night.attendances.aggregate(
        signed_up=count(Q(said=Attendance.Said.ON) & ~signing_up.GONE),
        inside=count(Q(present=True)),
        unpaid_members=count(unpaid & ~is_guest),
        unpaid_guests=count(unpaid & is_guest),
    )
    return Counts(**counts)


def list_steps(
    night: Night, counts: Counts, rounds: int, shown: int, *, organises: bool, ends: bool = False
) -> list[Step]:
    """`shown` is the round on the page; `ends`: the user's next step is to close the night."""
    here = len(ORDER)
    if night.state == State.PLAYING and not rounds:
        here = ORDER.index(DRAW)
    elif night.state != State.CLOSED:
        here = ORDER.index(State.SIGN_UP if night.state == State.PLANNED else night.state)
    reached = (counts.signed_up, counts.inside, rounds, shown, 0)
    where = [night.season.club.slug, night.pk]
    addresses: dict[str, str] = {
        State.CHECK_IN: reverse("tournaments:door", args=where),
        State.PLAYING: f"{night.get_absolute_url()}#room",
    }
    if organises:
        addresses |= {
            DRAW: reverse("tournaments:draw", args=where),
            State.CLOSING: reverse("tournaments:closing", args=where),
        }
    return [
        Step(
            step,
            "done" if number < here else "here" if number == here else "todo",
            number > here + ends,
            addresses.get(step, "") if number <= here + ends else "",
            count,
        )
        for number, (step, count) in enumerate(zip(ORDER, reached, strict=True))
    ]


def _list_unpaid(night: Night, counts: Counts) -> Iterator[Missing]:
    fees = night.fees
    unpaid = counts.unpaid_members * bool(fees.member) + counts.unpaid_guests * bool(fees.guest)
    if unpaid:
        yield Missing("unpaid", count=unpaid)


def _list_missing_tables(tables: list[NightTable], left_over: set[int]) -> Iterator[Missing]:
    drawn = [table for table in tables if table.id not in left_over]
    laid = Counter(table.round for table in drawn)
    unplayed = Counter(table.round for table in drawn if not table.how.over)
    for table in tables:
        if table.id in left_over and not table.how.over:
            yield Missing("left-over", table.number)
    unapproved = Counter(
        table.round for table in tables if table.how.over and not table.how.approved
    )
    for number in sorted(laid):
        if count := unplayed[number]:
            yield Missing("unplayed", number, count, count == laid[number])
        if count := unapproved[number]:
            yield Missing("unapproved", number, count)
