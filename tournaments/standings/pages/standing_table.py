"""The table of a season's standing, with a column for each night."""

import html
from collections.abc import Hashable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import django_tables2 as tables
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django_tables2.columns.base import BoundColumn

from tournaments.standings.pages.place_tables import (
    NOTHING,
    SHORT,
    DivisionTable,
    PlaceTable,
    build_cell,
    shared_in_words,
)
from tournaments.standings.pages.standing_rows import (
    NOT_COUNTED,
    SIGNS,
    Columns,
    StandingRow,
    codes_in_words,
    dashes_in_words,
    format_points,
    is_whole,
    moved_in_words,
)
from tournaments.standings.rules import NightPoints, Points
from tournaments.standings.rules.breakdown import PLAYED

KINDS = {how: "part" if sign == "°" else str(how) for how, sign in SIGNS.items()}
BEHIND = ("average", "nights", "counted", "dashes")  # the nights
FRONT = 3  # columns that always come first: place, name and points
FEW = 5  # nights that do not need a wide page
# Widths on a laptop, in px, and what there is without scrolling sideways.
FRONT_WIDTH, AVERAGE_WIDTH, NUMBER_WIDTH, NIGHT_WIDTH, DECIMALS_WIDTH = 342, 70, 46, 47, 16
PAGE_WIDTH = 1240

Cells = tuple[str, str]  # the HTML of a row's place, and of what stands behind its name


class NightColumn(NamedTuple):
    heading: SafeString  # the whole cell
    decimals: bool  # whether a figure in it has decimals
    best: Points | None  # the best score of somebody who was there for all of it


def list_short_heads(columns: Columns) -> list[tuple[str, str]]:
    """Return the short and the long heading of each column to the right of the nights."""
    names = [name for name in BEHIND if name not in columns.without]
    return [(str(SHORT[name]), str(Standing.base_columns[name].verbose_name)) for name in names]


class Standing(PlaceTable):
    """The table of a season's standing. Beside the points, a phone shows only one more column: the
    newest night. If the rows are sorted by a column to the right of the nights, the phone shows
    that column instead.
    """

    average = tables.Column(verbose_name=_("Average"), order_by=("average", "place"))
    nights = tables.Column(verbose_name=_("Nights"), order_by=("nights", "place"))
    counted = tables.Column(verbose_name=_("Counted"), order_by=("counted", "place"))
    dashes = tables.Column(verbose_name=_("Dashes"), order_by=("dashes", "place"))

    def __init__(
        self,
        board: DivisionTable,
        without: Sequence[str],
        nights: Sequence[NightColumn],
        *,
        decimals: bool,
        figures: dict[Hashable, Cells],
        label: str,
        query: str,
    ) -> None:
        """Create the table with the rows of `board`.

        - `without` has the columns to leave out.
        - `nights` has a column for each night, the oldest first.
        - `decimals` tells whether points are written with decimals.
        - `figures` is a cache of cells in HTML, which are the same for all viewers. The table adds
          those that it draws.
        - `label` is the name of the table for screen readers.
        - `query` is the part of the page's query string that stays when the user sorts the table.
        """
        self.night_columns, self.decimals, self.figures = nights, decimals, figures
        super().__init__(board, without, label=label, query=query)
        behind = len(self.columns) - FRONT
        size = (
            "few" if len(nights) <= FEW else "fits" if _fits(nights, decimals, behind) else "long"
        )
        self.kind = f"season {size} before-{behind}"

    @cached_property
    def sorted_behind(self) -> str:
        """Return the name of the column by which the rows are sorted, if it is to the right of the
        nights. Otherwise return "".
        """
        names = {column.name for column in self.columns if column.is_ordered}
        return next(iter(names.intersection(BEHIND)), "")

    @property
    def layout(self) -> str:
        return self.sorted_behind

    @cached_property
    def around_nights(self) -> tuple[list[BoundColumn], list[BoundColumn]]:
        """The columns to the left of the nights, and those to the right of them. The nights
        themselves are not columns of django-tables2, because creating those takes longer than
        drawing them.
        """
        columns = list(self.columns)
        moved = [column for column in columns[FRONT:] if column.name == self.sorted_behind]
        return columns[:FRONT] + moved, [item for item in columns[FRONT:] if item not in moved]

    @property
    def heads(self) -> SafeString:
        before, behind = self.around_nights
        nights = [night.heading for night in reversed(self.night_columns)]
        heads = [*map(self.build_head, before), *nights, *map(self.build_head, behind)]
        return SafeString("\n".join(heads))

    def build_attributes(self, record: StandingRow) -> SafeString:
        rank = record.row.rank
        kind = ' class="lead"' if rank == 1 else "" if rank else ' class="below"'
        return SafeString(f' id="{record.anchor}"{kind}')

    def draw_cells(self, record: StandingRow) -> str:
        key = record.row.player, self.layout
        if key not in self.figures:
            self.figures[key] = self.render_place(record), self._draw_figures(record)
        place_cell, other_cells = self.figures[key]
        return f"{place_cell}{self.render_name(record)}{other_cells}"

    def _draw_figures(self, record: StandingRow) -> str:
        language = get_language()
        before, behind = self.around_nights
        nights = [
            _night(night, tally, language)
            for night, tally in zip(self.night_columns, record.row.tallies, strict=True)
        ]
        return "".join(
            [
                *(column.render(record) for column in before[2:]),
                *reversed(nights),
                *(column.render(record) for column in behind),
            ]
        )

    def render_place(self, record: StandingRow) -> SafeString:
        row = record.row
        moved = _arrow(record.moved, get_language())
        return format_html("<td>{}{}{}</td>", row.rank or "–", shared_in_words(row.tied), moved)

    def render_name(self, record: StandingRow) -> SafeString:
        name = html.escape(record.name)
        if record.address:
            name = f'<a href="{html.escape(record.address)}">{name}</a>'
        small = f" <small>{html.escape(record.remarks)}</small>" if record.remarks else ""
        return SafeString(f'<th scope="row">{name}{small}</th>')

    def render_points(self, record: StandingRow) -> SafeString:
        return _points(record.row.points, decimals=self.decimals)

    def render_average(self, record: StandingRow) -> SafeString:
        return _points(record.row.average, decimals=True)

    def render_nights(self, record: StandingRow) -> SafeString:
        return build_cell(record.row.nights)

    def render_counted(self, record: StandingRow) -> SafeString:
        return build_cell(record.row.counted)

    def render_dashes(self, record: StandingRow) -> SafeString:
        return build_cell(dashes_in_words(record.row))


