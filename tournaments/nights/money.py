"""The fees of a night, and who still has to pay. Amounts are in cents. This module only reads.

A payment at the door is for that night alone. On the page of the money everything that was open is
paid with it, and the attendance is marked as settled: only later nights are unpaid then.
"""

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from tournaments.club.amounts import euros_in_words
from tournaments.models import Attendance, Club, Member, Night, TableSeat


class Fees(NamedTuple):
    member: int
    guest: int

    def ask(self, guest: bool) -> int:
        return self.guest if guest else self.member


class Debt(NamedTuple):
    day: date
    amount: int

    @property
    def words(self) -> str:
        return euros_in_words(self.amount)


Debts = dict[int, list[Debt]]  # keyed by member, the oldest first


def find_fees(night: Night) -> Fees:
    """Return the fees of a night: its own or, if it has none, those of the season. A closed night
    keeps the fees that it had when it was closed.
    """
    season, closed = night.season, night.state == Night.State.CLOSED
    member = 0 if closed else season.member_fee
    guest = 0 if closed else season.guest_fee
    return Fees(
        member if night.member_fee is None else night.member_fee,
        guest if night.guest_fee is None else night.guest_fee,
    )


def was_there() -> Q:
    """Select the attendances of those who are present or had a seat: who plays a round and goes
    home was there.
    """
    doubles = Q(member=OuterRef("member__merged_into")) | Q(member__merged_into=OuterRef("member"))
    seats = TableSeat.objects.filter(
        Q(member=OuterRef("member")) | doubles, round__night=OuterRef("night")
    )
    return Q(present=True) | Q(Exists(seats))


def read_debts(club: Club, before: Night | None = None, member: Member | None = None) -> Debts:
    """Return the unpaid amounts, each with its day, keyed by member. With `member`, return only
    those of this member. With `before`, return only those of nights earlier than that night. Debts
    of a merged duplicate belong to the member who was kept.
    """
    whose = Q(member__club=club, night__season__club=club, member__erased=None)
    if member:
        whose &= Q(member=member) | Q(member__merged_into=member)
    if before:
        whose &= Q(night__day__lt=before.day) | Q(night__day=before.day, night__pk__lt=before.pk)
    unpaid = Attendance.objects.filter(was_there(), whose, paid=False)
    unpaid = unpaid.exclude(night__state=Night.State.CALLED_OFF)
    unpaid = unpaid.exclude(night__member_fee=None, night__state=Night.State.CLOSED)
    unpaid = unpaid.exclude(night__member_fee=0, night__guest_fee=0)
    rows = list(
        unpaid.select_related("night__season", "member").order_by("night__day", "night__pk")
    )
    if not rows:
        return {}
    paid = _find_last_settled(whose)
    debts: dict[int, dict[int, Debt]] = defaultdict(dict)  # by night: a double may have come too
    for row in rows:
        who, night = row.member.merged_into_id or row.member_id, row.night
        amount = find_fees(night).ask(row.member.guest)
        if amount and night.day > paid.get(who, date.min):
            debts[who][night.pk] = Debt(night.day, amount)
    return {who: list(by_night.values()) for who, by_night in debts.items()}


def _find_last_settled(whose: Q) -> dict[int, date]:
    """Return the day of the last night on which each member paid what was open of earlier ones too,
    keyed by member id. A payment of a merged duplicate counts for the member who was kept. `whose`
    is a filter that selects the attendances.
    """
    settled = Attendance.objects.filter(whose, paid=True, settled=True).order_by("night__day")
    rows = settled.values_list("member", "member__merged_into", "night__day")
    return {keep or member: day for member, keep, day in rows}


def add_up(debts: list[Debt]) -> int:
    return sum(debt.amount for debt in debts)


def count_to_pay(night: Night, member: Member, *, debts: bool) -> int:
    """Return what the member has to pay for this night and, with `debts`, what is unpaid from
    earlier ones.
    """
    fee = find_fees(night).ask(member.guest)
    if not debts:
        return fee
    before = read_debts(night.season.club, before=night, member=member)
    return fee + add_up(before.get(member.pk, []))
