"""The progress and the leaders of the night that is going on, for the front page of its club."""

from typing import NamedTuple

from django.utils.translation import get_language

from scoring.toolkit.cache import LRU
from tournaments.members.name_lookup import read_roll
from tournaments.models import Night, TableSeat
from tournaments.names import NameDetail
from tournaments.nights.pages import club_bar, finished, tables_overview
from tournaments.nights.pages.club_bar import Mark
from tournaments.nights.pages.first_places import Placed, add_names, select_first_rows
from tournaments.standings import calculate

LEAD = 3
MOST_KEPT = 100


class Tonight(NamedTuple):
    mark: Mark
    players: int  # at the tables of the round
    leaders: list[Placed]  # only those who finished the round

    @property
    def dashes(self) -> list[bool]:
        """Return one value for each table of the round: True if the table has approved its sheet.
        The page shows each value as a short line, not as a dash of the game. The True values come
        first, whatever the order of the tables.
        """
        return [number < self.mark.count_in for number in range(self.mark.count_of)]


# Keyed by the stamp, which changes with every entry of the night.
_known = LRU[tuple[object, ...], Tonight](MOST_KEPT)


def read_tonight(night: Night, stamp: str, names: NameDetail) -> Tonight | None:
    """Return the progress and the leaders of the night that is going on. `stamp` is a text that
    starts with the night's id and changes with its progress, so it serves as cache key. Return None
    if it is empty, because no night is going on.
    """
    mark = club_bar.read_mark(stamp)
    if mark is None:
        return None
    key = stamp, night.season.club.results_version, names, get_language()
    return _known.get_or_make(key, lambda: _build(night, mark, names))


def _build(night: Night, mark: Mark, names: NameDetail) -> Tonight:
    if not mark.round:
        return Tonight(mark, 0, [])
    tables = tables_overview.list_tables(night)
    until = finished.find_last_shown(night, tables, names)
    division, _rounds, forms = calculate.compute_night_in_full(
        night, tables, read_roll(night.season.club), until
    )
    rows = finished.leave_out(division, finished.find_busy(tables, until or 0, forms)).rows
    (leaders,) = add_names([(night.season, select_first_rows(rows, LEAD))], names)
    here = [table.id for table in tables if table.round == mark.round]
    return Tonight(mark, TableSeat.objects.filter(table__in=here, until=None).count(), leaders)
