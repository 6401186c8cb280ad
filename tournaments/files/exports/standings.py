"""Lists of a season's standing and a night's result, as their pages show them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext

from scoring.toolkit.spreadsheets.csv_lists import Figure, Listing, Value
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.nights.pages.result import Result
from tournaments.standings.pages import standing
from tournaments.standings.pages.place_tables import DivisionTable
from tournaments.standings.pages.standing_rows import NOT_COUNTED, SIGNS, Columns, StandingRow
from tournaments.standings.rules import NightPoints, Points, round_points
from tournaments.standings.rules.breakdown import NEW
from tournaments.standings.season_history import History

Lines = Sequence[tuple[int | None, Sequence[StandingRow]]]  # each division's number and rows


def list_standing(season: Season) -> Listing:
    """Return the whole current standing of a season as a list to download, with full names."""
    table = standing.build_standing(season, NameDetail.FULL)
    return list_rows(season, table.columns, [(board.number, board.lines) for board in table.boards])


def list_rows(season: Season, columns: Columns, lines: Lines) -> Listing:
    """Return these lines of a season's standing as a list to download. `columns` tells which
    optional columns there are.
    """
    divided = season.divisions > 1
    rows = list(_rows(columns, lines, divided=divided))
    heads = [
        *([gettext("Division")] * divided),
        *(gettext("Place"), gettext("Name"), gettext("Since last night"), columns.points),
        *([gettext("Average")] * columns.average),
        gettext("Nights"),
        *([gettext("Counted")] * columns.counted),
        *([gettext("Dashes")] * columns.dashes),
        *(short for _day, short, _whole in standing.list_nights(season)),
        gettext("Remarks"),
    ]
    return _without_empty(Listing(gettext("Standing"), heads, rows))


def _without_empty(listing: Listing) -> Listing:
    """Return the list without columns in which nobody has anything."""
    rows = list(listing.rows)
    used = [n for n in range(len(listing.heads)) if any(row[n] not in (None, "") for row in rows)]
    if not rows:
        return listing
    heads = [listing.heads[n] for n in used]
    return listing._replace(heads=heads, rows=[[row[n] for n in used] for row in rows])


def _rows(columns: Columns, lines: Lines, *, divided: bool) -> Iterator[Sequence[Value]]:
    for number, rows in lines:
        for line in rows:
            row = line.row
            yield [
                *([number] * divided),
                *(row.rank, line.name, write_moved(line.moved), _total(row.points, columns)),
                *([_average(row.average)] * columns.average),
                row.nights,
                *([row.counted] * columns.counted),
                *([row.dashes if row.dashes_known else None] * columns.dashes),
                *(write_tally(tally) for tally in row.tallies),
                line.remarks,
            ]


def _total(total: Points | None, columns: Columns) -> Value:
    return convert_points(total) if columns.average else _average(total)


def _average(points: Points | None) -> Value:
    return None if points is None else Figure(round_points(points), decimals=True)


def write_tally(tally: NightPoints) -> Value:
    """Return the points that a night counts for a player, marked as on the page. If the player gets
    no points for the night, return the sign "–" instead. A sign such as * after the points means
    that the player did not score them by playing the whole night. Points that are dropped from the
    total are in brackets.
    """
    if tally.points is None:
        return NOT_COUNTED
    mark = SIGNS.get(tally.how) or SIGNS.get(tally.state, "")
    value = convert_points(tally.points)
    if not isinstance(value, int | Fraction) or not (mark or tally.dropped):
        return value
    return Figure(value, mark=mark, left_out=tally.dropped)


def list_places(season: Season, went: History, boards: Sequence[DivisionTable]) -> Listing:
    """Return each player's place in the standing after each night as a list to download. `went` has
    the places night by night. `boards` has the present standing of each division; its order is the
    order of the list.
    """
    divided = season.divisions > 1
    heads = [*([gettext("Division")] * divided), gettext("Name")]
    heads += [short for _day, short, _whole in standing.list_nights(season)]
    rows = (
        [*([board.number] * divided), line.name, *_after(went, line.row.player)]
        for board in boards
        for line in board.lines
    )
    return Listing(gettext("Places after each night"), heads, rows)


def _after(went: History, player: int) -> Iterator[Value]:
    for step in (went.steps[number].get(player) for number in went.days):
        yield step.rank if step else None


def write_moved(places: int | str | None) -> Value:
    return gettext("new") if places == NEW else places


def list_result(result: Result, lines: Sequence[StandingRow]) -> Listing:
    """Return these lines of a night's result as a list to download."""
    heads = [
        *(gettext("Place"), gettext("Name")),
        *([gettext("Average")] * bool(result.uneven)),
        gettext("Total"),
        *([gettext("On the form")] * result.places),
        *([gettext("Games")] * bool(result.uneven)),
        *([gettext("Dashes")] * result.dashes),
        *(gettext("Round %(number)s") % {"number": number} for number in result.rounds),
        gettext("Remarks"),
    ]
    rows = [
        [
            *(line.row.rank, line.name),
            *([convert_points(line.row.pace)] * bool(result.uneven)),
            convert_points(line.row.points),
            *([convert_points(line.row.game_points)] * result.places),
            *([line.row.games] * bool(result.uneven)),
            *([line.row.dashes if line.row.dashes_known else None] * result.dashes),
            *(convert_points(round_points.points) for round_points in line.row.tallies[0].slices),
            line.remarks,
        ]
        for line in lines
    ]
    return _without_empty(Listing(gettext("Result"), heads, rows))


def convert_points(points: Points | None) -> Value:
    """Return the points as a number for a file, rounded as pages show them. None stays None."""
    if points is None:
        return None
    shown = round_points(points)
    return int(shown) if shown.denominator == 1 else shown
