"""The standing of a season, as its page shows it, in figures."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import django_tables2
from django.utils.translation import gettext

from scoring.writing.lists import Listing, Value
from tournaments import board, results, tables
from tournaments.models import Season
from tournaments.names import fold
from tournaments.reglementen import system_of
from tournaments.standings import Division, Points, Row, rounded


class Entry(NamedTuple):
    """A line of the standing; the first six are what the page sorts by."""

    place: int
    name: str
    sorted_by: str
    points: Points
    nights: int
    dashes: int
    row: Row
    remarks: str


Sort = Callable[[django_tables2.Table], django_tables2.Table]


def entries(division: Division, names: dict[int, str]) -> list[Entry]:
    return [
        Entry(
            place=row.rank or place,
            name=names[row.player],
            sorted_by=fold(names[row.player]),
            points=row.points or 0,
            nights=row.nights,
            dashes=row.dashes,
            row=row,
            remarks=", ".join(board.marks(row, division)),
        )
        for place, row in enumerate(division.rows, 1)
    ]


def listing(season: Season, sort: Sort, *, full: bool) -> Listing:
    """`sort` puts a table in the order that was asked for."""
    found = results.of_season(season)
    dashes = system_of(season.reglement).dash
    nights = [short for short, _whole in board.nights_of(season)]
    heads = [
        *([gettext("Division")] if season.divisions > 1 else []),
        *(gettext("Place"), gettext("Name"), gettext("Total"), gettext("Nights")),
        *([gettext("Dashes")] if dashes else []),
        *(*nights, gettext("Remarks")),
    ]
    rows = _rows(season, found, sort, board.names_of(found, full=full), dashes)
    return Listing(gettext("Standing"), heads, rows)


def _rows(
    season: Season, found: Sequence[Division], sort: Sort, names: dict[int, str], dashes: bool
) -> Iterator[Sequence[Value]]:
    for division in found:
        before = [division.number] if season.divisions > 1 else []
        table = sort(tables.Standing(entries(division, names), dashes))
        for one in table.data:
            row = one.row
            yield [
                *(*before, row.rank, one.name, points(row.points), row.nights),
                *([row.dashes] if dashes else []),
                *(points(tally.points) for tally in row.tallies),
                one.remarks,
            ]


def points(found: Points | None) -> Value:
    """As the page rounds them."""
    if found is None:
        return None
    shown = rounded(found)
    return int(shown) if shown.denominator == 1 else shown
