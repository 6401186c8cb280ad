"""Lists of standings, of a player's results and of a club's records, as their pages show them."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from tournaments.files.exports.lists import list_tables
from tournaments.models import Season
from tournaments.names import NameDetail
from tournaments.standings.pages.places import Number
from tournaments.standings.pages.player_season import PlayerPage
from tournaments.standings.pages.records import Named, Records
from tournaments.standings.pages.standing import read_standing
from tournaments.standings.pages.standing_columns import StandingTable


def list_standings(
    season: Season, detail: NameDetail = NameDetail.FULL
) -> Iterator[tuple[str, Listing]]:
    """Yield the season's own standing, and those of periods and further ones by their keys."""
    for key, name in read_standing(season, detail).parts:
        shown = read_standing(season, detail, key)
        tables = [
            StandingTable(shown, division, division.rows, as_file=True)
            for division in shown.divisions
        ]
        yield key, list_tables(name if key else gettext("Standing"), tables)


def list_nights(page: PlayerPage, *, yours: bool) -> Listing:
    most = max((len(night.rounds) for night in page.nights), default=0)
    rounds = most if most > 1 else 0
    heads = (
        *(gettext("Day"), gettext("Points"), gettext("Dashes")),
        *(gettext("Round %(number)s") % {"number": number + 1} for number in range(rounds)),
        *(gettext("Place after each night"), gettext("Remarks")),
    )
    rows = []
    for night in page.nights:
        parts = [*night.rounds[:rounds], *[None] * (rounds - len(night.rounds))]
        rows.append(
            (night.day, night.points, night.dashes, *parts, night.place_after, night.remarks)
        )
    return Listing(gettext("Your results") if yours else gettext("Results"), heads, rows)


def list_records(records: Records) -> Listing:
    heads = (gettext("What"), gettext("Score"), gettext("Name"), gettext("Day"))
    return Listing(gettext("Records"), heads, list(_records(records)))


def _records(records: Records) -> Iterator[Sequence[Value]]:
    for champions in records.champions:
        words = f"{gettext('Champions')}: {champions.season_name}"
        if champions.division:
            words += ", " + gettext("division %(number)s") % {"number": champions.division}
        yield from _list_holders(words, champions.points, champions.holders)
    for game, best in [*records.games, (gettext("Nights"), records.everything)]:
        for entry in best:
            words = f"{game}: {entry.words}"
            yield from _list_holders(words, entry.points, entry.holders, entry.count)


def _list_holders(
    words: str, value: Number | None, holders: Sequence[Named], more: str = ""
) -> Iterator[Sequence[Value]]:
    for holder in holders:
        yield words, value, holder.name, holder.day
    if more:
        yield words, value, more, None
