from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.accounts import accounts
from tournaments.club.amounts import euros_in_words
from tournaments.club.reglementen import list_table_kinds
from tournaments.members import couples, members
from tournaments.models import (
    Attendance,
    Member,
    Night,
    NightLogEntry,
    Round,
    Season,
    Table,
    TableSeat,
)
from tournaments.models.member import MAIN
from tournaments.models.night import AHEAD, STAYS_AWAY
from tournaments.names import split_search
from tournaments.nights import draw_rounds, entrants, money, nights
from tournaments.nights.pages import table
from tournaments.nights.pages.room import find_current_round, list_tables
from tournaments.nights.pages.table import Elsewhere

Answer = Attendance.Said


class Row(NamedTuple):
    member: Member
    said: str
    present: bool
    paid: bool
    ids: tuple[int, ...] = ()  # of the attendances: the member's and those of merged doubles
    sign_off: str = ""  # who signed the member on or off, and when
    to_pay: int = 0  # in cents, for this night alone: all at the door see this list
    card: str = ""  # that the member pays with, in words
    waits: str = ""  # present without a seat in this round: until when, by `make_wait_finder`
    sits: Table | None = None  # went out, and still has a seat at this table of the current round
    letter: str = ""  # at the first row of a letter
    unexpected: bool = False  # a guest or, among couples, alone; at an open evening, not inside
    went_home: bool = False  # after a table tonight
    usual: bool = False  # comes without saying so
    single: bool = False  # a member in a season of couples who is in none
    replaced: bool = False  # somebody stands in with the partner

    @property
    def missing(self) -> bool:
        gone = self.said in STAYS_AWAY or self.went_home or self.member.archived is not None
        return not (self.present or gone or self.replaced)

    @property
    def came(self) -> bool:
        return self.present or self.went_home

    @property
    def unpaid(self) -> bool:
        return self.came and not self.paid and self.to_pay > 0


class Line(NamedTuple):
    """Somebody in the list, or two who play as a couple."""

    people: tuple[Row, ...]
    stand_in: Member | None = None  # plays tonight for the one of a couple who is away

    @property
    def sought(self) -> str:
        return " ".join(row.member.search_text for row in self.people)

    @property
    def ids(self) -> str:
        return _join_ids(self.people)

    @property
    def here(self) -> list[Row]:
        return [row for row in self.people if row.present]

    @property
    def is_in(self) -> bool:
        return all(row.present for row in self.people)

    @property
    def half(self) -> tuple[Row, Row] | None:
        (first, *others) = sorted(self.people, key=lambda row: not row.present)
        return (first, others[0]) if others and first.present and not self.is_in else None

    @property
    def half_ids(self) -> str:
        """Return first who is inside alone after a tap on ½: each of the two in turn."""
        return _join_ids(self.people[::-1] if self.people[0].present else self.people)

    @property
    def signed_up(self) -> bool:
        return all(row.said == Answer.ON for row in self.people)

    @property
    def away(self) -> str:
        """Return how they signed off, if nobody of them comes; "home" if they played tonight."""
        if all(row.went_home for row in self.people):
            return "home"
        gone = all(row.said in STAYS_AWAY and not row.present for row in self.people)
        return self.people[0].said if gone else ""

    @property
    def charged(self) -> list[Row]:
        return [row for row in self.people if row.came and row.to_pay]

    @property
    def payers(self) -> str:
        """Who has paid already is not asked again: it would undo what they paid with it."""
        return _join_ids([row for row in self.charged if row.unpaid] or self.charged)

    @property
    def owes(self) -> str:
        return euros_in_words(sum(row.to_pay for row in self.charged if row.unpaid))

    @property
    def unpaid(self) -> bool:
        return any(row.unpaid for row in self.people)


def _join_ids(rows: Iterable[Row]) -> str:
    return "-".join(str(row.member.pk) for row in rows)


