"""Seats for the next round that are set before its sheets are opened. Members draw them as lots
from a bag, or an organiser sets them by hand. All database writes for these seats are in this
module. `by` identifies for the log who does it, such as "user 12".
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q

from tournaments import problems
from tournaments.draw import assess_typed, record
from tournaments.draw.engine import table_sizes
from tournaments.draw.engine.request import BAG, HAND, MIX, Constraint
from tournaments.locks import lock_night_alone
from tournaments.members import members
from tournaments.models import DrawRecord, Member, Night, ReservedSeat, TableSeat
from tournaments.nights import rounds
from tournaments.nights.chairs import find_entrant_chairs
from tournaments.nights.draw_request import build_request
from tournaments.nights.entrants import list_present
from tournaments.nights.nights import compute_table_sizes, find_night_table_kind, save_sizes
from tournaments.nights.wishes import FIXED
from tournaments.problems import user_error

Seats = Mapping[int, tuple[int, int]]  # keyed by member id: table number and order at that table


class Spread(NamedTuple):
    """A table of the next round while it is being filled. The first member at the table keeps
    score.
    """

    number: int
    size: int
    people: list[Member]

    @property
    def full(self) -> bool:
        return len(self.people) >= self.size


class Bag(NamedTuple):
    tables: list[Spread]
    waiting: list[Member]
    out: int  # number of members who sit out
    highest: int = 0  # how many can play at one table, by the rules of the game

    @property
    def present(self) -> int:
        return sum(len(table.people) for table in self.tables) + len(self.waiting)

    @property
    def grows(self) -> bool:
        """Return whether the game allows more players at a table than the tables of this round are
        planned to have.
        """
        return any(table.size < self.highest for table in self.tables)

    def count_seats(self, table: Spread) -> int:
        return max(table.size, self.highest)

    @property
    def ready(self) -> bool:
        return bool(self.tables) and len(self.waiting) <= self.out


def fill_bag(night: Night, method: str) -> Bag:
    """Return the tables of the next round with the members who have a seat there so far, and the
    members who have no seat yet. `method` tells how members get seats: "bag" (they draw lots) or
    "hand" (an organiser seats them).

    Members who left the night are not included. If there are fewer tables now than before, members
    of a table that is gone have no seat.
    """
    people = list_present(night)
    spread = [
        Spread(number, size, []) for number, size in enumerate(_sizes(night, people, method), 1)
    ]
    here = {member.pk: member for member in people}
    for lot in night.reserved_seats.order_by("table", "seat"):
        if lot.member_id in here and lot.table <= len(spread):
            spread[lot.table - 1].people.append(here.pop(lot.member_id))
    waiting = members.sort_by_name(here.values())
    out = compute_table_sizes(night, len(people)).out
    return Bag(spread, waiting, out, find_entrant_chairs(night).highest)


def _sizes(night: Night, people: Sequence[Member], method: str) -> Sequence[int]:
    """Return the number of seats at each table of the next round, for these people. `method` tells
    how they get seats: "bag" (they draw lots) or "hand" (an organiser seats them). By hand, there
    may be more tables than a draw would use, so that an organiser can make smaller ones.
    """
    usual = compute_table_sizes(night, len(people)).tables
    if method == BAG:
        return usual
    kind = find_night_table_kind(night)
    more = len(people) // (table_sizes.find_full_size(kind) - 1) if kind in table_sizes.MIXED else 0
    return (table_sizes.find_full_size(kind),) * (max(len(usual), more) if usual else 0)


def choose_sizes(*, night: Night, sizes: str) -> Night:
    """Choose how many sit at a table, for the next draw of this night and for latecomers. `sizes`
    is a code such as "3-4" (tables of four and of three).
    """
    with lock_night_alone(night) as now:
        rounds.count_still_to_draw(now)
        save_sizes(now, sizes)
        return now


def seat_member(
    *, night: Night, member: Member, table: int, method: str, anyway: bool = False
) -> Night:
    """Seat the member at that table of the next round, after the members already there. Refuse if
    the table is full, unless `anyway` is set and the game allows one more. `method` tells how the
    round is seated: "bag" (members draw lots) or "hand" (an organiser seats them).
    """
    with lock_night_alone(night) as now:
        rounds.count_still_to_draw(now)
        seats = {pk: seat for pk, seat in _seats(now, method).items() if pk != member.pk}
        return _replace_seats(now, {**seats, member.pk: (table, len(seats) + 1)}, method, anyway)


def seat_members(*, night: Night, seats: Seats, method: str, anyway: bool = False) -> Night:
    """Replace all seats that were set for the next round by `seats`, which maps a member's id to a
    table and the place at it. If one table would be too full, nothing is changed. With `anyway`,
    tables may be as full as the game allows. `method` tells how the round is seated: "bag" (members
    draw lots) or "hand" (an organiser seats them).
    """
    with lock_night_alone(night) as now:
        rounds.count_still_to_draw(now)
        return _replace_seats(now, seats, method, anyway)


def unseat_member(*, night: Night, member: Member) -> Night:
    """Take away the member's seat in the next round. The member then waits for a new one."""
    with lock_night_alone(night) as now:
        now.reserved_seats.filter(member=member).delete()
        return now


