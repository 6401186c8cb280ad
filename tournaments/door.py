"""The list at the door: who may come in, who is there, and how many tables that makes."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from tournaments import at_table, members, night, room
from tournaments.at_table import Elsewhere
from tournaments.models import Attendance, Member, Night
from tournaments.names import fold

ORDER = {"on": 0, "": 1, "off": 2}


class Row(NamedTuple):
    member: Member
    said: str
    present: bool
    paid: bool
    waits: bool = False  # is here, and sits at no table of the round that is played


class Door(NamedTuple):
    rows: list[Row]
    present: int
    tables: str  # in words
    free: list[Elsewhere]  # where somebody who waits can sit down now

    @property
    def signed_up(self) -> int:
        return sum(row.said == Attendance.Said.ON for row in self.rows)


def of(one: Night, sought: str = "") -> Door:
    """Who signed up stands on top; who came stays where they stood."""
    there = _there(one)
    everybody = members.all_of(one.season.club)
    people = [each for each in everybody if each.archived is None or each.pk in there]
    present = sum(found.present for found in there.values())
    words = fold(sought).split()
    rows = [row for row in _rows(people, there) if all(w in row.member.sought for w in words)]
    free, sits = _now_playing(one)
    if free:
        rows = [row._replace(waits=row.present and row.member.pk not in sits) for row in rows]
    rows.sort(key=lambda row: (ORDER[row.said], bytes(row.member.sort_key), row.member.pk))
    return Door(rows, present, tables_in_words(one, present), free)


def _now_playing(one: Night) -> tuple[list[Elsewhere], set[int]]:
    """Where somebody can sit down now, and who sits already."""
    if one.state != Night.State.PLAYING:
        return [], set()
    played = one.rounds.filter(number=room.current(room.stands(one))).first()
    if played is None:
        return [], set()
    sits = played.seats.filter(until=None).values_list("member", flat=True)
    return at_table.with_room(played), set(sits)


class Said(NamedTuple):
    """What is known of somebody's coming."""

    said: str = ""
    present: bool = False
    paid: bool = False


def _there(one: Night) -> dict[int, Said]:
    """Who is on the list twice, and was merged, is one person here."""
    found: dict[int, Said] = {}
    for each in one.attendances.select_related("member").order_by("pk"):
        pk = each.member.merged_into_id or each.member_id
        was = found.get(pk, Said())
        found[pk] = Said(was.said or each.said, was.present or each.present, was.paid or each.paid)
    return found


def _rows(people: Iterable[Member], there: Mapping[int, Said]) -> Iterable[Row]:
    for member in people:
        yield Row(member, *there.get(member.pk, Said()))


def tables_in_words(one: Night, present: int) -> str:
    """7 tables of 4, 2 of 3."""
    tables, out = night.tables_for(one.season, present)
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
