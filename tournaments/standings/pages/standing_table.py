"""The table of a season's standing, with a column for each night."""

from collections.abc import Iterable
from functools import lru_cache, partial

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournaments.standings.pages.place_tables import (
    NOTHING,
    PartColumn,
    PlaceTable,
    cell,
    shared,
)
from tournaments.standings.pages.standing_rows import (
    NOT_COUNTED,
    SIGNS,
    StandingRow,
    dashes_of,
    figure,
    moved_in_words,
    words,
)
from tournaments.standings.rules import Points

KINDS = {how: "part" if sign == "°" else str(how) for how, sign in SIGNS.items()}


class Standing(PlaceTable):
    average = tables.Column(verbose_name=_("Average"), order_by=("average", "place"))
    nights = tables.Column(verbose_name=_("Nights"), order_by=("nights", "place"))
    counted = tables.Column(verbose_name=_("Counted"), order_by=("counted", "place"))
    dashes = tables.Column(verbose_name=_("Dashes"), order_by=("dashes", "place"))

    def render_place(self, record: StandingRow) -> SafeString:
        row = record.row
        moved = _arrow(record.moved, get_language())
        return format_html("<td>{}{}{}</td>", row.rank or "–", shared(row.tied), moved)

    def render_name(self, record: StandingRow) -> SafeString:
        link = '<a href="{}">{}</a>' if record.address else "{1}"
        name = format_html(link, record.address, record.name)
        small = format_html(" <small>{}</small>", record.remarks) if record.remarks else NOTHING
        return format_html('<th scope="row">{}{}</th>', name, small)

    def render_points(self, record: StandingRow) -> SafeString:
        return _points(record.row.points)

    def render_average(self, record: StandingRow) -> SafeString:
        return _points(record.row.average)

    def render_nights(self, record: StandingRow) -> SafeString:
        return cell(record.row.nights)

    def render_counted(self, record: StandingRow) -> SafeString:
        return cell(record.row.counted)

    def render_dashes(self, record: StandingRow) -> SafeString:
        return cell(dashes_of(record.row))


class AverageStanding(Standing):
    """The table of a standing in which the average decides the places."""

    points = tables.Column(verbose_name=_("Average"), order_by=("points", "place"))


def _points(points: Points | None) -> SafeString:
    return cell("" if points is None else figure(points))


@lru_cache(maxsize=1000)
def _arrow(moved: int | str | None, _language: str | None) -> SafeString:
    """Return the player's move in words. The style sheet adds the arrow."""
    if moved is None:
        return NOTHING
    spoken = moved_in_words(moved)
    if not isinstance(moved, int):
        return format_html(' <span class="new">{}</span>', spoken)
    kind = "up" if moved > 0 else "down" if moved else "same"
    places = format_html('<span aria-hidden="true">{}</span>', abs(moved)) if moved else NOTHING
    html = ' <span class="{}">{}<span class="spoken">, {}</span></span>'
    return format_html(html, kind, places, spoken)


# The nights


def night_columns(headings: Iterable[SafeString]) -> list[PartColumn]:
    language = get_language()
    return [
        PartColumn(heading, partial(_night, number, language))
        for number, heading in enumerate(headings)
    ]


def _night(number: int, language: str | None, record: StandingRow) -> SafeString:
    tally = record.row.tallies[number]
    return _night_cell(tally.points, tally.state, tally.how, tally.dropped, language)


@lru_cache(maxsize=10_000)
def _night_cell(
    points: Points | None, state: str, how: str, is_dropped: bool, language: str | None
) -> SafeString:
    """Return the cell with what a night counts, and remarks for screen readers. The result is
    cached, because thousands of cells have few different contents.
    """
    meanings = _words(language)
    missed = [code for code in (state, how) if code in meanings]
    remarks = [meanings[code] for code in missed] + [gettext("does not count")] * is_dropped
    aloud = NOTHING
    if remarks:
        aloud = format_html('<span class="spoken">, {}</span>', ", ".join(remarks))
    kinds = ["missed", *(KINDS[code] for code in missed if code in KINDS)]
    kind = format_html(' class="{}"', " ".join(kinds)) if missed else NOTHING
    text = NOT_COUNTED if points is None else figure(points)
    struck = format_html("<s>{}</s>", text) if is_dropped else text
    return format_html("<td{}>{}{}</td>", kind, struck, aloud)


@lru_cache(maxsize=100)
def _words(_language: str | None) -> dict[str, str]:
    return words()
