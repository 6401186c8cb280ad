from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext

from scoring.files.grid_columns import Played
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from tournaments.nights.pages.result import Written


def make_listing(lines: Iterable[Sequence[Value]]) -> Listing:
    heads = (gettext("Round"), gettext("Table"), gettext("Game"), gettext("Contract"))
    return Listing(gettext("Games"), (*heads, gettext("Name"), gettext("Points")), list(lines))


def list_sheet_games(
    played: Played, round: int, table: int, names: Mapping[str, str]
) -> Iterator[Sequence[Value]]:
    """`names` has the name to show, keyed by the name written on the sheet."""
    for line in played.grid.lines:
        for seat, cell in zip(played.names, played.list_shown(line), strict=True):
            if cell is not None:
                yield round, table, line.number, line.contract, names[seat], cell


def list_night_games(forms: Iterable[Written]) -> Listing:
    return make_listing(line for form in forms for line in _list_games(form))


def _list_games(written: Written) -> Iterator[Sequence[Value]]:
    outcome = written.form.outcome
    played = Played({"data": outcome.data, "result": outcome.whole, "sat": {}})
    return list_sheet_games(played, written.round, written.table, written.names)
