"""The table of a night's result, with a column for each round."""

from functools import partial

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.nights.pages.result import Result
from tournaments.standings.pages.place_tables import (
    NOTHING,
    SHORT,
    DivisionTable,
    PartColumn,
    PlaceTable,
    build_cell,
    shared_in_words,
)
from tournaments.standings.pages.standing_rows import StandingRow, dashes_in_words, format_points
from tournaments.standings.rules import Points, RoundPoints
from tournaments.standings.rules.breakdown import (
    MISSED,
    OUT_BONUS,
    OUT_FIXED,
    OUT_LATER,
    OUT_MEAN,
    OUT_OWN,
    PIECE,
    WAITING,
)

HOW = {
    OUT_OWN: _("no table: the own average of this night"),
    OUT_MEAN: _("no table: what a round of this night is on average"),
    OUT_BONUS: _("no table: the points for being there"),
    OUT_FIXED: _("no table: what the season gives for that"),
    OUT_LATER: _("no table: what that counts follows once everybody is equally far"),
    WAITING: _("not begun"),
    PIECE: _("not there for all of it"),
    MISSED: _("not there"),
}
OPEN, MISSED_ROUND = SafeString(' class="open"'), SafeString(' class="missed"')


class ResultTable(PlaceTable):
    """The table with the standing of a night. The columns `pace` (average per game) and `games` are
    shown only while some tables have played more games than others.
    """

    pace = tables.Column(
        verbose_name=_("Avg."), order_by=("pace", "place")
    )  # short: a phone has little room
    written = tables.Column(verbose_name=_("On the form"), order_by=("written", "place"))
    games = tables.Column(verbose_name=_("Games"), order_by=("games", "place"))
    dashes = tables.Column(verbose_name=_("Dashes"), order_by=("dashes", "place"))

    class Meta:
        sequence = ("place", "name", "pace", "points", "written", "games", "dashes", "...")

    def __init__(self, result: Result) -> None:
        self.result = result
        there = {
            **dict.fromkeys(("pace", "games"), result.uneven),
            "dashes": result.dashes,
            "written": result.places,
        }
        several = result.rounds if len(result.rounds) > 1 else ()
        super().__init__(
            DivisionTable(None, result.lines, {}, {}),
            [name for name, is_there in there.items() if not is_there],
            [PartColumn(_heading(n), partial(self._round, i)) for i, n in enumerate(several)],
            label=gettext("Result"),
            query=f"round={result.shown}&",
            kind="night",
        )

    @property
    def short_heads(self) -> list[tuple[str, str]]:
        """Return each short heading that the page explains, with its full text."""
        column = self.base_columns["dashes"]
        return [(str(SHORT["dashes"]), str(column.verbose_name))] if self.result.dashes else []

    def render_place(self, record: StandingRow) -> SafeString:
        row = record.row
        if not row.tied:
            return build_cell(row.rank or "–")
        return format_html("<td>{}{}</td>", row.rank or "–", shared_in_words(row.tied))

    def render_name(self, record: StandingRow) -> SafeString:
        cell = super().render_name(record)
        if record.row.rank or not record.remarks:
            return cell
        return SafeString(
            cell.replace("</th>", format_html(" <small>{}</small></th>", record.remarks))
        )

    def build_attributes(self, record: StandingRow) -> SafeString:
        rank = record.row.rank
        kind = ' class="lead"' if rank == 1 else "" if rank else ' class="below"'
        return SafeString(f' id="{record.anchor}"{kind}')

    def render_pace(self, record: StandingRow) -> SafeString:
        return build_cell(_text(record.row.pace))

    def render_points(self, record: StandingRow) -> SafeString:
        text = _text(record.row.points)
        if any(map(self._is_open, record.row.tallies[0].slices)):
            return format_html("<td{}>{}</td>", OPEN, text)
        return build_cell(text)

    def render_written(self, record: StandingRow) -> SafeString:
        return build_cell(_text(record.row.game_points))

    def render_games(self, record: StandingRow) -> SafeString:
        return build_cell(record.row.games)

    def render_dashes(self, record: StandingRow) -> SafeString:
        return build_cell(dashes_in_words(record.row))

    def _round(self, number: int, record: StandingRow) -> SafeString:
        points = record.row.tallies[0].slices[number]
        is_open, spoken = self._is_open(points), ""
        if points.how in HOW:
            spoken = str(HOW[points.how])
        elif is_open:
            spoken = gettext("not final yet")
        aloud = format_html('<span class="spoken">, {}</span>', spoken) if spoken else NOTHING
        kind = MISSED_ROUND if points.how in HOW else OPEN if is_open else NOTHING
        return format_html("<td{}>{}{}</td>", kind, _text(points.points), aloud)

    def _is_open(self, points: RoundPoints) -> bool:
        """Return whether these points of a round may still change. Points from playing may change
        until the table has approved its sheet. Points for sitting out are an average, which may
        change until the night is closed.
        """
        progress = self.result.how
        if points.how in (OUT_OWN, OUT_MEAN):
            return bool(progress)
        how = progress.get(points.share.table) if points.share else None
        return how is not None and not how.approved


def _heading(number: int) -> SafeString:
    long, short = gettext("Round %(number)s"), gettext("R%(number)s")
    words = {"number": number}
    return format_html('<abbr title="{}">{}</abbr>', long % words, short % words)


def _text(points: Points | None) -> str:
    return "–" if points is None else format_points(points)
