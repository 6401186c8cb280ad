"""The page about the money of a night: who paid what, and who still has to pay."""

from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.club.amounts import euros_in_words
from tournaments.members import members
from tournaments.models import Member, Night
from tournaments.nights import money
from tournaments.nights.money import Fees


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
    """Return what a night costs, or that it costs nothing."""
    if not any(fees):
        return gettext("no contribution")
    if fees.member == fees.guest:
        return gettext("%(amount)s each") % {"amount": euros_in_words(fees.member)}
    amounts = {"member": euros_in_words(fees.member), "guest": euros_in_words(fees.guest)}
    return gettext("%(member)s, guests %(guest)s") % amounts


def build_money(night: Night) -> MoneyPage:
    """Build the list of those who paid or have to pay, sorted by family name."""
    club, fees = night.season.club, money.find_fees(night)
    debts = money.read_debts(club, before=night)
    was_there: set[int] = set()
    settled: set[int] = set()
    paid: dict[int, int] = {}
    rows = night.attendances.filter(member__club=club).annotate(there=money.was_there())
    columns = ("member", "member__merged_into", "there", "paid", "amount", "settled")
    for member, keep, there, has_paid, amount, is_settled in rows.values_list(*columns):
        who = keep or member
        if there:
            was_there.add(who)
        if has_paid:
            paid[who] = paid.get(who, 0) + amount
        if has_paid and is_settled:
            settled.add(who)
    concerned = was_there | paid.keys() | debts.keys()
    people = members.label_people(members.list_members(club).filter(pk__in=concerned))
    money_rows = [
        MoneyRow(
            member,
            member.pk in was_there,
            fees.ask(member.guest) if member.pk in was_there else 0,
            money.add_up(debts.get(member.pk, [])),
            paid.get(member.pk, 0),
            member.pk in paid,
            member.pk in settled,
        )
        for member in sorted(people, key=lambda who: (who.label.order, who.pk))
    ]
    return MoneyPage([row for row in money_rows if row.paid or row.open], fees)