class AverageStanding(Standing):
    """The table of a season's standing in which the average per night decides the places, not the
    total.
    """

    points = tables.Column(verbose_name=_("Average"), order_by=("points", "place"))

    def build_heading(self, name: str, text: str) -> SafeString:
        return super().build_heading("average" if name == "points" else name, text)


def _points(points: Points | None, *, decimals: bool) -> SafeString:
    return build_cell("" if points is None else format_points(points, decimals=decimals))


@lru_cache(maxsize=1000)
def _arrow(moved: int | str | None, _language: str | None) -> SafeString:
    """Return as HTML how many places the player moved on the last night, with words for screen
    readers. `moved` is a code if the player had no place before, and None (for an empty text) if
    there is nothing to tell. The style sheet adds the arrow. The language is an argument only so
    that the cache keeps languages apart.
    """
    if moved is None:
        return NOTHING
    spoken = moved_in_words(moved)
    if not isinstance(moved, int):
        return format_html(' <span class="new">{}</span>', spoken)
    kind = "up" if moved > 0 else "down" if moved else "same"
    places = format_html('<span aria-hidden="true">{}</span>', abs(moved)) if moved else NOTHING
    words = ' <span class="{}">{}<span class="spoken">, {}</span></span>'
    return format_html(words, kind, places, spoken)


# The nights


def _fits(nights: Sequence[NightColumn], decimals: bool, behind: int) -> bool:
    """Return whether the table is narrow enough for a page on a laptop. `behind` is the number of
    columns to the right of the nights.
    """
    with_decimals = decimals + sum(night.decimals for night in nights)
    parts = len(nights) * NIGHT_WIDTH + with_decimals * DECIMALS_WIDTH + behind * NUMBER_WIDTH
    return FRONT_WIDTH + parts + AVERAGE_WIDTH - NUMBER_WIDTH <= PAGE_WIDTH


def _night(night: NightColumn, tally: NightPoints, language: str | None) -> SafeString:
    is_best = tally.state == PLAYED and tally.points == night.best
    fit = tally.points, tally.state, tally.how, tally.dropped
    return _night_cell(*fit, is_best=is_best, decimals=night.decimals, _language=language)


@lru_cache(maxsize=10_000)
def _night_cell(
    points: Points | None,
    state: str,
    how: str,
    is_dropped: bool,
    *,
    is_best: bool,
    decimals: bool,
    _language: str | None,
) -> SafeString:
    """Return the cell with a player's points of a night. `state` is a code for whether the player
    was present, and `how` a code for where the points come from. If `is_dropped`, the night does
    not count for the player. If `is_best`, this is the best score of the night.

    Screen readers read out the reason for the points; others see it when they point at the cell or
    tap it. The result is cached, because thousands of cells have only few different contents. The
    language is an argument only so that the cache keeps languages apart.
    """
    meanings = _words(_language)
    missed = [code for code in (state, how) if code in meanings]
    remarks = [meanings[code] for code in missed] + [gettext("does not count")] * is_dropped
    kinds = ["missed"] * bool(missed) + [KINDS[code] for code in missed if code in KINDS]
    if decimals and points is not None and is_whole(points):
        kinds.append("whole")  # its last digit stands above those before a decimal sign
    text = NOT_COUNTED if points is None else format_points(points)
    text = f"<s>{text}</s>" if is_dropped else f"<b>{text}</b>" if is_best else text
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    if not remarks:
        return SafeString(f"<td{kind}>{text}</td>")
    why = f'<span class="spoken why"><i>, </i>{escape(", ".join(remarks))}</span>'
    return SafeString(f'<td tabindex="-1"{kind}>{text}{why}</td>')


@lru_cache(maxsize=100)
def _words(_language: str | None) -> dict[str, str]:
    return codes_in_words()