class Door(NamedTuple):
    lines: list[Line]  # those that were sought
    unexpected: list[Line]  # those of them that were sought
    everybody: Sequence[Row]  # without those
    present: int
    tables: str  # in words
    costs: str  # in words
    free: list[Elsewhere]  # tables where somebody who waits can sit down now
    undrawn: list[Member]  # of couples, who is here without a partner

    @property
    def rows(self) -> list[Row]:
        return [row for line in self.lines for row in line.people]

    @property
    def listed(self) -> list[Row]:
        """Also members of whom a door of couples expects nothing."""
        folded = (row for line in self.unexpected for row in line.people)
        rows = [*self.rows, *(row for row in folded if row.single)]
        return sorted(rows, key=lambda row: (row.member.label.order, row.member.pk))

    @property
    def signed_up(self) -> int:
        return sum(row.said == Answer.ON and not row.member.archived for row in self.everybody)

    @property
    def signed_off(self) -> int:
        return sum(row.said in STAYS_AWAY and not row.present for row in self.everybody)

    @property
    def expected(self) -> int:
        """Return how many are still to come: of those who signed up, or of all if nobody did."""
        waited_for = Answer.ON if self.signed_up else Answer.NOTHING
        return sum(
            row.missing and row.said == waited_for and (row.usual or row.said != "")
            for row in self.everybody
        )

    @property
    def missing(self) -> int:
        return sum(row.missing for row in self.everybody)

    @property
    def charges(self) -> bool:
        """Return whether anybody pays for this night. This stays true when they have paid."""
        return any(row.to_pay for row in self.everybody)

    @property
    def unpaid(self) -> int:
        return sum(row.unpaid for row in self.everybody)


def build_door(night: Night, sought: str = "") -> Door:
    """Before check-in, who signed up makes the number of tables; after that, who is present."""
    attendances = _read_attendance(night)
    people = members.list_members(night.season.club)
    may_come = [member for member in people if member.archived is None or member.pk in attendances]
    listed = members.label_in_order(may_come)
    fees, cards = night.fees, money.read_cards(night.season)
    seats = TableSeat.objects.filter(round__night=night).select_related("table__round", "member")
    played = {seat.member.main_id for seat in seats}
    expected_couples = couples.list_expected(night)
    before = night.state in AHEAD
    tonight = entrants.load_tonight(night) if night.season.by_couple and not before else None
    replaced = tonight.replaced if tonight else set()
    drawn = list_tables(night) if night.state == Night.State.PLAYING else []
    now = night.rounds.filter(number=find_current_round(drawn)).first()
    sitting = [seat for seat in seats if now and seat.round_id == now.pk and seat.until is None]
    at = {seat.member.main_id: seat.table for seat in sitting}
    find_wait = make_wait_finder(now) if now else None
    known = []
    for member in listed:
        said = attendances.get(member.pk, Said())
        is_usual = member.pk in expected_couples if expected_couples else not member.guest
        unexpected = not (is_usual or said.ids)
        if night.season.open_evening:
            unexpected = not (said.present or said.said)
        known.append(
            Row(
                member,
                *said,
                to_pay=money.ask_fee(fees, member, cards),
                card=money.card_in_words(cards, member),
                waits=find_wait(member.pk) if find_wait and said.present else "",
                sits=None if said.present else at.get(member.pk),
                unexpected=unexpected,
                went_home=member.pk in played and not said.present,
                usual=is_usual,
                single=not (is_usual or member.guest or night.season.open_evening),
                replaced=member.pk in replaced,
            )
        )
    everybody = [row for row in known if not row.unexpected]
    present = sum(row.present for row in everybody)
    coming = sum(row.said == Answer.ON and not row.member.archived for row in everybody)
    free = table.list_with_room(now) if now else []
    there = entrants.count_entrants(night, coming if before else present)
    stood_in = [pair.people for pair in tonight.pairs if pair.substitute] if tonight else []
    stand_ins = {here.pk: instead for here, instead in stood_in}
    tables = tables_in_words(night, there)
    costs = money.fees_in_words(fees)
    words = split_search(sought)
    lines = [
        line
        for line in _pair(night, known, stand_ins)
        if all(word in line.sought for word in words)
    ]
    expected = [line for line in lines if not line.people[0].unexpected]
    others = [line for line in lines if line.people[0].unexpected]
    lettered = list(_annotate(night, expected))
    undrawn = tonight.undrawn if tonight else []
    return Door(lettered, others, everybody, present, tables, costs, free, undrawn)


def _pair(night: Night, rows: Iterable[Row], stand_ins: dict[int, Member]) -> list[Line]:
    left = {row.member.pk: row for row in rows}
    partner: dict[int, int] = {}
    for _couple, first, second in couples.list_couples(night.season):
        partner |= {first: second, second: first}
    lines = []
    while left:
        row = left.pop(next(iter(left)))
        other = left.pop(partner.get(row.member.pk, 0), None)
        both = sorted((row, other), key=lambda one: one.unexpected) if other else (row,)
        found = [stand_ins[one.member.pk] for one in both if one.member.pk in stand_ins]
        lines.append(Line(tuple(both), *found))
    return lines


def _annotate(night: Night, lines: Iterable[Line]) -> Iterable[Line]:
    """Add who signed the members on or off, and at the first row of a letter the letter."""
    sign_offs, before = _read_sign_offs(night), ""
    for line in lines:
        people = []
        for row in line.people:
            _time, words = max(
                (sign_offs[pk] for pk in row.ids if pk in sign_offs), default=("", "")
            )
            people.append(row._replace(sign_off=words))
        letter = people[0].member.name.register
        people[0] = people[0]._replace(letter="" if letter == before else letter)
        yield line._replace(people=tuple(people))
        before = letter


