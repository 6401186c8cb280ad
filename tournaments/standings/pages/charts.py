"""Charts with their texts: a title, a description, and the figures as a table."""

from collections.abc import Collection, Sequence
from datetime import date
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournaments.standings import charts
from tournaments.standings.charts import Chart
from tournaments.standings.history import History, Step
from tournaments.standings.pages.member_results import Results
from tournaments.standings.pages.place_tables import DivisionTable
from tournaments.standings.pages.standing_rows import StandingRow, figure
from tournaments.standings.rules import Points
from tournaments.standings.rules.breakdown import PLAYED


class ChartWithTable(NamedTuple):
    key: str  # unique on the page
    title: str
    said: str  # the chart in words, for screen readers
    chart: Chart
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    legend: Sequence[tuple[str, str]] = ()  # the label of a line and the player's name
    own: str = ""  # the label of the viewer's own line
    note: str = ""

    @property
    def body(self) -> SafeString:
        """The rows of the table in HTML. They are built here, because a template is slow for
        hundreds of cells.
        """
        return SafeString("".join(map(_in_html, self.rows)))


def _in_html(row: Sequence[str]) -> str:
    head, *cells = row
    written = "".join([f"<td>{escape(cell)}</td>" for cell in cells])
    return f'<tr><th scope="row">{escape(head)}</th>{written}</tr>'


def curve(history: History, player: int, ranked: int) -> ChartWithTable | None:
    """Return the chart of a player's place after each night. Return None if the player never had a
    place.
    """
    steps = [history.steps[number].get(player) for number in history.days]
    places = [step.rank if step else None for step in steps]
    known = [place for place in places if place]
    if not known:
        return None
    chart = charts.draw_lines([("", places)], _days(history), max([ranked, *known]))
    description = gettext(
        "Place %(first)s at first and %(last)s at last; the highest was %(best)s, the lowest"
        " %(worst)s."
    ) % {"first": known[0], "last": known[-1], "best": min(known), "worst": max(known)}
    heads = (gettext("Night"), gettext("Place"), gettext("Total"))
    days = history.days.values()
    rows = [(_day(day), *_stood(step)) for day, step in zip(days, steps, strict=True)]
    return ChartWithTable(
        "curve", gettext("Place after each night"), description, chart, heads, rows
    )


def nights(history: History, own: Results) -> ChartWithTable | None:
    """Return the chart of what each night counts for a player. Return None if no night counts."""
    tallies, days = own.row.tallies, history.days
    known = [tally.points for tally in tallies if tally.points is not None]
    if not known:
        return None
    values = [(tally.points, tally.state != PLAYED) for tally in tallies]
    chart = charts.bars(values, [_short(days[tally.night]) for tally in tallies], figure)
    description = gettext("From %(least)s to %(most)s points a night.") % {
        "least": figure(min(known)),
        "most": figure(max(known)),
    }
    heads = (gettext("Night"), gettext("Points"), gettext("Remarks"))
    rows = [(_day(line.day), line.points or "–", line.remarks) for line in reversed(own.lines)]
    note = (
        gettext("Dashed: not there for all of it.") if any(bar.marked for bar in chart.bars) else ""
    )
    title = gettext("Points of each night")
    return ChartWithTable("nights", title, description, chart, heads, rows, note=note)


LEADERS = 5


def lead(board: DivisionTable, own: Collection[int] = ()) -> list[StandingRow]:
    """Return the rows of the leaders of a division, followed by the viewer's own row."""
    ranked = [line for line in board.lines if line.row.rank]
    return ranked[:LEADERS] + [line for line in ranked[LEADERS:] if line.row.player in own]


def leaders(
    history: History, lead: Sequence[StandingRow], division: int | None, own: Collection[int] = ()
) -> ChartWithTable | None:
    """Return the chart of these players' places after each night. Each line is labelled with a
    number. Return None if there are fewer than two nights.
    """
    if len(history.days) < 2 or not lead:
        return None
    labels = [str(number) for number in range(1, len(lead) + 1)]
    players, names = [line.row.player for line in lead], [line.name for line in lead]
    places = [[_rank(item.get(who)) for item in history.steps.values()] for who in players]
    last = max(place for item in places for place in item if place)
    chart = charts.draw_lines(list(zip(labels, places, strict=True)), _days(history), last)
    rows = [
        (_day(day), *(str(place or "–") for place in after))
        for day, after in zip(history.days.values(), zip(*places, strict=True), strict=True)
    ]
    return ChartWithTable(
        f"leaders-{division or 0}",
        gettext("Places after each night"),
        gettext("%(names)s, night by night.") % {"names": ", ".join(names)},
        chart,
        (gettext("Night"), *names),
        rows,
        legend=list(zip(labels, names, strict=True)),
        own=next((label for label, who in zip(labels, players, strict=True) if who in own), "-"),
    )


def _rank(step: Step | None) -> int | None:
    return step.rank if step else None


def _stood(step: Step | None) -> tuple[str, str]:
    return (str(step.rank or "–"), _points(step.points)) if step else ("–", "–")


def _points(points: Points | None) -> str:
    return "–" if points is None else figure(points)


def _days(history: History) -> list[str]:
    return [_short(day) for day in history.days.values()]


def _short(day: date) -> str:
    return _written(day, "DAY_AND_MONTH_FORMAT", get_language())


def _day(day: date) -> str:
    return _written(day, "DATE_FORMAT", get_language())


@lru_cache(maxsize=1000)
def _written(day: date, form: str, _language: str | None) -> str:
    """Return the date in the active language. The language is an argument because the result is
    cached.
    """
    return date_format(day, form)
