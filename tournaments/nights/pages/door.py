"""The check-in list at the door: the members, who is present, and how many tables that makes."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from tournaments.members import members
from tournaments.models import Attendance, Member, Night, Round, TableSeat
from tournaments.names import fold
from tournaments.nights import nights, rounds
from tournaments.nights.pages import overview, table
from tournaments.nights.pages.table import Elsewhere

ORDER = {"on": 0, "": 1, "off": 2}


class Row(NamedTuple):
    member: Member
    said: str
    present: bool
    paid: bool
    waits: str = ""  # present without a seat in the current round: until when (see `_waiting`)


class Door(NamedTuple):
    rows: list[Row]
    present: int
    tables: str  # in words
    free: list[Elsewhere]  # tables where somebody who waits can sit down now

    @property
    def signed_up(self) -> int:
        return sum(row.said == Attendance.Said.ON for row in self.rows)


def build_door(night: Night, sought: str = "") -> Door:
    """Build the list of members. Those who signed up come first. A row stays in its place when the
    member is checked in.
    """
    attendances = _there(night)
    everybody = members.club_members(night.season.club)
    may_come = (
        member for member in everybody if member.archived is None or member.pk in attendances
    )
    people = members.label_people(may_come)
    present = sum(attendance.present for attendance in attendances.values())
    words = fold(sought).split()
    rows = [
        row
        for row in _rows(people, attendances)
        if all(word in row.member.search_text for word in words)
    ]
    free: list[Elsewhere] = []
    if now := _now_playing(night):
        free = table.with_room(now)
        waits = _waiting(night, now)
        rows = [row._replace(waits=waits(row.member.pk) if row.present else "") for row in rows]
    rows.sort(key=lambda row: (ORDER[row.said], row.member.label.order, row.member.pk))
    return Door(rows, present, tables_in_words(night, present), free)


def _now_playing(night: Night) -> Round | None:
    if night.state != Night.State.PLAYING:
        return None
    return night.rounds.filter(number=overview.current(overview.list_tables(night))).first()


def _waiting(night: Night, now: Round) -> Callable[[int], str]:
    """Return a function from a member's id to what that member waits for. The possible answers are:
    "" if the member sits; "out" if drawn to sit out; "later" if seated in a later round; "anew" if
    rounds that have not begun can be drawn again; "draw" if the next draw is still to come; else
    "nothing".
    """
    seats = TableSeat.objects.filter(round__night=night, round__number__gte=now.number, until=None)
    sits = set(seats.filter(round=now).values_list("member", flat=True))
    later = set(seats.exclude(round=now).values_list("member", flat=True))
    last = night.draw_records.filter(taken_back=None).last()
    otherwise = "nothing"
    if last and rounds.unplayed(last):
        otherwise = "anew"
    elif night.rounds.count() < night.season.rounds:
        otherwise = "draw"
    out = _drawn_out(now)
    reasons = dict.fromkeys(out, "out") | dict.fromkeys(sits, "")
    return lambda pk: reasons.get(pk, "later" if pk in later else otherwise)


def _drawn_out(now: Round) -> set[int]:
    draw_record, before = now.draw_record, now.night.rounds.filter(number__lt=now.number)
    place = before.filter(draw_record=now.draw_record_id).count()
    return {draw_record.people[number] for number in draw_record.record["sitting_out"][place]}


class Said(NamedTuple):
    """A member's attendance, combined with that of merged doubles."""

    said: str = ""
    present: bool = False
    paid: bool = False


def _there(night: Night) -> dict[int, Said]:
    """Return the night's attendance, keyed by member. A merged double counts as the member kept."""
    attendances: dict[int, Said] = {}
    # Filtering by club keeps PostgreSQL from reading the members of all clubs.
    here = night.attendances.filter(member__club=night.season.club_id).order_by("pk")
    columns = ("member", "member__merged_into", "said", "present", "paid")
    for member, keep, said, present, paid in here.values_list(*columns):
        was = attendances.get(keep or member, Said())
        attendances[keep or member] = Said(
            was.said or said, was.present or present, was.paid or paid
        )
    return attendances


def _rows(people: Iterable[Member], there: Mapping[int, Said]) -> Iterable[Row]:
    for member in people:
        yield Row(member, *there.get(member.pk, Said()))


def tables_in_words(night: Night, present: int) -> str:
    """Return the tables for so many people, such as "7 tables of 4, 2 of 3"."""
    tables, out = nights.tables_for(night.season, present)
    if not tables:
        return gettext("too few for a table")
    counts = {size: tables.count(size) for size in dict.fromkeys(tables)}
    (size, count), *rest = counts.items()
    words = ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
    parts = [words % {"count": count, "size": size}]
    parts += [
        gettext("%(count)s of %(size)s") % {"count": many, "size": size_of}
        for size_of, many in rest
    ]
    if out:
        parts.append(ngettext("%(count)s sits out", "%(count)s sit out", out) % {"count": out})
    return ", ".join(parts)
