"""Lots: which member drew which table from the bag, or was put there by hand, before the sheets
are opened. All database writes for lots are in this module; `by` is an opaque actor id.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments import problems
from tournaments.club.reglementen import table_kind
from tournaments.draw import record, typed
from tournaments.draw.engine import table_sizes
from tournaments.draw.engine.request import BAG, HAND, MIX, Constraint
from tournaments.locks import lock_night_alone
from tournaments.members import members
from tournaments.models import DrawRecord, Member, Night, ReservedSeat, TableSeat
from tournaments.nights import rounds
from tournaments.nights.nights import tables_for
from tournaments.nights.wishes import FIXED
from tournaments.problems import user_error

METHODS = (BAG, HAND)
Seats = Mapping[int, tuple[int, int]]  # keyed by member id: table number and order at that table


class Spread(NamedTuple):
    """A table that is being filled. The first member at the table keeps score."""

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

    @property
    def ready(self) -> bool:
        return bool(self.tables) and len(self.waiting) <= self.out


def fill_bag(night: Night, method: str) -> Bag:
    """Return the tables as filled so far. Members who left lose their seat. Members whose table no
    longer exists wait for a new lot.
    """
    people = rounds.present(night)
    spread = [
        Spread(number, size, []) for number, size in enumerate(_sizes(night, people, method), 1)
    ]
    here = {member.pk: member for member in people}
    for lot in night.reserved_seats.order_by("table", "seat"):
        if lot.member_id in here and lot.table <= len(spread):
            spread[lot.table - 1].people.append(here.pop(lot.member_id))
    waiting = members.by_name(here.values())
    return Bag(spread, waiting, tables_for(night.season, len(people)).out)


def _sizes(night: Night, people: Sequence[Member], method: str) -> Sequence[int]:
    """Return how many members each table can take. When seated by hand, there may be more tables
    than a draw would use, so that an organiser can make smaller ones.
    """
    usual = tables_for(night.season, len(people)).tables
    if method == BAG:
        return usual
    kind = table_kind(night.season)
    more = len(people) // (table_sizes.full(kind) - 1) if kind in table_sizes.MIXED else 0
    return (table_sizes.full(kind),) * (max(len(usual), more) if usual else 0)


def seat_member(*, night: Night, member: Member, table: int, method: str) -> Night:
    """Seat the member at that table, after the members already there."""
    with lock_night_alone(night) as now:
        rounds.still_to_draw(now)
        seats = {pk: seat for pk, seat in _seats(now, method).items() if pk != member.pk}
        return _write(now, {**seats, member.pk: (table, len(seats) + 1)}, method)


def seat_members(*, night: Night, seats: Seats, method: str) -> Night:
    """Replace all lots of the night by these. If one table would be too full, nothing is
    changed.
    """
    with lock_night_alone(night) as now:
        rounds.still_to_draw(now)
        return _write(now, seats, method)


def unseat_member(*, night: Night, member: Member) -> Night:
    """Delete the member's lot. The member then waits for a new one."""
    with lock_night_alone(night) as now:
        now.reserved_seats.filter(member=member).delete()
        return now


def as_last(*, night: Night) -> Night:
    """Give each member the table of the last round, if that table still exists. An organiser can go
    on from this seating by hand.
    """
    with lock_night_alone(night) as now:
        rounds.still_to_draw(now)
        people = rounds.present(now)
        sat = TableSeat.objects.filter(
            round=now.rounds.last(),
            until=None,
            member__in=people,
            table__number__lte=len(_sizes(now, people, HAND)),
        )
        seats = sat.values_list("member", "table__number", "seat__position")
        return _write(now, {pk: (table, seat) for pk, table, seat in seats}, HAND)


def lay(*, night: Night, method: str, seen: str | None = None, by: str = "") -> DrawRecord:
    """Save the filled tables as a draw and open a sheet at each table. `seen` is explained at
    `rounds.draw_lots`.
    """
    with lock_night_alone(night) as now:
        rounds.refuse_drawn(now, seen)
        rounds.still_to_draw(now)
        tables = _filled(now, fill_bag(now, method))
        draw_request, everybody = rounds.request(now, rounds.present(now), 1, method)
        numbers = {member.pk: number for number, member in enumerate(everybody)}
        seated = tuple(tuple(numbers[member.pk] for member in table.people) for table in tables)
        drawn = typed((seated,), draw_request)
        return rounds.save_draw(now, everybody, record.build_record(drawn, draw_request), by)


def draw_rest(*, night: Night, seen: str | None = None, by: str = "") -> DrawRecord:
    """Draw one round. Members with a lot get the table of that lot; the others are drawn."""
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


def _write(now: Night, seats: Seats, method: str) -> Night:
    """Replace all lots by `seats`. The members of a table are renumbered, so that no place between
    them stays empty.
    """
    people = {member.pk: member for member in rounds.present(now)}
    if not seats.keys() <= people.keys():
        raise user_error(problems.NO_WISH)
    room = _sizes(now, [*people.values()], method)
    tables: dict[int, list[int]] = {}
    for pk in sorted(seats, key=seats.__getitem__):
        tables.setdefault(seats[pk][0], []).append(pk)
    for number, sitting in tables.items():
        if not 1 <= number <= len(room):
            raise user_error(problems.OTHER_TABLE, count=len(room))
        if len(sitting) > room[number - 1]:
            names = ", ".join(str(people[pk]) for pk in sitting[: room[number - 1]])
            raise user_error(problems.FULL_TABLE, table=number, names=names)
    now.reserved_seats.all().delete()
    ReservedSeat.objects.bulk_create(
        ReservedSeat(night=now, member=people[pk], table=number, seat=seat)
        for number, sitting in tables.items()
        for seat, pk in enumerate(sitting, 1)
    )
    return now


def _filled(now: Night, bag: Bag) -> list[Spread]:
    """Return the tables in use. Refuse if a table has too few or too many members, or if a member
    has no seat.
    """
    if not bag.tables:
        raise user_error(problems.TOO_FEW)
    if len(bag.waiting) > bag.out:
        raise user_error(problems.NO_SEAT, names=", ".join(map(str, bag.waiting)))
    last = max(table.number for table in bag.tables if table.people)
    high = table_sizes.full(table_kind(now.season))
    low = 2 if table_kind(now.season) in table_sizes.MIXED else high
    for table in bag.tables[:last]:
        if not low <= len(table.people) <= high:
            count = {"count": len(table.people), "low": low, "high": high}
            raise user_error(problems.ODD_TABLE, table=table.number, **count)
    return bag.tables[:last]
