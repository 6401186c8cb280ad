"""Seats for the next round that are set before its sheets are opened. By the `method` BAG, members
draw tables as lots; by STONES, numbers that are a table and a seat; by HAND, an organiser sets
them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models.functions import Coalesce

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.draw import assess_typed, record
from tournaments.draw.engine import table_sizes
from tournaments.draw.engine.request import HAND, MIX, STONES, Constraint, Wish
from tournaments.locks import lock_night_alone
from tournaments.members import members
from tournaments.models import DrawRecord, Member, Night, ReservedSeat, TableSeat
from tournaments.models.member import MAIN
from tournaments.nights import draw_rounds
from tournaments.nights.entrants import list_present
from tournaments.nights.nights import (
    compute_table_sizes,
    find_night_table_kind,
    refuse_too_few,
    save_sizes,
)
from tournaments.nights.seats_at_table import find_entrant_chairs
from tournaments.nights.what_draw_knows import build_request

Seats = Mapping[int, tuple[int, int]]  # keyed by member id: table number and order at that table


class Spread(NamedTuple):
    """A table of the next round while it is being filled; its first member keeps score."""

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
        return any(table.size < self.highest for table in self.tables)

    @property
    def ready(self) -> bool:
        return bool(self.tables) and len(self.waiting) <= self.out


def fill_bag(night: Night, method: str) -> Bag:
    """Members whose table is gone, because there are fewer tables now, have no seat."""
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
    """By hand, there may be more tables than a draw would use: smaller ones."""
    usual = compute_table_sizes(night, len(people)).tables
    if method != HAND:
        return usual
    kind = find_night_table_kind(night)
    more = len(people) // (table_sizes.find_full_size(kind) - 1) if kind in table_sizes.MIXED else 0
    return (table_sizes.find_full_size(kind),) * (max(len(usual), more) if usual else 0)


def choose_sizes(*, night: Night, sizes: str) -> Night:
    with lock_night_alone(night) as now:
        draw_rounds.count_still_to_draw(now)
        save_sizes(now, sizes)
        return now


def seat_member(
    *, night: Night, member: Member, table: int, method: str, anyway: bool = False
) -> Night:
    with lock_night_alone(night) as now:
        draw_rounds.count_still_to_draw(now)
        seats = {pk: seat for pk, seat in _seats(now, method).items() if pk != member.pk}
        return _replace_seats(now, {**seats, member.pk: (table, len(seats) + 1)}, method, anyway)


def seat_members(*, night: Night, seats: Seats, method: str, anyway: bool = False) -> Night:
    """Replace all seats of the next round; nothing is changed if one table would be too full."""
    with lock_night_alone(night) as now:
        draw_rounds.count_still_to_draw(now)
        return _replace_seats(now, seats, method, anyway)


def unseat_member(*, night: Night, member: Member) -> Night:
    with lock_night_alone(night) as now:
        now.reserved_seats.filter(member=member).delete()
        return now


def seat_as_last_round(*, night: Night) -> Night:
    """Members whose table does not exist in the next round get no seat."""
    with lock_night_alone(night) as now:
        draw_rounds.count_still_to_draw(now)
        people = list_present(now)
        sat = TableSeat.objects.filter(
            round=now.rounds.last(), until=None, table__number__lte=len(_sizes(now, people, HAND))
        )
        first = Coalesce("couple__first__merged_into", "couple__first")
        columns = (Coalesce(first, MAIN), "table__number", "seat__position")
        rows = sat.order_by("-seat__position").values_list(*columns)
        here = {member.pk for member in people}
        seats = {entrant: (table, seat) for entrant, table, seat in rows if entrant in here}
        return _replace_seats(now, seats, HAND, anyway=True)


def lay(
    *, night: Night, method: str, anyway: bool = False, seen: str | None = None, by: str = ""
) -> DrawRecord:
    """`anyway`: also with smaller or larger tables. `seen` is as for `draw_rounds.draw_rounds`."""
    with lock_night_alone(night) as now:
        draw_rounds.refuse_drawn(now, seen)
        draw_rounds.count_still_to_draw(now)
        tables = _check_filled(now, fill_bag(now, method), anyway)
        draw_request, everybody = build_request(now, list_present(now), 1, method)
        numbers = {member.pk: number for number, member in enumerate(everybody)}
        seated = tuple(tuple(numbers[member.pk] for member in table.people) for table in tables)
        drawn = assess_typed((seated,), draw_request)
        return draw_rounds.save_draw(now, everybody, record.build_record(drawn, draw_request), by)


def lay_stones(
    *, night: Night, numbers: Mapping[int, int], seen: str | None = None, by: str = ""
) -> DrawRecord:
    """`numbers` has what each member drew: 1 to 4 sit at table 1, 5 to 8 at table 2 and so on."""
    with lock_night_alone(night) as now:
        draw_rounds.count_still_to_draw(now)
        seats = list_seats(_sizes(now, list_present(now), STONES))
        if not all(1 <= number <= len(seats) for number in numbers.values()):
            raise user_error(problems.NO_STONE, count=len(seats))
        by_number = {pk: seats[number - 1] for pk, number in numbers.items()}
        _replace_seats(now, by_number, STONES, anyway=False)
        return lay(night=now, method=STONES, seen=seen, by=by)


def list_seats(sizes: Iterable[int]) -> list[tuple[int, int]]:
    tables = enumerate(sizes, 1)
    return [(table, seat) for table, size in tables for seat in range(1, size + 1)]


def draw_rest(*, night: Night, seen: str | None = None, by: str = "") -> DrawRecord:
    """Draw the next round by computer for those without a seat."""
    places = _seats(night, HAND)
    fixed = Wish.FIXED_TABLE
    wishes = [Constraint(fixed, pk, table) for pk, (table, _seat) in places.items()]
    return draw_rounds.draw_rounds(
        night=night, rounds=1, method=MIX, wishes=wishes, seen=seen, by=by
    )


def _seats(night: Night, method: str) -> dict[int, tuple[int, int]]:
    tables = fill_bag(night, method).tables
    return {
        member.pk: (table.number, place)
        for table in tables
        for place, member in enumerate(table.people, 1)
    }


def _replace_seats(now: Night, seats: Seats, method: str, anyway: bool) -> Night:
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
    """Return the tables where somebody sits; refuse what can't be laid."""
    if not bag.tables:
        refuse_too_few(now)
    if len(bag.waiting) > bag.out:
        raise user_error(problems.NO_SEAT, names=", ".join(map(str, bag.waiting)))
    last = max(table.number for table in bag.tables if table.people)
    low, most, highest = find_entrant_chairs(now)
    high = highest if anyway else most
    if not anyway:  # so few may be present that a draw makes smaller tables than chosen
        drawn = compute_table_sizes(now, len(list_present(now))).tables
        low = min(int(find_night_table_kind(now)[0]), *drawn)
    for table in bag.tables[:last]:
        if not low <= len(table.people) <= high:
            count = {"count": len(table.people), "low": low, "high": high}
            raise user_error(problems.ODD_TABLE, table=table.number, **count)
    return bag.tables[:last]
