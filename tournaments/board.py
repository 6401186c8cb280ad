"""The standing of a season as its page shows it: figures, and in words how they came about."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments import results
from tournaments.models import Member, Night, Season
from tournaments.models.member import public_name
from tournaments.names import Name, fold
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


class Standing(NamedTuple):
    boards: Sequence[Board]
    nights: SafeString  # their headings; empty where none is closed yet


MOST_KEPT = 40
_known: dict[tuple[int, str, str | None, bool, bool], Standing] = {}  # many look at the same


def nights_of(season: Season) -> list[tuple[str, str]]:
    """Those that count: the day, in short and as a whole."""
    closed = season.nights.filter(state=Night.State.CLOSED).order_by("day", "pk")
    days = closed.values_list("day", flat=True)
    return [(f"{day.day}-{day.month}", _whole_day(day, get_language())) for day in days]


@lru_cache(maxsize=1000)
def _whole_day(day: date, _language: str | None) -> str:
    return date_format(day)


def of(season: Season, dashes: bool, *, full: bool = False) -> Standing:
    """By full names, for who organises; else as each member chose. The same until the stamp of the
    club is another, which is read before all else.
    """
    key = (season.pk, season.club.stamp, get_language(), dashes, full)
    if key not in _known:
        if len(_known) >= MOST_KEPT:
            _known.clear()
        _known[key] = _read(season, dashes, full)
    return _known[key]


def _read(season: Season, dashes: bool, full: bool) -> Standing:
    divisions = results.of_season(season)
    names = names_of(divisions, full=full)
    line = writer(dashes, get_language()).line
    boards = [
        Board(
            one.number,
            [
                line(place, row, names[row.player], ", ".join(marks(row, one)))
                for place, row in enumerate(one.rows, 1)
            ],
        )
        for one in divisions
    ]
    return Standing(boards, _heads(nights_of(season)))


def _heads(nights: Sequence[tuple[str, str]]) -> SafeString:
    return format_html_join("", '<th scope="col"><abbr title="{1}">{0}</abbr></th>', nights)


def names_of(divisions: Sequence[Division], *, full: bool) -> dict[int, str]:
    """As each member chose, or in full for who organises."""
    ids = [row.player for one in divisions for row in one.rows]
    found = Member.objects.filter(pk__in=ids).values_list("pk", "shown", "nickname", *Name._fields)
    return {
        pk: Name(*name).full if full else public_name(shown, nickname, Name(*name))
        for pk, shown, nickname, *name in found.order_by()
    }


def marks(row: Row, division: Division) -> list[str]:
    """What hangs on the place."""
    found = []
    for move, sure, tied in ((division.up, UP, MAY_GO_UP), (division.down, DOWN, MAY_GO_DOWN)):
        found += [str(sure)] if row.player in move.sure else []
        found += [str(tied)] if row.player in move.tied else []
    for prize in division.prizes:
        if row.player in prize.players:
            found.append(gettext("shares a prize") if len(prize.players) > 1 else gettext("prize"))
    return list(dict.fromkeys(found))


UP, MAY_GO_UP = _("goes up"), _("may go up")
DOWN, MAY_GO_DOWN = _("goes down"), _("may go down")


@lru_cache(maxsize=10)
def writer(dashes: bool, _language: str | None) -> "Writer":
    """The same few figures and words come again and again: each is made once."""
    return Writer(dashes)


class Writer:
    """Lines in HTML."""

    def __init__(self, dashes: bool) -> None:
        self.dashes = dashes
        self.figure = lru_cache(maxsize=10_000)(figure)
        self.cell = lru_cache(maxsize=10_000)(self._cell)
        self.words = _words()

    def line(self, place: int, row: Row, name: str, more: str) -> Line:
        small = f" <small>{escape(more)}</small>" if more else ""
        points = "" if row.points is None else self.figure(row.points)
        dashes = f"<td>{row.dashes}</td>" if self.dashes else ""
        cell = self.cell
        cells = [cell(one.points, one.state, one.how, one.dropped) for one in row.tallies]
        html = (
            f"<tr{'' if row.rank else ' class=below'}><td>{row.rank or '–'}</td>"
            f'<th scope="row">{escape(name)}{small}</th><td>{points}</td>'
            f"<td>{row.nights}</td>{dashes}{''.join(cells)}</tr>"
        )
        return Line(
            place=row.rank or place,
            rank=row.rank,
            name=name,
            sorted_by=fold(name),
            points=row.points or 0,
            nights=row.nights,
            dashes=row.dashes,
            in_html=SafeString(html),
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
