"""The fees of a night, and who still has to pay. Amounts are in cents.

A payment at the door is for that night alone. On the page of the money everything that was open is
paid with it, and the attendance is marked as settled: only later nights are unpaid then.
"""

from collections import defaultdict
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext

from tournaments.club.amounts import euros_in_words
from tournaments.members import members
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
    """A closed night keeps the fees that it had."""
    season, closed = night.season, night.state == Night.State.CLOSED
    member = 0 if closed else season.member_fee
    guest = 0 if closed else season.guest_fee
    return Fees(
        member if night.member_fee is None else night.member_fee,
        guest if night.guest_fee is None else night.guest_fee,
    )


def was_there() -> Q:
    """Who plays a round and goes home was there, too."""
    doubles = Q(member=OuterRef("member__merged_into")) | Q(member__merged_into=OuterRef("member"))
    seats = TableSeat.objects.filter(
        Q(member=OuterRef("member")) | doubles, round__night=OuterRef("night")
    )
    return Q(present=True) | Q(Exists(seats))


def read_debts(club: Club, before: Night | None = None, member: Member | None = None) -> Debts:
    """Return what is unpaid, by member; a merged duplicate owes as the one who was kept."""
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
    settled = Attendance.objects.filter(whose, paid=True, settled=True).order_by("night__day")
    days = settled.values_list("member", "member__merged_into", "night__day")
    paid = {keep or member: day for member, keep, day in days}
    debts: dict[int, dict[int, Debt]] = defaultdict(dict)  # by night: a double may have come too
    for row in rows:
        who, night = row.member.merged_into_id or row.member_id, row.night
        amount = find_fees(night).ask(row.member.guest)
        if amount and night.day > paid.get(who, date.min):
            debts[who][night.pk] = Debt(night.day, amount)
    return {who: list(by_night.values()) for who, by_night in debts.items()}


def add_up(debts: list[Debt]) -> int:
    return sum(debt.amount for debt in debts)


def count_to_pay(night: Night, member: Member, *, debts: bool) -> int:
    """Return the fee of this night and, with `debts`, what is unpaid from earlier ones."""
    fee = find_fees(night).ask(member.guest)
    if not debts:
        return fee
    before = read_debts(night.season.club, before=night, member=member)
    return fee + add_up(before.get(member.pk, []))


class MoneyRow(NamedTuple):
    member: Member
    present: bool
    fee: int  # of this night, if the member was present
    before: int  # open from earlier nights
    paid: int
    has_paid: bool
    settled: bool  # with that, what was open from earlier nights is paid too

    @property
    def open(self) -> int:
        return (0 if self.has_paid else self.fee) + (0 if self.settled else self.before)

    @property
    def fee_in_words(self) -> str:
        return euros_in_words(self.fee)

    @property
    def before_in_words(self) -> str:
        return euros_in_words(self.before) if self.before else ""

    @property
    def paid_in_words(self) -> str:
        return euros_in_words(self.paid) if self.has_paid else ""

    @property
    def open_in_words(self) -> str:
        return euros_in_words(self.open) if self.open else ""


class MoneyPage(NamedTuple):
    rows: list[MoneyRow]
    fees: Fees

    @property
    def charges(self) -> bool:
        return any(self.fees)

    @property
    def fees_in_words(self) -> str:
        return fees_in_words(self.fees)

    @property
    def owing(self) -> list[MoneyRow]:
        """Return who still has to pay for this night."""
        return [row for row in self.rows if row.fee and not row.has_paid]

    @property
    def paid_cents(self) -> int:
        return sum(row.paid for row in self.rows)

    @property
    def open_cents(self) -> int:
        return sum(row.open for row in self.rows)

    @property
    def paid(self) -> str:
        return euros_in_words(self.paid_cents)

    @property
    def open(self) -> str:
        return euros_in_words(self.open_cents)


def fees_in_words(fees: Fees) -> str:
    if not any(fees):
        return gettext("no contribution")
    if fees.member == fees.guest:
        return gettext("%(amount)s each") % {"amount": euros_in_words(fees.member)}
    amounts = {"member": euros_in_words(fees.member), "guest": euros_in_words(fees.guest)}
    return gettext("%(member)s, guests %(guest)s") % amounts


def build_money(night: Night) -> MoneyPage:
    """List those who paid or have to pay, sorted by family name."""
    club, fees = night.season.club, find_fees(night)
    debts = read_debts(club, before=night)
    there: set[int] = set()
    settled: set[int] = set()
    paid: dict[int, int] = {}
    rows = night.attendances.filter(member__club=club).annotate(was_there=was_there())
    columns = ("member", "member__merged_into", "was_there", "paid", "amount", "settled")
    for member, keep, was_here, has_paid, amount, is_settled in rows.values_list(*columns):
        who = keep or member
        if was_here:
            there.add(who)
        if has_paid:
            paid[who] = paid.get(who, 0) + amount
        if has_paid and is_settled:
            settled.add(who)
    concerned = there | paid.keys() | debts.keys()
    people = members.label_people(members.list_members(club).filter(pk__in=concerned))
    money_rows = [
        MoneyRow(
            member,
            member.pk in there,
            fees.ask(member.guest) if member.pk in there else 0,
            add_up(debts.get(member.pk, [])),
            paid.get(member.pk, 0),
            member.pk in paid,
            member.pk in settled,
        )
        for member in sorted(people, key=lambda who: (who.label.order, who.pk))
    ]
    return MoneyPage([row for row in money_rows if row.paid or row.open], fees)
