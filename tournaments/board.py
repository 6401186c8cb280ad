"""The standing of a season as its page shows it: figures, and in words how they came about."""

from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournaments import results
from tournaments.models import Member, Night, Season
from tournaments.names import fold
from tournaments.standings import Division, Points, Row, rounded, shown


class Line(NamedTuple):
    place: int  # for sorting: below the line as well
    rank: int | None
    name: str
    sorted_by: str
    points: Points
    nights: int
    dashes: int
    in_html: SafeString  # there are thousands of cells, and a template takes its time for each


class Board(NamedTuple):
    number: int | None  # of the division
    lines: Sequence[Line]


MOST_KEPT = 40
# By their seal, with dashes or without, by full names or not: many look at the same.
_known: dict[tuple[str, bool, bool], list[Board]] = {}


def seal(season: Season) -> str:
    """What decides the standing: how it counts, the nights that are closed, who is who."""
    fields = [getattr(season, one.attname) for one in Season._meta.concrete_fields]
    nights = season.nights.order_by("pk").values_list("pk", "day", "digest")
    known = ("pk", "first", "particle", "family", "nickname", "shown")
    people = Member.objects.filter(club=season.club_id).order_by("pk")
    members = people.values_list(*known, "guest", "merged_into")
    divisions = season.division_members.order_by("member").values_list("member", "division")
    said = [fields, list(nights), list(members), list(divisions), get_language()]
    return sha256(repr(said).encode()).hexdigest()[:32]


def nights_of(season: Season) -> list[tuple[str, str]]:
    """Those that count: the day, in short and as a whole."""
    closed = season.nights.filter(state=Night.State.CLOSED).order_by("day", "pk")
    days = closed.values_list("day", flat=True)
    return [(f"{day.day}-{day.month}", date_format(day)) for day in days]


def of(season: Season, dashes: bool, sealed: str, *, full: bool = False) -> list[Board]:
    """By full names, for who organises; else as each member chose.

    What changes while it is read is not kept under the old seal.
    """
    if found := _known.get((sealed, dashes, full)):
        return found
    found = _read(season, dashes, full)
    if seal(season) == sealed:
        if len(_known) >= MOST_KEPT:
            _known.clear()
        _known[sealed, dashes, full] = found
    return found


def _read(season: Season, dashes: bool, full: bool) -> list[Board]:
    divisions = results.of_season(season)
    ids = [row.player for one in divisions for row in one.rows]
    members = Member.objects.filter(pk__in=ids)
    names = {one.pk: str(one) if full else one.public_name for one in members}
    writer = Writer(dashes)
    return [
        Board(
            one.number,
            [
                writer.line(place, row, names[row.player], ", ".join(marks(row, one)))
                for place, row in enumerate(one.rows, 1)
            ],
        )
        for one in divisions
    ]


def marks(row: Row, division: Division) -> list[str]:
    """What hangs on the place."""
    found = []
    for move, sure, tied in (
        (division.up, gettext("goes up"), gettext("may go up")),
        (division.down, gettext("goes down"), gettext("may go down")),
    ):
        found += [sure] * (row.player in move.sure) + [tied] * (row.player in move.tied)
    for prize in division.prizes:
        if row.player in prize.players:
            found.append(gettext("shares a prize") if len(prize.players) > 1 else gettext("prize"))
    return found


class Writer:
    """Lines in HTML. The same few figures and words come again and again: each is made once."""

    def __init__(self, dashes: bool) -> None:
        self.dashes = dashes
        self.figure = cache(figure)
        self.cell = cache(self._cell)
        self.words = _words()

    def line(self, place: int, row: Row, name: str, more: str) -> Line:
        small = f" <small>{escape(more)}</small>" if more else ""
        cells = [
            f"<td>{row.rank or '–'}</td>",
            f'<th scope="row">{escape(name)}{small}</th>',
            f"<td>{'' if row.points is None else self.figure(row.points)}</td>",
            f"<td>{row.nights}</td>",
            *([f"<td>{row.dashes}</td>"] if self.dashes else []),
            *(self.cell(one.points, one.state, one.how, one.dropped) for one in row.tallies),
        ]
        return Line(
            place=row.rank or place,
            rank=row.rank,
            name=name,
            sorted_by=fold(name),
            points=row.points or 0,
            nights=row.nights,
            dashes=row.dashes,
            in_html=SafeString(f"<tr{' class=below' * (row.rank is None)}>{''.join(cells)}</tr>"),
        )

    def _cell(self, points: Points | None, state: str, how: str, dropped: bool) -> str:
        """What a night counts, and aloud what is said of it."""
        text = "–" if points is None else self.figure(points)
        missed = [self.words[each] for each in (state, how) if each in self.words]
        said = missed + [gettext("does not count")] * dropped
        aloud = f'<span class="spoken">, {escape(", ".join(said))}</span>' if said else ""
        kind = ' class="missed"' * bool(missed)
        return f"<td{kind}>{f'<s>{text}</s>' if dropped else text}{aloud}</td>"


def _words() -> dict[str, str]:
    """What a night missed is called, and what it counts."""
    absence = {one.value: str(one.label) for one in Season.Absence}
    return absence | {
        shown.CAPPED: str(Season.Absence.OWN.label),
        shown.LEFT: gettext("not there for all of it"),
        shown.UNFINISHED: gettext("the form was not played to its end"),
        shown.SIGNED_OFF: gettext("signed off"),
        shown.NO_SHOW: gettext("not there"),
        shown.BEFORE: gettext("not a member yet"),
    }


def figure(points: Points) -> str:
    """Two decimals where there are any."""
    found = rounded(points)
    if found.denominator == 1:
        return number_format(int(found))
    return number_format(Decimal(found.numerator) / found.denominator, 2)