def _read_sign_offs(night: Night) -> dict[int, tuple[datetime, str]]:
    """By member: when it was, and the same in words with who did it if that was another."""
    entries = night.log_entries.filter(kind=NightLogEntry.Kind.SAID).order_by("sequence")
    columns = ("body__member", "time", "actor", "reason")
    last = {member: about for member, *about in entries.values_list(*columns)}
    names = accounts.load_names(actor for _time, actor, _reason in last.values())
    return {
        member: (time, _say_sign_off(time, names.get(actor, ""), reason))
        for member, (time, actor, reason) in last.items()
    }


def _say_sign_off(time: datetime, name: str, reason: str) -> str:
    when = timezone.localtime(time)
    today = when.date() == timezone.localdate()
    words = date_format(when, "TIME_FORMAT" if today else "DAY_AND_MONTH_FORMAT")
    if name:
        words = gettext("by %(name)s, %(time)s") % {"name": name, "time": words}
    return f"{words}: {reason}" if name and reason else words


def make_wait_finder(now: Round) -> Callable[[int], str]:
    """Return a function that tells what the member with this id waits for:

    - "" (sits at a table), "out" (drawn to sit out this round), "later" (a seat in a later round)
    - "anew" (rounds that have not begun can be drawn again), "draw" (the next draw), "nothing"
    """
    night = now.night
    seats = TableSeat.objects.filter(round__night=night, round__number__gte=now.number, until=None)
    sits = set(seats.filter(round=now).values_list(MAIN, flat=True))
    later = set(seats.exclude(round=now).values_list(MAIN, flat=True))
    last = night.draw_records.filter(taken_back=None).last()
    otherwise = "nothing"
    if last and draw_rounds.list_unplayed(last):
        otherwise = "anew"
    elif night.rounds.count() < night.season.rounds:
        otherwise = "draw"
    reasons = dict.fromkeys(draw_rounds.list_drawn_out(now), "out") | dict.fromkeys(sits, "")
    return lambda pk: reasons.get(pk, "later" if pk in later else otherwise)


class Said(NamedTuple):
    said: str = ""
    present: bool = False
    paid: bool = False
    ids: tuple[int, ...] = ()  # of the member, and of merged duplicates


def _read_attendance(night: Night) -> dict[int, Said]:
    attendances: dict[int, Said] = {}
    # Filtering by club keeps PostgreSQL from reading the members of all clubs.
    here = night.attendances.filter(member__club=night.season.club_id).order_by("pk")
    columns = ("member", "member__merged_into", "said", "present", "paid")
    for member, keep, said, present, paid in here.values_list(*columns):
        was = attendances.get(keep or member, Said())
        attendances[keep or member] = Said(
            was.said or said, was.present or present, was.paid or paid, (*was.ids, member)
        )
    return attendances


class Sizes(NamedTuple):
    kind: str
    name: str
    tables: str
    chosen: bool


def list_sizes(night: Night, present: int) -> list[Sizes]:
    """Return the table sizes that can be chosen; none if the game allows only one."""
    kinds, now = list_table_kinds(night.season), nights.find_night_table_kind(night)
    names = dict(Season.Sizes.choices)
    sizes = [
        Sizes(kind, str(names[kind]), tables_in_words(night, present, kind), kind == now)
        for kind in kinds
        if kind in names
    ]
    return sizes if len(sizes) > 1 else []


def tables_in_words(night: Night, present: int, kind: str = "") -> str:
    """Of people or couples, such as "7 tables of 4, 2 of 3"; by default in the night's sizes."""
    tables, out = nights.compute_table_sizes(night, present, kind)
    if not tables:
        few = gettext("too few for a table")
        return gettext("too few couples for a table") if night.season.by_couple else few
    if night.season.by_couple:
        words = ngettext(
            "%(count)s table of two couples", "%(count)s tables of two couples", len(tables)
        )
        parts = [words % {"count": len(tables)}]
        words = ngettext("%(count)s couple sits out", "%(count)s couples sit out", out)
    else:
        counts = {size: tables.count(size) for size in dict.fromkeys(tables)}
        (size, count), *rest = counts.items()
        words = ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        parts = [words % {"count": count, "size": size}]
        words = gettext("%(count)s of %(size)s")
        parts += [words % {"count": many, "size": size_of} for size_of, many in rest]
        words = ngettext("%(count)s sits out", "%(count)s sit out", out)
    return ", ".join([*parts, words % {"count": out}] if out else parts)
