"""What each player can still reach in a season in the nights that are left. The page is shown only
as long as nights are left (views/standing.py).
"""

from collections.abc import Iterator
from typing import NamedTuple

import django_tables2 as tables
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Season
from tournaments.names import NameDetail, fold
from tournaments.standings import calculate
from tournaments.standings.inputs import build_season_rules
from tournaments.standings.pages import standing
from tournaments.standings.pages.place_tables import DivisionTable, PlaceTable, build_cell
from tournaments.standings.pages.standing import Called
from tournaments.standings.pages.standing_rows import build_dividing_lines, format_points
from tournaments.standings.rules import Division, Points, Row, SeasonRules, outlook
from tournaments.standings.rules.outlook import Left, Outlook

FAR = 10**9  # sorts after every known value


class Chance(NamedTuple):
    """A row of the page on what is still possible in a season: a player, and what that player can
    still reach.
    """

    place: int  # for sorting; rows without a place get one too
    name: str
    row: Row
    outlook: Outlook
    left: int  # nights still to be played
    address: str = ""  # of the player's page; empty if the name is hidden

    @property
    def sorted_by(self) -> str:
        return fold(self.name)

    @property
    def points(self) -> Points:
        return self.row.points or 0

    @property
    def needed(self) -> int:
        return self.outlook.needed

    @property
    def first(self) -> Points:
        return _far(self.outlook.first)

    @property
    def above(self) -> Points:
        return _far(self.outlook.above)

    @property
    def up(self) -> Points:
        return _far(self.outlook.up)

    @property
    def down(self) -> Points:
        return _far(self.outlook.down)

    @property
    def better(self) -> Points:
        return _far(self.outlook.better)

    @property
    def end(self) -> int:
        return self.outlook.best or FAR


def _far(points: Points | None) -> Points:
    return FAR if points is None else points


COLUMNS = ("first", "above", "up", "down", "better", "end", "needed")


class Possible(NamedTuple):
    boards: list[DivisionTable]
    columns: tuple[str, ...]  # columns with any value
    left: int


def build_outlook(season: Season, left: int, seen: NameDetail) -> Possible:
    """Return the content of the page on what each player of a season can still reach, when `left`
    nights are left. `seen` tells how much of people's names the viewer may see.
    """
    divisions = calculate.compute_season_standing(season)
    players, terms = standing.call_all(season, divisions, seen), build_season_rules(season)
    ahead = Left(left, season.rounds)
    outlooks = {item.number: outlook.compute_outlook(item, terms, ahead) for item in divisions}
    columns = tuple(
        _columns(terms, [item for by_player in outlooks.values() for item in by_player.values()])
    )
    boards = [_board(item, outlooks[item.number], players, columns, left) for item in divisions]
    return Possible(boards, columns, left)


def _columns(terms: SeasonRules, outlooks: list[Outlook]) -> Iterator[str]:
    yield from ("first", "above")
    for name in ("up", "down", "better"):
        if any(getattr(item, name) is not None for item in outlooks):
            yield name
    if any(item.best for item in outlooks):
        yield "end"
    if terms.least > 1:
        yield "needed"


def _board(
    division: Division,
    outlooks: dict[int, Outlook],
    players: dict[int, Called],
    columns: tuple[str, ...],
    left: int,
) -> DivisionTable:
    names = {pk: player.name for pk, player in players.items()}
    lines = [
        Chance(
            row.rank or place,
            names[row.player],
            row,
            outlooks[row.player],
            left,
            players[row.player].address,
        )
        for place, row in enumerate(standing.sort_equals_by_name(division.rows, names), 1)
    ]
    between = standing.key_dividing_lines(lines, build_dividing_lines(division, 2 + len(columns)))
    return DivisionTable(division.number, lines, between, {})


class ChanceColumn(tables.Column):  # type: ignore[misc]  # it has no types
    def __init__(self, name: str, heading: object) -> None:
        super().__init__(verbose_name=heading, order_by=(name, "place"))
        self.name = name

    def render(self, record: Chance) -> SafeString:
        return build_cell(cell_in_words(self.name, record.outlook, record.left) or "")


class ChanceTable(PlaceTable):
    """The table that shows what each player of a division can still reach in the remaining
    nights.
    """

    first = ChanceColumn("first", _("Behind the first"))
    above = ChanceColumn("above", _("Behind the next"))
    up = ChanceColumn("up", _("From going up"))
    down = ChanceColumn("down", _("From going down"))
    better = ChanceColumn("better", _("To beat"))
    end = ChanceColumn("end", _("At the end"))
    needed = ChanceColumn("needed", _("Nights needed"))


def cell_in_words(column: str, said: Outlook, left: int) -> str | None:
    """Return the text of a player's cell in this column of the table about what is still possible,
    or None for an empty cell. `said` is what the player can still reach, and `left` the number of
    nights still to come.
    """
    if column == "needed":
        return needed_in_words(said, left)
    if column == "end":
        return end_in_words(said)
    points = getattr(said, column)
    return None if points is None else format_points(points)


def needed_in_words(said: Outlook, left: int) -> str | None:
    if said.needed > left:
        return gettext("no more")
    return str(said.needed) if said.needed else None


def end_in_words(said: Outlook) -> str | None:
    if said.best is None:
        return None
    return str(said.best) if said.best == said.worst else f"{said.best}–{said.worst}"
