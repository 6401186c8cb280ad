"""Tables of players sorted by place, drawn with django-tables2: for a season, for what is still
possible in it, and for a night.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, cast

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2.columns.base import BoundColumn
from django_tables2.data import TableListData
from django_tables2.rows import BoundRow, BoundRows

from tournaments.list_columns import sort_table, turn_table

MOST_ROWS = 100  # on one page
ALL = "all"  # instead of the number of a page
BY_PLACE = ("place",)
# Headings as short as the figures below them. The whole word is spoken, and the legend has it.
SHORT = {
    "place": _("Pl."),
    "average": _("Avg."),
    "nights": _("Nts."),
    "counted": _("Cnt."),
    "dashes": _("Dsh."),
}


class DivisionTable(NamedTuple):
    """The rows of one standing, to be shown as a table. It is the standing of a division in a
    season, or that of one night.
    """

    number: int | None
    lines: Sequence[Any]  # in the order of places; each has a name and a `row`
    rules: Mapping[int, SafeString]  # the rules between rows, keyed by the player below
    drawn: dict[Hashable, SafeString]  # the HTML of rows drawn before, by player and layout

    def filter_by_name(self, sought: Sequence[str]) -> "DivisionTable":
        """Return a copy with only the lines whose player name contains all of these words. Without
        words, return everything.
        """
        lines = [line for line in self.lines if all(word in line.sorted_by for word in sought)]
        return self._replace(lines=lines, rules={}) if sought else self


class PlaceData(TableListData):  # type: ignore[misc]  # it has no types
    """The rows of a table of players. They are already sorted by place when they arrive, so they
    are sorted only if the user asks for another order.
    """

    by_place = True

    def order_by(self, aliases: Sequence[str]) -> None:
        self.by_place = tuple(aliases) == BY_PLACE
        if not self.by_place:
            super().order_by(aliases)


class PlaceRow(BoundRow):  # type: ignore[misc]
    """A row in which each column renders its whole cell, with the <td> tag. A standing has
    thousands of cells. In the usual way of django-tables2, each cell takes a template and a
    look-up, which is ten times as slow.
    """

    @property
    def html(self) -> SafeString:
        """Return the row as HTML.

        The row is rendered once for each order of the columns (`layout`). That HTML is reused when
        the rows are sorted in another way, or when another page of the table is shown. Some rows
        have a dividing line above them, such as the one below the last place that wins a prize. It
        is only added while the table is sorted by place.
        """
        board, player = self.table.board, self.record.row.player
        key = player, self.table.layout
        if key not in board.drawn:
            board.drawn[key] = self._draw()
        rule = board.rules.get(player, NOTHING) if self.table.data.by_place else NOTHING
        html: SafeString = rule + board.drawn[key]
        return html

    def _draw(self) -> SafeString:
        table, record = self.table, self.record
        return SafeString(f"<tr{table.build_attributes(record)}>{table.draw_cells(record)}</tr>")


NOTHING, BELOW = SafeString(""), SafeString(" class=below")


class PlaceRows(BoundRows):  # type: ignore[misc]
    def __iter__(self) -> Iterator[PlaceRow]:
        return (PlaceRow(record, table=self.table) for record in self.data)

    def __getitem__(self, key: slice) -> "PlaceRows":
        return PlaceRows(self.data[key], table=self.table)


class PlaceTable(tables.Table):  # type: ignore[misc]
    """A table of players, at first in the order of their places. Each `render_…` method returns a
    whole cell with its tag.
    """

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
        """Create the table with the rows of `board`.

        - `without` has the columns to leave out.
        - `parts` has a column for each night or round.
        - `label` is the name of the table for screen readers.
        - `query` is the part of the page's query string that stays when the user sorts the table.
        - `kind` is an additional CSS class of the table.
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
    def shown_columns(self) -> list[BoundColumn]:
        return list(self.columns)

    @property
    def layout(self) -> str:
        """Return a key under which a row's HTML is cached. It differs between orders of the
        columns. Here it is empty, because the order is always the same. A table that moves the
        column by which it is sorted returns the name of that column instead.
        """
        return ""

    @cached_property
    def renderers(self) -> list[Callable[[Any], SafeString]]:
        return [column.render for column in self.shown_columns]

    @property
    def heads(self) -> SafeString:
        """Return the headings of the columns as HTML. The heading of a column by which the user can
        sort is a link.
        """
        return SafeString("\n".join([self.build_head(column) for column in self.shown_columns]))

    @property
    def body(self) -> SafeString:
        return SafeString("\n".join([row.html for row in self.paginated_rows]))

    def build_head(self, column: BoundColumn) -> str:
        if isinstance(column.column, PartColumn):
            return f'<th scope="col">{column.column.heading}</th>'
        order, sort = column.order_by_alias, ""
        if column.is_ordered:
            sort = f' aria-sort="{"descending" if order.is_descending else "ascending"}"'
        address = escape(f"?{self.query}sort={order.next}")
        text = self.build_heading(column.name, str(column.header))
        return f'<th scope="col"{sort}><a href="{address}">{text}</a></th>'

    def build_heading(self, name: str, text: str) -> SafeString:
        """Return the heading of a column as HTML. `text` is the full heading. If the column `name`
        has a short heading, that is shown, and screen readers read the full one.
        """
        if name not in SHORT:
            return escape(text)
        words = '<span class="spoken">{}</span><span aria-hidden="true" title="{}">{}</span>'
        return format_html(words, text, text, SHORT[name])

    def build_attributes(self, record: Any) -> SafeString:
        """Return the HTML attributes of a row's tag. A row without a place gets a CSS class, by
        which it can look different.
        """
        return NOTHING if record.row.rank else BELOW

    def draw_cells(self, record: Any) -> str:
        return "".join([render(record) for render in self.renderers])

    @property
    def sorted_query(self) -> str:
        """Return the query string that keeps the present order of the rows. Links to other pages of
        the table start with it.
        """
        sort = "" if self.data.by_place else f"sort={','.join(self.order_by)}&"
        return f"{self.query}{sort}"

    @property
    def anchor(self) -> str:
        """Return the URL fragment of this table, on a page with a table for each division."""
        return f"#division-{self.board.number}" if self.board.number else ""

    def render_place(self, record: Any) -> SafeString:
        return build_cell(record.row.rank or "–")

    def render_name(self, record: Any) -> SafeString:
        if not record.address:
            return format_html('<th scope="row">{}</th>', record.name)
        html = '<th scope="row"><a href="{}">{}</a></th>'
        return format_html(html, record.address, record.name)


class PartColumn(tables.Column):  # type: ignore[misc]
    """A column for one of the parts that add up to the points: a night of the season, or a round of
    the night.
    """

    def __init__(self, heading: SafeString, render: Callable[[Any], SafeString]) -> None:
        super().__init__(verbose_name=heading, orderable=False)
        self.heading, self.render = heading, render


def shared_in_words(is_tied: bool) -> SafeString:
    """Return the text, only for screen readers, that a place is shared. Return "" if it is not
    shared.
    """
    if not is_tied:
        return NOTHING
    return format_html('<span class="spoken">, {}</span>', gettext("shared"))


@lru_cache(maxsize=10_000, typed=True)  # so that a text is not taken for HTML that equals it
def build_cell(text: str | int) -> SafeString:
    return format_html("<td>{}</td>", text)


def turn(table: PlaceTable, request: HttpRequest) -> PlaceTable:
    """Return the table sorted and paged as the request asks. If the request asks for all rows, or
    if they fit on one page, show all rows.
    """
    if request.GET.get(table.page_field) != ALL and len(table.rows) > MOST_ROWS:
        return cast("PlaceTable", turn_table(table, request, MOST_ROWS))
    return cast("PlaceTable", sort_table(table, request))
