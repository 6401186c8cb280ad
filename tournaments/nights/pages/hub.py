from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext

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
    words: str  # how far it is
    at: str  # "done", "here" or "todo"
    address: str  # empty: there is no page for it now


@dataclass(frozen=True)
class Next:
    number: int
    drawn: bool
    begun: bool  # its clock runs


@dataclass(frozen=True)
class Missing:
    what: str
    counts: str
    weighs: bool = True  # it changes what the night counts


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
        return tell_clock(read_clock(self.night, self.shown))

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
                Missing(
                    gettext("Round %(number)s is not drawn.") % {"number": number},
                    gettext("It counts for nobody."),
                )
                for number in closing.list_undrawn_rounds(self.night, len(self.rounds))
            ),
            *(
                Missing(
                    gettext("Table %(number)s: choose what counts.") % {"number": place.number},
                    gettext("Else the first line counts."),
                )
                for place in self.room.waiting
            ),
            *_list_unpaid(self.night, self.counts),
        ]

    @property
    def lacks_results(self) -> bool:
        return any(line.weighs for line in self.missing)

    @property
    def draw_numbers(self) -> range:
        """Return the numbers of the night's draws, those that were taken back too."""
        return range(1, self.night.draw_records.count() + 1)

    @property
    def hall_key(self) -> str:
        return links.make_key(self.night)


def count_people(night: Night) -> Counts:
    unpaid = money.is_open()

    def count(which: Q) -> Count:
        return Count(MAIN, distinct=True, filter=which)

    counts = night.attendances.aggregate(
        signed_up=count(Q(said=Attendance.Said.ON) & ~signing_up.GONE),
        inside=count(Q(present=True)),
        unpaid_members=count(unpaid & Q(member__guest=False)),
        unpaid_guests=count(unpaid & Q(member__guest=True)),
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
    words: dict[str, str] = {
        State.SIGN_UP: ngettext("%(count)s signed up", "%(count)s signed up", counts.signed_up)
        % {"count": counts.signed_up},
        State.CHECK_IN: gettext("%(count)s inside") % {"count": counts.inside},
        DRAW: gettext("%(count)s of %(all)s rounds")
        % {"count": rounds, "all": night.season.rounds},
        State.PLAYING: gettext("round %(number)s of %(all)s")
        % {"number": shown, "all": night.season.rounds},
        State.CLOSING: gettext("closed") if here == len(ORDER) else gettext("to do"),
    }
    if night.state == State.PLANNED:
        words[State.SIGN_UP] = gettext("not open yet")
    names: dict[str, str] = {
        State.SIGN_UP: gettext("Signing up"),
        State.CHECK_IN: gettext("Door"),
        DRAW: gettext("Draw"),
        State.PLAYING: gettext("Play"),
        State.CLOSING: gettext("Close"),
    }
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
            names[step],
            words[step] if number <= here + ends else gettext("later"),
            "done" if number < here else "here" if number == here else "todo",
            addresses.get(step, "") if number <= here + ends else "",
        )
        for number, step in enumerate(ORDER)
    ]


def _list_unpaid(night: Night, counts: Counts) -> Iterator[Missing]:
    fees = money.find_fees(night)
    unpaid = counts.unpaid_members * bool(fees.member) + counts.unpaid_guests * bool(fees.guest)
    if unpaid:
        words = ngettext(
            "%(count)s person has not paid.", "%(count)s people have not paid.", unpaid
        )
        more = gettext("It stays open, to be paid at a next night.")
        yield Missing(words % {"count": unpaid}, more, weighs=False)


def _list_missing_tables(tables: list[NightTable], left_over: set[int]) -> Iterator[Missing]:
    drawn = [table for table in tables if table.id not in left_over]
    laid = Counter(table.round for table in drawn)
    unplayed = Counter(table.round for table in drawn if not table.how.over)
    for table in tables:
        if table.id in left_over and not table.how.over:
            words = gettext("Table %(number)s, of who sat out, is not in.")
            counts = gettext("For who sits there it counts as a round without a table.")
            yield Missing(words % {"number": table.number}, counts)
    unapproved = Counter(
        table.round for table in tables if table.how.over and not table.how.approved
    )
    for number in sorted(laid):
        if count := unplayed[number]:
            words = ngettext(
                "%(count)s table of round %(number)s is not in.",
                "%(count)s tables of round %(number)s are not in.",
                count,
            )
            counts = gettext("It counts as a round missed for who sits there.")
            if count == laid[number]:
                counts = gettext("It counts for nobody.")
            yield Missing(words % {"count": count, "number": number}, counts)
        if count := unapproved[number]:
            words = ngettext(
                "%(count)s table of round %(number)s is not approved.",
                "%(count)s tables of round %(number)s are not approved.",
                count,
            )
            counts = gettext("It counts as it stands.")
            yield Missing(words % {"count": count, "number": number}, counts)