def seat_as_last_round(*, night: Night) -> Night:
    """Seat the members at the same tables in the next round as in the last one. Members whose table
    does not exist in the next round get no seat. An organiser can then change this seating by hand.
    """
    with lock_night_alone(night) as now:
        rounds.count_still_to_draw(now)
        people = list_present(now)
        sat = TableSeat.objects.filter(
            Q(member__in=people, couple=None) | Q(couple__first__in=people),
            round=now.rounds.last(),
            until=None,
            table__number__lte=len(_sizes(now, people, HAND)),
        )
        columns = ("member", "couple__first", "table__number", "seat__position")
        seats = sat.order_by("-seat__position").values_list(*columns)
        return _replace_seats(
            now,
            {couple or pk: (table, seat) for pk, couple, table, seat in seats},
            HAND,
            anyway=True,
        )


def lay(
    *, night: Night, method: str, anyway: bool = False, seen: str | None = None, by: str = ""
) -> DrawRecord:
    """Save the seats set at the tables as the draw of the next round, and open a sheet at each
    table. `method` tells how the seats were set: "bag" (members drew lots) or "hand" (an organiser
    seated them).

    Refuse if a table has fewer or more people than the tables of this night should have, unless
    `anyway` is set.

    `seen` is the value that `rounds.mark_draws` returned when the user opened the web form. Refuse
    if another draw was made since then.
    """
    with lock_night_alone(night) as now:
        rounds.refuse_drawn(now, seen)
        rounds.count_still_to_draw(now)
        tables = _check_filled(now, fill_bag(now, method), anyway)
        draw_request, everybody = build_request(now, list_present(now), 1, method)
        numbers = {member.pk: number for number, member in enumerate(everybody)}
        seated = tuple(tuple(numbers[member.pk] for member in table.people) for table in tables)
        drawn = assess_typed((seated,), draw_request)
        return rounds.save_draw(now, everybody, record.build_record(drawn, draw_request), by)


def draw_rest(*, night: Night, seen: str | None = None, by: str = "") -> DrawRecord:
    """Draw the next round by computer. Members who already have a seat for it keep their table;
    only the others are drawn.

    `seen` is the value that `rounds.mark_draws` returned when the user opened the web form. Refuse
    if another draw was made since then.
    """
    places = _seats(night, HAND)
    wishes = [Constraint(FIXED, pk, table) for pk, (table, _seat) in places.items()]
    return rounds.draw_lots(night=night, rounds=1, method=MIX, wishes=wishes, seen=seen, by=by)


def _seats(night: Night, method: str) -> dict[int, tuple[int, int]]:
    tables = fill_bag(night, method).tables
    return {
        member.pk: (table.number, place)
        for table in tables
        for place, member in enumerate(table.people, 1)
    }


def _replace_seats(now: Night, seats: Seats, method: str, anyway: bool) -> Night:
    """Replace all seats set for the next round by `seats`, which maps a member's id to a table and
    the place at it. The places at each table are renumbered without gaps. If `anyway` is set, a
    table may have as many people as the game allows. `method` tells how the round is seated: "bag"
    (members draw lots) or "hand" (an organiser seats them).
    """
    people = {member.pk: member for member in list_present(now)}
    if not seats.keys() <= people.keys():
        raise user_error(problems.NO_WISH)
    room = _sizes(now, [*people.values()], method)
    highest = find_entrant_chairs(now).highest if anyway else 0
    tables: dict[int, list[int]] = {}
    for pk in sorted(seats, key=seats.__getitem__):
        tables.setdefault(seats[pk][0], []).append(pk)
    for number, sitting in tables.items():
        if not 1 <= number <= len(room):
            raise user_error(problems.OTHER_TABLE, count=len(room))
        if len(sitting) > max(room[number - 1], highest):
            names = ", ".join(str(people[pk]) for pk in sitting[: room[number - 1]])
            raise user_error(problems.FULL_TABLE, table=number, names=names)
    now.reserved_seats.all().delete()
    ReservedSeat.objects.bulk_create(
        ReservedSeat(night=now, member=people[pk], table=number, seat=seat)
        for number, sitting in tables.items()
        for seat, pk in enumerate(sitting, 1)
    )
    return now


def _check_filled(now: Night, bag: Bag, anyway: bool) -> list[Spread]:
    """Check the tables that were filled for the next round, and return them. Refuse if a table has
    too few or too many members for this night; with `anyway`, only the limits of the game apply.
    Refuse also if more members are left without a seat than must sit out.
    """
    if not bag.tables:
        raise user_error(problems.TOO_FEW)
    if len(bag.waiting) > bag.out:
        raise user_error(problems.NO_SEAT, names=", ".join(map(str, bag.waiting)))
    last = max(table.number for table in bag.tables if table.people)
    low, high = _bounds(now, len(list_present(now)), anyway)
    for table in bag.tables[:last]:
        if not low <= len(table.people) <= high:
            count = {"count": len(table.people), "low": low, "high": high}
            raise user_error(problems.ODD_TABLE, table=table.number, **count)
    return bag.tables[:last]


def _bounds(now: Night, present: int, anyway: bool) -> tuple[int, int]:
    """Return the least and the most people that a table of the next round may have. With `anyway`,
    these are the limits of the game. Otherwise they follow from the table sizes chosen for the
    night. If so few people are present that a draw makes smaller tables, these are allowed, too.
    """
    least, most, highest = find_entrant_chairs(now)
    if anyway:
        return least, highest
    usual = int(find_night_table_kind(now)[0])
    return min([usual, *compute_table_sizes(now, present).tables]), most
