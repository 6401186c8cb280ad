"""The fees of a night, cards that were paid before, and who still has to pay. Amounts are in cents.

A payment at the door is for that night alone. On the page of the money everything that was open is
paid with it, and the attendance is marked as settled: only later nights are unpaid then.
"""

from collections import Counter, defaultdict
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import accounts
from tournaments.club.amounts import euros_in_words
from tournaments.members import members
from tournaments.models import (
    Attendance,
    Club,
    ClubLogEntry,
    Member,
    Night,
    Prepayment,
    Season,
    TableSeat,
)
from tournaments.models.member import MAIN, belongs_to
from tournaments.models.night import AHEAD
from tournaments.models.season import Fees
from tournaments.names import NameDetail


class Debt(NamedTuple):
    night: int
    day: date
    amount: int


Debts = dict[int, list[Debt]]  # keyed by member, the oldest first


def _same_person() -> Q:
    kept = OuterRef("member__merged_into")
    doubles = Q(member__merged_into=OuterRef("member")) | Q(member__merged_into=kept)
    return Q(member=OuterRef("member")) | Q(member=kept) | doubles


def was_there() -> Q:
    """Who plays a round and goes home was there, too."""
    seats = TableSeat.objects.filter(_same_person(), round__night=OuterRef("night"))
    return Q(present=True) | Q(Exists(seats))


def is_open() -> Q:
    """Neither paid at the door, as a merged double or not, nor with a card for the season."""
    paid = Attendance.objects.filter(_same_person(), night=OuterRef("night"), paid=True)
    season = Prepayment.objects.filter(
        _same_person(), season=OuterRef("night__season"), nights=None
    )
    return was_there() & ~Q(Exists(paid)) & ~Q(Exists(season))


Cards = dict[int, int | None]  # how many nights are left, keyed by member; None: all nights


def read_cards(season: Season) -> Cards:
    punched = Attendance.objects.filter(night__season=season, by_card=True)
    used = Counter(punched.values_list(MAIN, flat=True))
    left: Cards = {}
    for member, bought in season.prepayments.values_list(MAIN, "nights"):
        before = left.get(member, -used[member])
        left[member] = None if bought is None or before is None else before + bought
    return left


def ask_fee(fees: Fees, member: Member, cards: Cards) -> int:
    if cards.get(member.pk, 0) is None:
        return 0
    return fees.guest if member.guest else fees.member


def has_punch(cards: Cards, member: Member) -> bool:
    return (cards.get(member.pk, 0) or 0) > 0


def card_in_words(cards: Cards, member: Member) -> str:
    if member.pk not in cards:
        return ""
    left = cards[member.pk]
    if left is None:
        return gettext("paid for the season")
    words = ngettext("card: %(count)s night left", "card: %(count)s nights left", left)
    return words % {"count": left}


def find_card(member: Member) -> str:
    """Return in words what is left of the member's card of a season that goes on, or ""."""
    whose = belongs_to([member])
    bought = Prepayment.objects.filter(whose, season__last__gte=timezone.localdate())
    card = bought.select_related("season").last()
    return card_in_words(read_cards(card.season), member) if card else ""


def buy_card(
    *, season: Season, member: Member, amount: int, nights: int | None = None, by: str = ""
) -> Prepayment:
    """Who sends the same card twice on a day has bought it once."""
    with transaction.atomic():
        Season.objects.select_for_update().get(pk=season.pk)
        card, is_new = Prepayment.objects.get_or_create(
            season=season, member=member, nights=nights, amount=amount, day=timezone.localdate()
        )
        if is_new:
            _log_card(card, by, sold=True)
        return card


@transaction.atomic
def take_card_away(*, season: Season, card: int, by: str = "") -> None:
    """Refuse if nights were paid with it: they would be paid with nothing."""
    now = Season.objects.select_for_update().get(pk=season.pk)
    gone = now.prepayments.select_related("member__merged_into").filter(pk=card).first()
    if gone is None:  # by a double click
        return
    left = read_cards(now)[gone.member.main_id]
    if gone.nights and left is not None and left < gone.nights:
        raise user_error(problems.CARD_USED, count=gone.nights - left)
    _log_card(gone, by, sold=False)
    gone.delete()


