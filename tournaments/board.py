"""The standing of a season as its page shows it: figures, and in words how they came about."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from hashlib import sha256
from typing import NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournaments import results
from tournaments.models import Member, Night, Season
from tournaments.names import fold
from tournaments.standings import Division, Points, Row, Tally, rounded, shown


class Cell(NamedTuple):
    """What a night counts for somebody; empty `words`: what was played, and it counts."""

    figure: str
    words: str
    dropped: bool


class Line(NamedTuple):
    place: int  # for sorting: below the line as well
    rank: int | None
    name: str
    sorted_by: str
    points: Points
    total: str
    nights: int
    dashes: int
    marks: str
    cells: Sequence[Cell]

    @property
    def nights_in_html(self) -> SafeString:
        """By hand: a page has thousands of these, and a template takes its time for each."""
        return SafeString("".join(map(_in_html, self.cells)))


class Board(NamedTuple):
    number: int | None  # of the division
    lines: Sequence[Line]


def seal(season: Season) -> str:
    """What decides the standing: how it counts, the nights that are closed, who is who."""
    fields = [getattr(season, one.attname) for one in Season._meta.concrete_fields]
    nights = season.nights.order_by("pk").values_list("pk", "day", "digest")
    known = ("pk", "first", "particle", "family", "nickname", "shown")
    people = Member.objects.filter(club=season.club_id).order_by("pk")
    members = people.values_list(*known, "guest", "merged_into", "created")
    divisions = season.division_members.order_by("member").values_list("member", "division")
    said = [fields, list(nights), list(members), list(divisions), get_language()]
    return sha256(repr(said).encode()).hexdigest()[:32]


def nights_of(season: Season) -> list[tuple[str, str]]:
    """Those that count: the day, in short and as a whole."""
    closed = season.nights.filter(state=Night.State.CLOSED).order_by("day", "pk")
    return [(date_format(one.day, "j-n"), str(one)) for one in closed]


def of(season: Season) -> list[Board]:
    divisions = results.of_season(season)
    ids = [row.player for one in divisions for row in one.rows]
    names = {one.pk: one.public_name for one in Member.objects.filter(pk__in=ids)}
    words = _words()
    return [
        Board(
            one.number,
            [_line(place, row, one, names, words) for place, row in enumerate(one.rows, 1)],
        )
        for one in divisions
    ]


def _line(
    place: int, row: Row, division: Division, names: Mapping[int, str], words: Mapping[str, str]
) -> Line:
    name = names[row.player]
    return Line(
        place=row.rank or place,
        rank=row.rank,
        name=name,
        sorted_by=fold(name),
        points=row.points or 0,
        total="" if row.points is None else figure(row.points),
        nights=row.nights,
        dashes=row.dashes,
        marks=" · ".join(_marks(row, division)),
        cells=[_cell(tally, words) for tally in row.tallies],
    )


def _in_html(cell: Cell) -> str:
    text = f"<s>{cell.figure}</s>" if cell.dropped else cell.figure
    words = [cell.words] if cell.words else []
    words += [gettext("does not count")] if cell.dropped else []
    if not words:
        return f"<td>{text}</td>"
    spoken = f'<span class="spoken">, {escape(", ".join(words))}</span>'
    return f"<td{' class=missed' * bool(cell.words)}>{text}{spoken}</td>"


def _marks(row: Row, division: Division) -> list[str]:
    """What hangs on the place."""
    found = []
    for move, sure, tied in (
        (division.up, gettext("goes up"), gettext("may go up")),
        (division.down, gettext("goes down"), gettext("may go down")),
    ):
        found += [sure] * (row.player in move.sure) + [tied] * (row.player in move.tied)
    prizes = [prize for prize in division.prizes if row.player in prize.players]
    found += [
        gettext("shares a prize") if len(one.players) > 1 else gettext("prize") for one in prizes
    ]
    return found


def _cell(tally: Tally, words: Mapping[str, str]) -> Cell:
    said = [words[each] for each in (tally.state, tally.how) if each in words]
    return Cell(
        "–" if tally.points is None else figure(tally.points), ", ".join(said), tally.dropped
    )


def _words() -> dict[str, str]:
    """What a night missed is called, and what it counts."""
    absence = {one.value: str(one.label) for one in Season.Absence}
    return absence | {
        shown.CAPPED: str(Season.Absence.OWN.label),
        shown.LEFT: gettext("not there for all of it"),
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
