"""Who sits where, to be read: by table and by name; and how well it was drawn."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from scoring import links
from tournaments.draw import record
from tournaments.draw.assess import unmet
from tournaments.draw.request import Constraint
from tournaments.models import Drawing, Member, Night, Table, TableSeat


class Laid(NamedTuple):
    """A table of a round; who keeps score sits first."""

    number: int
    key: str  # of its sheet
    names: list[str]


class Seating(NamedTuple):
    number: int  # of the round
    tables: list[Laid]
    people: list[tuple[str, int]]  # name and table, in the order of a list of members
    out: list[str]


class Report(NamedTuple):
    """How well it was drawn, in words."""

    repeats: str
    least: str
    unmet: list[str]  # what could not be kept


def of(night: Night) -> list[Seating]:
    """The last round first."""
    rounds = night.rounds.select_related("drawing").prefetch_related(
        "tables__sheet__seats", "seats__member", "seats__table"
    )
    found = list(rounds.order_by("-number"))
    names = _names({one.drawing for one in found})
    first: dict[int, int] = {}
    for one in reversed(found):
        first.setdefault(one.drawing_id, one.number)
    return [
        Seating(
            one.number,
            [_laid(table) for table in one.tables.all()],
            _by_name(one.seats.all()),
            _out(one.drawing, one.number - first[one.drawing_id], names),
        )
        for one in found
    ]


def _laid(table: Table) -> Laid:
    names = [seat.name for seat in table.sheet.seats.all()]
    return Laid(table.number, links.key(table.sheet), names)


def _by_name(seats: Iterable[TableSeat]) -> list[tuple[str, int]]:
    """Where everybody sits now; who left is not there."""
    here = [one for one in seats if one.until is None]
    here.sort(key=lambda one: (bytes(one.member.sort_key), one.member_id))
    return [(str(one.member), one.table.number) for one in here]


def _names(drawings: Iterable[Drawing]) -> dict[int, str]:
    """Of who ever sat out."""
    ids = {one.people[n] for one in drawings for out in one.record["sitting_out"] for n in out}
    return {one.pk: str(one) for one in Member.objects.filter(pk__in=ids)}


def _out(drawing: Drawing, place: int, names: dict[int, str]) -> list[str]:
    return sorted(names[drawing.people[n]] for n in drawing.record["sitting_out"][place])


def report(drawing: Drawing) -> Report:
    repeats, bound = drawing.record["repeats"], drawing.record["lower_bound"]
    words = ngettext("%(count)s repeat", "%(count)s repeats", repeats) % {"count": repeats}
    least = gettext("fewer is impossible")
    if repeats > bound:
        least = gettext("the proven minimum is %(count)s") % {"count": bound}
    return Report(words, least, _unmet(drawing))


def _unmet(drawing: Drawing) -> list[str]:
    asked, _seed, _algorithm = record.read(drawing.record, "")
    rounds = tuple(tuple(tuple(table) for table in one) for one in drawing.record["rounds"])
    found = unmet(asked.constraints, rounds)
    members = Member.objects.in_bulk(drawing.people) if found else {}
    return [_lost(one, [str(members[pk]) for pk in drawing.people]) for one in found]


def _lost(lost: Constraint, names: Sequence[str]) -> str:
    if lost.kind == "fixed_table":
        words = gettext("%(name)s could not be kept at table %(table)s")
        return words % {"name": names[lost.one], "table": lost.other}
    words = gettext("%(name)s and %(other)s could not be kept together")
    if lost.kind == "apart":
        words = gettext("%(name)s and %(other)s could not be kept apart")
    return words % {"name": names[lost.one], "other": names[lost.other]}