def _log_card(card: Prepayment, by: str, *, sold: bool) -> None:
    body: dict[str, Any] = {"season": card.season_id, "member": card.member_id, "sold": sold}
    body |= {"nights": card.nights, "amount": card.amount}
    kind = ClubLogEntry.Kind.CARD
    ClubLogEntry.objects.create(club=card.season.club, kind=kind, body=body, actor=by)


def list_card_log(season: Season) -> list[tuple[datetime, str, str]]:
    """When which card was sold or taken away, and by whom, the last one first."""
    entries = season.club.log_entries.filter(kind=ClubLogEntry.Kind.CARD, body__season=season.pk)
    rows = [(entry.time, entry.body, entry.actor) for entry in entries.order_by("-pk")]
    names = members.load_names({body["member"] for _time, body, _by in rows}, NameDetail.FULL)
    users = accounts.load_names(by for _time, _body, by in rows)
    lines = []
    for time, body, by in rows:
        words = [names.get(body["member"], "–"), _card_in_words(body["nights"])]
        words += [euros_in_words(body["amount"])]
        words += [] if body["sold"] else [gettext("taken away")]
        lines.append((time, ", ".join(words), users.get(by, "")))
    return lines


def read_debts(club: Club, before: Night | None = None, member: Member | None = None) -> Debts:
    """Return what is unpaid, by member; a merged duplicate owes as the one who was kept."""
    whose = Q(member__club=club, night__season__club=club, member__erased=None)
    if member:
        whose &= belongs_to([member])
    if before:
        whose &= Q(night__day__lt=before.day) | Q(night__day=before.day, night__pk__lt=before.pk)
    unpaid = Attendance.objects.filter(is_open(), whose)
    unpaid = unpaid.exclude(night__state=Night.State.CALLED_OFF)
    unpaid = unpaid.exclude(night__member_fee=None, night__state=Night.State.CLOSED)
    unpaid = unpaid.exclude(night__member_fee=0, night__guest_fee=0)
    rows = list(
        unpaid.select_related("night__season", "member__merged_into").order_by(
            "night__day", "night__pk"
        )
    )
    if not rows:
        return {}
    settled = Attendance.objects.filter(whose, paid=True, settled=True)
    settled = settled.order_by("night__day", "night")
    until = settled.values_list(MAIN, "night__day", "night")
    settled_until = {member: night for member, *night in until}
    debts: dict[int, dict[int, Debt]] = defaultdict(dict)  # by night: a double may have come too
    for row in rows:
        who, night = row.member.main_id, row.night
        amount = ask_fee(night.fees, row.member.main, {})
        if amount and [night.day, night.pk] > settled_until.get(who, []):
            debts[who][night.pk] = Debt(night.pk, night.day, amount)
    return {who: list(by_night.values()) for who, by_night in debts.items()}


def add_up(debts: list[Debt]) -> int:
    return sum(debt.amount for debt in debts)


def count_to_pay(night: Night, member: Member, cards: Cards, *, debts: bool) -> int:
    """Return the fee of this night and, with `debts`, what is unpaid from earlier ones."""
    fee = ask_fee(night.fees, member, cards)
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
    card: str = ""  # in words
    punches: bool = False  # this night is still to be paid with the card

    @property
    def open(self) -> int:
        """In money; a card may be punched besides."""
        fee = 0 if self.has_paid or self.punches else self.fee
        return fee + (0 if self.settled else self.before)

    @property
    def fee_in_words(self) -> str:
        return gettext("a night of the card") if self.punches else euros_in_words(self.fee)


