"""Who sits where, to be read: by table and by name; and how well it was drawn."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from scoring.sheets import links
from tournaments.draw import best_known, record
from tournaments.draw.engine import table_sizes
from tournaments.draw.engine.assessment import unmet
from tournaments.draw.engine.request import BAG, HAND, LOTS, MIX, STANDING, Constraint, Request
from tournaments.members import members
from tournaments.models import Drawing, Member, Night, Round, Table, TableSeat
from tournaments.names import NameDetail
from tournaments.nights import seating_history
from tournaments.nights.pages import overview
from tournaments.nights.wishes import FIXED, in_words


class Laid(NamedTuple):
    """A table of a round; who keeps score sits first."""

    number: int
    key: str  # of its sheet
    names: list[str]


class Seating(NamedTuple):
    number: int  # of the round
    tables: list[Laid]
    people: list[tuple[str, int]]  # name as it is looked up, and table, in that order
    out: list[str]


class Report(NamedTuple):
    """A draw, and how good it is, in words."""

    drawing: Drawing
    number: int  # of the night, from 1
    how: str
    repeats: str
    least: str
    unmet: list[str]  # what could not be kept
    costs: list[str]  # which wish took repeats


def build_seating(night: Night) -> list[Seating]:
    """The last round first."""
    rounds = night.rounds.select_related("drawing").prefetch_related(
        "tables__sheet__seats", "seats__member", "seats__table"
    )
    found = list(rounds.order_by("-number"))
    names = _names({one.drawing for one in found})
    first: dict[int, int] = {}
    for one in reversed(found):
        first.setdefault(one.drawing_id, one.number)
    pens = seating_history.pens(night.rounds.all())
    members.label_people(seat.member for one in found for seat in one.seats.all())
    return [
        Seating(
            one.number,
            _tables(one, pens),
            _by_name(one.seats.all()),
            _out(one, one.number - first[one.drawing_id], names),
        )
        for one in found
    ]


def shown(night: Night, found: Sequence[Seating], asked: int) -> Seating | None:
    """The round that is asked for, else the one that is being played."""
    by_number = {one.number: one for one in found}
    return by_number.get(overview.pick(night, by_number, asked))


def _tables(one: Round, pens: set[int]) -> list[Laid]:
    """Those where somebody sits."""
    here = {seated.seat_id for seated in one.seats.all() if seated.until is None}
    laid = [_laid(table, here, pens) for table in one.tables.all()]
    return [table for table in laid if table.names]


def _laid(table: Table, here: set[int], pens: set[int]) -> Laid:
    seats = [seat for seat in table.sheet.seats.all() if seat.pk in here]
    first = next((place for place, seat in enumerate(seats) if seat.pk in pens), 0)
    names = [seat.name for seat in (*seats[first:], *seats[:first])]
    return Laid(table.number, links.key(table.sheet), names)


def _by_name(seats: Iterable[TableSeat]) -> list[tuple[str, int]]:
    """Where everybody sits now; who left is not there."""
    here = [one for one in seats if one.until is None]
    here.sort(key=lambda one: (one.member.label.order, one.member_id))
    return [(one.member.label.listed, one.table.number) for one in here]


def _names(drawings: Iterable[Drawing]) -> dict[int, str]:
    """Of who ever sat out."""
    ids = {one.people[n] for one in drawings for out in one.record["sitting_out"] for n in out}
    return members.names_by_id(ids, NameDetail.FULL)


def _out(one: Round, place: int, names: dict[int, str]) -> list[str]:
    """Who was drawn to sit out, and came in for nobody."""
    drawing, played = one.drawing, {seated.member_id for seated in one.seats.all()}
    out = {drawing.people[number] for number in drawing.record["sitting_out"][place]}
    return sorted(names[pk] for pk in out - played)


def reports(night: Night) -> list[Report]:
    """All draws of the night, also those that were taken back."""
    drawings = list(night.drawings.all())
    people = Member.objects.in_bulk({pk for one in drawings for pk in one.people})
    members.label_people(people.values())
    return [_report(one, number, people) for number, one in enumerate(drawings, 1)]


def _report(drawing: Drawing, number: int, people: Mapping[int, Member]) -> Report:
    made = drawing.record
    asked = record.request(made["input"], "")
    rounds = tuple(tuple(map(tuple, tables)) for tables in made["rounds"])
    names = [str(people[pk]) for pk in drawing.people]
    return Report(
        drawing,
        number,
        how_in_words(asked),
        *repeats_in_words(asked, made),
        [_lost(one, names) for one in unmet(asked.constraints, rounds)],
        [_cost(Constraint(*one), count, names) for *one, count in made.get("costs", ())],
    )


def repeats_in_words(asked: Request, made: record.Json) -> tuple[str, str]:
    """How many there are, and how few there could be."""
    count = made["repeats"]
    words = ngettext("%(count)s repeat", "%(count)s repeats", count) % {"count": count}
    return words, _least(asked, count, made["lower_bound"])


def how_in_words(asked: Request) -> str:
    """By which method; and by which standing."""
    words = {
        MIX: gettext("as few repeats as can be"),
        LOTS: gettext("by lot alone"),
        BAG: gettext("lots from the bag"),
        HAND: gettext("by hand"),
        STANDING: gettext("by the standing before this night"),
    }
    if asked.method == STANDING and asked.earlier:
        return gettext("by the standing, with this night so far")
    return words[asked.method]


def _least(asked: Request, repeats: int, bound: int) -> str:
    """Proven, or the best that is known of a night that is drawn at once."""
    if repeats <= bound:
        return gettext("fewer is impossible")
    settled = asked.kind != table_sizes.KINDS[0] or asked.earlier or any(asked.kept)
    best = None if settled else best_known.repeats(asked.players, asked.rounds)
    if best is not None and best > bound:
        words = gettext("fewer are not known")
        if repeats > best:
            words = gettext("the best known is %(best)s") % {"best": best}
        return words + gettext(", and fewer than %(count)s impossible") % {"count": bound}
    return gettext("the proven minimum is %(count)s") % {"count": bound}


def _cost(wish: Constraint, count: int, names: Sequence[str]) -> str:
    words = ngettext(
        "Keeping %(wish)s cost %(count)s repeat.", "Keeping %(wish)s cost %(count)s repeats.", count
    )
    return words % {"wish": in_words(wish, names), "count": count}


def _lost(lost: Constraint, names: Sequence[str]) -> str:
    if lost.kind == FIXED:
        words = gettext("%(name)s could not be kept at table %(table)s")
        return words % {"name": names[lost.one], "table": lost.other}
    words = gettext("%(name)s and %(other)s could not be kept together")
    if lost.kind == "apart":
        words = gettext("%(name)s and %(other)s could not be kept apart")
    return words % {"name": names[lost.one], "other": names[lost.other]}
