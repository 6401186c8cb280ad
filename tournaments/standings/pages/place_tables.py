"""Tables of players by place, drawn by django-tables2: of a season, of what is still possible in
it, and of a night.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2.columns.base import BoundColumn
from django_tables2.data import TableListData
from django_tables2.rows import BoundRow, BoundRows

MOST_ROWS = 100  # on one page
ALL = "all"  # instead of the number of a page
BY_PLACE = ("place",)


class DivisionTable(NamedTuple):
    """The rows of one standing: of a division, or of a night."""

    number: int | None
    lines: Sequence[Any]  # in the order of places; each has a name and a `row`
    rules: Mapping[int, SafeString]  # the rules between rows, keyed by the player below
    drawn: dict[int, SafeString]  # the HTML of rows drawn before, keyed by player

    def filter_by_name(self, sought: Sequence[str]) -> "DivisionTable":
        """Return only the lines whose name contains all these words."""
        lines = [line for line in self.lines if all(word in line.sorted_by for word in sought)]
        return self._replace(lines=lines, rules={}) if sought else self


class PlaceData(TableListData):  # type: ignore[misc]  # it has no types
    """The rows of a table. They are given in the order of places, so that order needs no
    sorting.
    """

    by_place = True

    def order_by(self, aliases: Sequence[str]) -> None:
        self.by_place = tuple(aliases) == BY_PLACE
        if not self.by_place:
            super().order_by(aliases)


class PlaceRow(BoundRow):  # type: ignore[misc]
    """A row whose columns each render a whole cell, with its tag. A standing has thousands of
    cells. With a template and a look-up for each cell, they take ten times as long.
    """

    @property
    def html(self) -> SafeString:
        """Return the row as HTML. It is rendered once for all orders and pages. In the order of
        places, the dividing line above the row is included.
        """
        board, player = self.table.board, self.record.row.player
        if player not in board.drawn:
            board.drawn[player] = self._draw()
        rule = board.rules.get(player, NOTHING) if self.table.data.by_place else NOTHING
        html: SafeString = rule + board.drawn[player]
        return html

    def _draw(self) -> SafeString:
        cells = SafeString("".join([render(self.record) for render in self.table.renderers]))
        kind = NOTHING if self.record.row.rank else BELOW
        return format_html("<tr{}>{}</tr>", kind, cells)


NOTHING, BELOW = SafeString(""), SafeString(" class=below")


class PlaceRows(BoundRows):  # type: ignore[misc]
    def __iter__(self) -> Iterator[PlaceRow]:
        return (PlaceRow(record, table=self.table) for record in self.data)

    def __getitem__(self, key: slice) -> "PlaceRows":
        return PlaceRows(self.data[key], table=self.table)


class PlaceTable(tables.Table):  # type: ignore[misc]
    """A table of players in the order of their places. Each `render_…` returns a whole cell."""

    place = tables.Column(verbose_name=_("Place"), order_by=("place", "sorted_by"))
    name = tables.Column(verbose_name=_("Name"), order_by=("sorted_by", "place"))
    points = tables.Column(verbose_name=_("Total"), order_by=("points", "place"))

    def __init__(
        self,
        board: DivisionTable,
        without: Sequence[str],
        parts: Sequence[tables.Column] = (),
        *,
        label: str,
        query: str = "",
        kind: str = "",
    ) -> None:
        """Create the table of the rows in `board`. `without` has the columns to leave out. `parts`
        has a column for each night or round. `label` is the name of the table for screen readers.
        `query` is the part of the page's address that stays when the order changes. `kind` is a
        class of the style sheet.
        """
        super().__init__(
            PlaceData(list(board.lines)),
            exclude=without,
            order_by=BY_PLACE,
            page_field=f"page{board.number or ''}",
            template_name="tournaments/standings/_place_table.html",
            extra_columns=[(f"part{number}", column) for number, column in enumerate(parts)],
        )
        self.rows = PlaceRows(self.data, self)
        self.board, self.label, self.query, self.kind = board, label, query, kind

    @cached_property
    def renderers(self) -> list[Callable[[Any], SafeString]]:
        return [column.render for column in self.columns]

    @cached_property
    def shown_columns(self) -> list[BoundColumn]:
        return list(self.columns)

    @property
    def sorted_query(self) -> str:
        """Return the part of the page's address that stays on the next page of the table, with the
        order.
        """
        sort = "" if self.data.by_place else f"sort={','.join(self.order_by)}&"
        return f"{self.query}{sort}"

    @property
    def anchor(self) -> str:
        """Return the address of this table within a page with several divisions."""
        return f"#division-{self.board.number}" if self.board.number else ""

    def render_place(self, record: Any) -> SafeString:
        return cell(record.row.rank or "–")

    def render_name(self, record: Any) -> SafeString:
        return format_html('<th scope="row">{}</th>', record.name)


class PartColumn(tables.Column):  # type: ignore[misc]
    """A column for a part of what is counted: a night of a season, or a round of a night."""

    def __init__(self, heading: SafeString, render: Callable[[Any], SafeString]) -> None:
        super().__init__(verbose_name=heading, orderable=False)
        self.render = render


def shared(is_tied: bool) -> SafeString:
    """Return the words that a screen reader adds to a place that is shared."""
    if not is_tied:
        return NOTHING
    return format_html('<span class="spoken">, {}</span>', gettext("shared"))


@lru_cache(maxsize=10_000, typed=True)  # so that a text is not taken for HTML that equals it
def cell(text: str | int) -> SafeString:
    return format_html("<td>{}</td>", text)


def turn(table: PlaceTable, request: HttpRequest) -> PlaceTable:
    """Return the table with the order and the page that were asked for. If all rows were asked for,
    or if they fit on one page, all are shown.
    """
    tables.RequestConfig(request, paginate=False).configure(table)
    asked = request.GET.get(table.page_field)
    if asked != ALL and len(table.rows) > MOST_ROWS:
        table.paginate(per_page=MOST_ROWS)
        table.page = table.paginator.get_page(asked)
    return table
