"""The standing of a season, and the result of a night, as their pages show them, in figures."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext

from scoring.toolkit.spreadsheets.lists import Listing, Value
from tournaments import lists
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.nights.pages.result import Result
from tournaments.standings.history import History
from tournaments.standings.pages import standing
from tournaments.standings.pages.outlook import COLUMNS, end, needed
from tournaments.standings.pages.standing import DivisionTable
from tournaments.standings.pages.standing_rows import Columns, StandingRow
from tournaments.standings.rules import Points, rounded
from tournaments.standings.rules.breakdown import NEW
from tournaments.standings.rules.outlook import Outlook

Lines = Sequence[tuple[int | None, Sequence[StandingRow]]]  # by division


def whole(season: Season) -> Listing:
    """As it is, by full names."""
    found = standing.build_standing(season, NameDetail.FULL)
    return listing(season, found.columns, [(one.number, one.lines) for one in found.boards])


def listing(season: Season, columns: Columns, lines: Lines) -> Listing:
    """Of these lines, in the order in which they are."""
    divided = season.divisions > 1
    heads = [
        *([gettext("Division")] * divided),
        *(gettext("Place"), gettext("Name"), gettext("Since last night"), columns.points),
        *([gettext("Average")] * columns.average),
        gettext("Nights"),
        *([gettext("Counted")] * columns.counted),
        *([gettext("Dashes")] * columns.dashes),
        *(short for _day, short, _whole in standing.nights_of(season)),
        gettext("Remarks"),
    ]
    return Listing(gettext("Standing"), heads, _rows(columns, lines, divided=divided))


def _rows(columns: Columns, lines: Lines, *, divided: bool) -> Iterator[Sequence[Value]]:
    for number, every in lines:
        for one in every:
            row = one.row
            yield [
                *([number] * divided),
                *(row.rank, one.name, moved(one.moved), points(row.points)),
                *([points(row.average)] * columns.average),
                row.nights,
                *([row.counted] * columns.counted),
                *([row.dashes if row.dashes_known else None] * columns.dashes),
                *(points(tally.points) for tally in row.tallies),
                one.remarks,
            ]


def possible(season: Season, lines: Sequence[tuple[int | None, Any]], left: int) -> Listing:
    """What is still possible, with all that can be said."""
    divided = season.divisions > 1
    heads = [str(column.verbose_name) for column in lists.Possible.base_columns.values()]
    rows = (
        [
            *([number] * divided),
            *(one.row.rank, one.name, points(one.row.points)),
            *(_chance(name, one.outlook, left) for name in COLUMNS),
        ]
        for number, every in lines
        for one in every
    )
    heads = [*([gettext("Division")] * divided), *heads]
    return Listing(gettext("What is still possible"), heads, rows)


def _chance(column: str, said: Outlook, left: int) -> Value:
    if column == "needed":
        return needed(said, left)
    return end(said) if column == "end" else points(getattr(said, column))


def places(season: Season, went: History, boards: Sequence[DivisionTable]) -> Listing:
    """Where everybody stood after each night."""
    divided = season.divisions > 1
    heads = [*([gettext("Division")] * divided), gettext("Name")]
    heads += [short for _day, short, _whole in standing.nights_of(season)]
    rows = (
        [*([one.number] * divided), line.name, *_after(went, line.row.player)]
        for one in boards
        for line in one.lines
    )
    return Listing(gettext("Places after each night"), heads, rows)


def _after(went: History, player: int) -> Iterator[Value]:
    for step in (went.steps[number].get(player) for number in went.days):
        yield step.rank if step else None


def moved(places: int | str | None) -> Value:
    return gettext("new") if places == NEW else places


def of_night(found: Result, lines: Sequence[StandingRow]) -> Listing:
    """The result of one night, in the order in which these lines are."""
    heads = [
        *(gettext("Place"), gettext("Name")),
        *([gettext("Average")] * bool(found.uneven)),
        gettext("Total"),
        *([gettext("On the form")] * found.places),
        *([gettext("Games")] * bool(found.uneven)),
        *([gettext("Dashes")] * found.dashes),
        *(gettext("Round %(number)s") % {"number": number} for number in found.rounds),
        gettext("Remarks"),
    ]
    rows = [
        [
            *(one.row.rank, one.name),
            *([points(one.row.pace)] * bool(found.uneven)),
            points(one.row.points),
            *([points(one.row.game_points)] * found.places),
            *([one.row.games] * bool(found.uneven)),
            *([one.row.dashes if one.row.dashes_known else None] * found.dashes),
            *(points(each.points) for each in one.row.tallies[0].slices),
            one.remarks,
        ]
        for one in lines
    ]
    return Listing(gettext("Result"), heads, rows)


def points(found: Points | None) -> Value:
    """As the page rounds them."""
    if found is None:
        return None
    shown = rounded(found)
    return int(shown) if shown.denominator == 1 else shown