class MoneyPage(NamedTuple):
    rows: list[MoneyRow]
    fees: Fees
    takings: list[tuple[str, int]]

    @property
    def charges(self) -> bool:
        return any(self.fees)

    @property
    def sum_in_words(self) -> str:
        """Return "27 × €5.00 = €135.00", before anything is paid."""
        asked = Counter(row.fee for row in self.rows if row.fee)
        parts = [f"{count} × {euros_in_words(fee)}" for fee, count in sorted(asked.items())]
        total = sum(fee * count for fee, count in asked.items())
        return f"{' + '.join(parts)} = {euros_in_words(total)}" if parts else ""

    @property
    def owing(self) -> list[MoneyRow]:
        """Return who still has to pay for this night."""
        return [row for row in self.rows if row.fee and not row.has_paid]

    @property
    def paid(self) -> int:
        return sum(row.paid for row in self.rows)

    @property
    def taken(self) -> int:
        return self.paid + sum(cents for _what, cents in self.takings)

    @property
    def open(self) -> int:
        return sum(row.open for row in self.rows)


def fees_in_words(fees: Fees) -> str:
    if not any(fees):
        return gettext("no contribution")
    if fees.member == fees.guest:
        return gettext("%(amount)s each") % {"amount": euros_in_words(fees.member)}
    amounts = {"member": euros_in_words(fees.member), "guest": euros_in_words(fees.guest)}
    return gettext("%(member)s, guests %(guest)s") % amounts


def build_money(night: Night) -> MoneyPage:
    """List those who paid or have to pay, sorted by family name."""
    club, fees, cards = night.season.club, night.fees, read_cards(night.season)
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
    people = members.list_members(club).filter(pk__in=concerned)
    money_rows = [
        MoneyRow(
            member,
            member.pk in there,
            ask_fee(fees, member, cards) if member.pk in there else 0,
            add_up(debts.get(member.pk, [])),
            paid.get(member.pk, 0),
            member.pk in paid,
            member.pk in settled,
            card_in_words(cards, member),
            member.pk not in paid and has_punch(cards, member),
        )
        for member in members.label_in_order(people)
    ]
    rows_shown = [row for row in money_rows if row.paid or row.open or (row.card and row.present)]
    return MoneyPage(rows_shown, fees, night.takings)


class SeasonLine(NamedTuple):
    """A night, or a card that somebody paid."""

    day: date
    what: str
    present: int | None
    by_card: int | None
    paid: int
    open: int
    takings: dict[str, int]
    prepayment: int = 0

    @property
    def total(self) -> int:
        return self.paid + sum(self.takings.values())


def list_season_money(season: Season) -> list[SeasonLine]:
    """List the nights that have begun and the cards, by day."""
    counts = (
        Attendance.objects.filter(night__season=season)
        .values("night")
        .annotate(
            present=Count(MAIN, was_there(), distinct=True),
            by_card=Count("pk", Q(by_card=True)),
            cash=Sum("amount"),
        )
    )
    of_night = {row["night"]: row for row in counts}
    open_of: Counter[int] = Counter()
    for debts in read_debts(season.club).values():
        for debt in debts:
            open_of[debt.night] += debt.amount
    lines = []
    for night in season.nights.exclude(state__in=AHEAD):
        row = of_night.get(night.pk, {"present": 0, "by_card": 0, "cash": 0})
        takings: Counter[str] = Counter()
        for what, cents in night.takings:
            takings[what] += cents
        numbers = (row["present"], row["by_card"], row["cash"], open_of[night.pk])
        lines.append(SeasonLine(night.day, gettext("Night"), *numbers, dict(takings)))
    for card in season.prepayments.select_related("member__merged_into"):
        what = f"{card.member.main}: {_card_in_words(card.nights)}"
        lines.append(SeasonLine(card.day, what, None, None, card.amount, 0, {}, card.pk))
    return sorted(lines, key=lambda line: line.day)


def _card_in_words(nights: int | None) -> str:
    if nights is None:
        return gettext("the whole season")
    words = ngettext("a card for %(count)s night", "a card for %(count)s nights", nights)
    return words % {"count": nights}
