"""The page of a season's standing."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from scoring.toolkit import downloads
from scoring.toolkit.spreadsheets.csv_lists import Listing
from tournaments import access, list_columns
from tournaments.access import Viewer
from tournaments.files.exports import standings as written
from tournaments.members import couples
from tournaments.models import Season
from tournaments.names import NameDetail, clean_search, split_search
from tournaments.standings import season_history
from tournaments.standings.pages import charts, own_place
from tournaments.standings.pages import standing as board
from tournaments.standings.pages.own_place import OwnPlace
from tournaments.standings.pages.place_tables import ALL, DivisionTable, PlaceTable, turn
from tournaments.standings.pages.standing_table import AverageStanding, Standing
from tournaments.standings.season_history import History
from tournaments.views import conditional
from tournaments.views.base import read_id


@require_safe
def standing(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    return conditional.keep_privately(
        conditional.find_not_modified(request) or _standing(request, slug, pk)
    )


def _standing(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    reader = access.viewer_or_404(request, slug)
    season = access.season_or_404(reader.club, pk)
    if downloads.is_file_wanted(request):
        return downloads.list_response(
            request, _listing(request, season, reader.names), reader.club, season
        )

    def make() -> HttpResponse:
        return render(
            request, "tournaments/standings/standing.html", _words(request, season, reader)
        )

    return conditional.answer_conditionally(request, reader, make)


PLACES = "places"  # a list in the page's address
MOST_IN_SIGHT = 40  # rows; more are searched by name


class Sought(NamedTuple):
    """What the page's query string asks for: which rows of the standing to show, and in what
    order.
    """

    request: HttpRequest

    @property
    def typed(self) -> str:
        return clean_search(self.request.GET.get("q", ""))

    @property
    def words(self) -> list[str]:
        return split_search(self.typed)

    @property
    def division(self) -> int:
        return read_id(self.request.GET.get("division"))

    @property
    def kept(self) -> str:
        """Return the part of the query string that stays when the user sorts the table."""
        query = {"q": self.typed, "division": str(self.division or "")}
        return "".join(f"{urlencode({name: value})}&" for name, value in query.items() if value)

    def select_boards(self, tables: Sequence[DivisionTable]) -> Sequence[DivisionTable]:
        return [
            division_table
            for division_table in tables
            if self.division in (0, division_table.number)
        ] or tables

    def filter_by_name(self, boards: Sequence[DivisionTable]) -> list[DivisionTable]:
        return [
            division_table.filter_by_name(self.words)
            for division_table in self.select_boards(boards)
        ]


class Tables(NamedTuple):
    """The rows to show for each division, and the function that makes a table of them."""

    boards: Sequence[DivisionTable]
    make: Callable[[DivisionTable], PlaceTable]


def _tables(page: board.SeasonPage, sought: Sought) -> Tables:
    columns = page.columns
    kind = Standing if columns.average else AverageStanding
    return Tables(
        sought.filter_by_name(page.boards),
        lambda item: kind(
            item,
            columns.without,
            nights=page.nights,
            decimals=page.decimals,
            figures=page.figures,
            label=_label(item),
            query=sought.kept,
        ),
    )


def _label(item: DivisionTable) -> str:
    if not item.number:
        return gettext("Standing")
    return gettext("Standing of division %(number)s") % {"number": item.number}


def _listing(request: HttpRequest, season: Season, seen: NameDetail) -> Listing:
    standing, sought = board.build_standing(season, seen), Sought(request)
    if request.GET.get("list") == PLACES:
        return written.list_places(
            season, season_history.load_history(season), sought.select_boards(standing.boards)
        )
    boards, make = _tables(standing, sought)
    lines = [(item.number, list_columns.sort_table(make(item), request).data) for item in boards]
    return written.list_rows(season, standing.columns, lines)


def _words(request: HttpRequest, season: Season, reader: Viewer) -> dict[str, Any]:
    mine = [who.pk for who in access.list_own_members(request, reader)]
    own = tuple(sorted(couples.find_entrants(season, mine)))
    standing, sought = board.build_standing(season, reader.names), Sought(request)
    charted = [] if sought.words else sought.select_boards(standing.boards)
    boards, make = _tables(standing, sought)
    places = list(own_place.list_own_places(standing.boards, own)) if own else []
    tables = [(item.number, _draw(request, season, reader, make, item)) for item in boards]
    return {
        "club": season.club,
        "season": season,
        "found": standing,
        "tables": [(number, own_place.mark_own(table, places)) for number, table in tables],
        "own": [(place, _row_address(place, tables)) for place in places],
        "long": sum(len(item.lines) for item in standing.boards) > MOST_IN_SIGHT or sought.words,
        "sought": sought,
        "organises": access.has_rights(reader.role, access.ORGANISER),
        "charts": _charts(season, charted, own),
        "signs": _signs(season, standing),
    }


def _row_address(place: OwnPlace, tables: Sequence[tuple[int | None, SafeString]]) -> str:
    """Return the relative URL of the viewer's own row (`place`) in the standing. If that row is not
    on the page shown, link to the page that has all rows.
    """
    if any(f'id="{place.anchor}"' in table for _number, table in tables):
        return f"#{place.anchor}"
    return f"?page{place.table or ''}={ALL}#{place.anchor}"


def _draw(
    request: HttpRequest,
    season: Season,
    reader: Viewer,
    make: Callable[[DivisionTable], PlaceTable],
    item: DivisionTable,
) -> SafeString:
    """Return a division's table as HTML, or "" if it has no rows. `make` creates the table. If the
    address has no query string, the HTML is cached for all viewers who see the same names.
    """

    def draw() -> SafeString:
        html: SafeString = turn(make(item), request).as_html(request)
        return html

    if not item.lines:
        return SafeString()
    if request.GET:
        return draw()
    key = "table", season.club.results_version, get_language(), reader.names, item.number
    return season_history.load_history(season).get_or_render(key, draw)


def _signs(season: Season, page: board.SeasonPage) -> SafeString:
    """Return the legend of the signs in the standing as HTML. It is the same for all viewers."""
    words = {"found": page}
    return season_history.load_history(season).get_or_render(
        ("signs", get_language(), bool(page.corrections)),
        lambda: render_to_string("tournaments/standings/_signs.html", words),
    )


def _charts(
    season: Season, shown: Sequence[DivisionTable], own: tuple[int, ...]
) -> list[SafeString]:
    """Return the charts of the divisions as HTML. Each shows the places of the division's best
    players and of the viewer after each night. Some divisions have no chart. `own` has the viewer's
    own member records.
    """
    went = season_history.load_history(season)
    return [chart for division_table in shown if (chart := _chart(went, division_table, own))]


def _chart(went: History, division_table: DivisionTable, own: tuple[int, ...]) -> SafeString:
    """Return a division's chart as HTML, or "" if it has none. It shows the places of the best
    players, and of the viewer, after each night. `went` is the season night by night. `own` has the
    ids of the viewer's own member records, whose lines are marked.

    The chart is cached for each list of players and names that it shows.
    """
    lead = charts.find_leaders(division_table, own)
    who = tuple((line.row.player, line.name) for line in lead)

    def draw() -> SafeString:
        chart = charts.draw_leaders(went, lead, division_table.number, own)
        words = {"figure": chart, "division": division_table.number}
        return (
            render_to_string("tournaments/standings/_chart.html", words) if chart else SafeString()
        )

    return went.get_or_render(("chart", get_language(), division_table.number, who, own), draw)
