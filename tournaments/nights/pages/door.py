"""The list at the door: who may come in, who is there, and how many tables that makes."""

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
    waits: str = ""  # is here, and sits at no table of the round that is played: until what


class Door(NamedTuple):
    rows: list[Row]
    present: int
    tables: str  # in words
    free: list[Elsewhere]  # where somebody who waits can sit down now

    @property
    def signed_up(self) -> int:
        return sum(row.said == Attendance.Said.ON for row in self.rows)


def build_door(one: Night, sought: str = "") -> Door:
    """Who signed up stands on top; who came stays where they stood."""
    there = _there(one)
    everybody = members.club_members(one.season.club)
    may_come = (each for each in everybody if each.archived is None or each.pk in there)
    people = members.label_people(may_come)
    present = sum(found.present for found in there.values())
    words = fold(sought).split()
    rows = [row for row in _rows(people, there) if all(w in row.member.sought for w in words)]
    free: list[Elsewhere] = []
    if now := _now_playing(one):
        free = table.with_room(now)
        waits = _waiting(one, now)
        rows = [row._replace(waits=waits(row.member.pk) if row.present else "") for row in rows]
    rows.sort(key=lambda row: (ORDER[row.said], row.member.label.order, row.member.pk))
    return Door(rows, present, tables_in_words(one, present), free)


def _now_playing(one: Night) -> Round | None:
    if one.state != Night.State.PLAYING:
        return None
    return one.rounds.filter(number=overview.current(overview.stands(one))).first()


def _waiting(one: Night, now: Round) -> Callable[[int], str]:
    """Until what somebody waits: the end of a round that they were drawn to sit out, a round where
    they sit, the next draw, or that what was drawn without them and is not begun is drawn anew;
    else there is nothing to wait for.
    """
    seats = TableSeat.objects.filter(round__night=one, round__number__gte=now.number, until=None)
    sits = set(seats.filter(round=now).values_list("member", flat=True))
    later = set(seats.exclude(round=now).values_list("member", flat=True))
    last = one.drawings.filter(taken_back=None).last()
    otherwise = "nothing"
    if last and rounds.unplayed(last):
        otherwise = "anew"
    elif one.rounds.count() < one.season.rounds:
        otherwise = "draw"
    out = _drawn_out(now)
    told = dict.fromkeys(out, "out") | dict.fromkeys(sits, "")
    return lambda pk: told.get(pk, "later" if pk in later else otherwise)


def _drawn_out(now: Round) -> set[int]:
    drawing, before = now.drawing, now.night.rounds.filter(number__lt=now.number)
    place = before.filter(drawing=now.drawing_id).count()
    return {drawing.people[number] for number in drawing.record["sitting_out"][place]}


class Said(NamedTuple):
    """What is known of somebody's coming."""

    said: str = ""
    present: bool = False
    paid: bool = False


def _there(one: Night) -> dict[int, Said]:
    """Who is on the list twice, and was merged, is one person here."""
    found: dict[int, Said] = {}
    # The club is said for PostgreSQL, which else reads the members of all clubs.
    here = one.attendances.filter(member__club=one.season.club_id).order_by("pk")
    columns = ("member", "member__merged_into", "said", "present", "paid")
    for member, keep, said, present, paid in here.values_list(*columns):
        was = found.get(keep or member, Said())
        found[keep or member] = Said(was.said or said, was.present or present, was.paid or paid)
    return found


def _rows(people: Iterable[Member], there: Mapping[int, Said]) -> Iterable[Row]:
    for member in people:
        yield Row(member, *there.get(member.pk, Said()))


def tables_in_words(one: Night, present: int) -> str:
    """7 tables of 4, 2 of 3."""
    tables, out = nights.tables_for(one.season, present)
    if not tables:
        return gettext("too few for a table")
    counts = {size: tables.count(size) for size in dict.fromkeys(tables)}
    (size, count), *rest = counts.items()
    words = ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
    parts = [words % {"count": count, "size": size}]
    parts += [gettext("%(count)s of %(size)s") % {"count": n, "size": of} for of, n in rest]
    if out:
        parts.append(ngettext("%(count)s sits out", "%(count)s sit out", out) % {"count": out})
    return ", ".join(parts)
