from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.toolkit.spreadsheets.csv_lists import Listing
from tournaments.files.exports.lists import list_tables
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings.pages.read_standing import DivisionStanding, read_standing
from tournaments.standings.pages.standing_table import StandingTable


def list_standing(season: Season) -> Listing:
    shown = read_standing(season, NameDetail.FULL)
    tables = [
        StandingTable(shown, division, division.rows, as_file=True) for division in shown.divisions
    ]
    return list_tables(gettext("Standing"), tables)


def list_places(
    season: Season, days: Sequence[date], divisions: Sequence[DivisionStanding]
) -> Listing:
    divided = season.divisions > 1
    heads = [*([gettext("Division")] * divided), gettext("Name")]
    heads += [date_format(day, "DAY_AND_MONTH_FORMAT") for day in days]
    rows = (
        [*([division.number] * divided), row.name, *row.places]
        for division in divisions
        for row in division.rows
    )
    return Listing(gettext("Places after each night"), heads, rows)
