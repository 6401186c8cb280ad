from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from tournaments.files.exports.lists import list_tables
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings.pages.read_standing import DivisionStanding, read_standing
from tournaments.standings.pages.standing_table import StandingTable
from tournaments.standings.rules import Points, round_points
from tournaments.standings.season_history import History


def list_standing(season: Season) -> Listing:
    shown = read_standing(season, NameDetail.FULL)
    tables = [
        StandingTable(shown, division, division.rows, as_file=True) for division in shown.divisions
    ]
    return list_tables(gettext("Standing"), tables)


def list_places(season: Season, went: History, divisions: Sequence[DivisionStanding]) -> Listing:
    divided = season.divisions > 1
    heads = [*([gettext("Division")] * divided), gettext("Name")]
    heads += [date_format(day, "DAY_AND_MONTH_FORMAT") for day in went.days.values()]
    every_night = [went.steps[number] for number in went.days]
    rows = (
        [
            *([division.number] * divided),
            row.name,
            *(step.rank if (step := steps.get(row.player)) else None for steps in every_night),
        ]
        for division in divisions
        for row in division.rows
    )
    return Listing(gettext("Places after each night"), heads, rows)


def convert_points(points: Points | None) -> Value:
    """Round as pages do."""
    if points is None:
        return None
    shown = round_points(points)
    return int(shown) if shown.denominator == 1 else shown
