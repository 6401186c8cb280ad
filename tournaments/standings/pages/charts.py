"""Charts with their texts: a title, a description, and the figures as a table."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date
from functools import lru_cache
from html import escape
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from tournaments.standings import chart_shapes
from tournaments.standings.chart_shapes import Bar, Chart, Line, Series
from tournaments.standings.pages.member_results import Results
from tournaments.standings.pages.read_standing import DivisionStanding, StandingRow
from tournaments.standings.pages.standing_rows import format_points
from tournaments.standings.rules import Points
from tournaments.standings.rules.breakdown import PLAYED
from tournaments.standings.season_history import History, Step


class ChartWithTable(NamedTuple):
    key: str  # unique on the page
    title: str
    said: str  # the chart in words, for screen readers
    chart: Chart
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    @property
    def body(self) -> SafeString:
        """The rows of the table in HTML. Python builds them, because a template is slow for
        hundreds of cells.
        """
        return SafeString("".join(map(_in_html, self.rows)))

    @property
    def bars(self) -> SafeString:
        """The bars in SVG. Python builds them, because a template is slow for many elements."""
        return SafeString("".join(map(_bar, self.chart.bars)))

    @property
    def lines(self) -> SafeString:
        """The lines in SVG, each with its dots and a thin line that leads to its name. Python
        builds them, because a template is slow for many elements.
        """
        drawn = enumerate(self.chart.lines, 1)
        return SafeString("".join([_line(line, n, self.chart.right) for n, line in drawn]))


def _bar(bar: Bar) -> str:
    return (
        f'<rect class="chart-bar{" marked" * bar.marked}" x="{bar.x}" y="{bar.y}"'
        f' width="{bar.width}" height="{bar.height}"/>'
    )


def _line(line: Line, number: int, right: int) -> str:
    dots = "".join([f'<circle cx="{x}" cy="{y}" r="6"/>' for x, y in line.dots])
    if line.label:
        dots += f'<path class="to" d="M{right + 8} {line.end}L{right + 26} {line.beside}"/>'
    return f'<g class="line line-{line.kind or number}"><path d="{line.path}"/>{dots}</g>'


def _in_html(row: Sequence[str]) -> str:
    head, *cells = row
    written = "".join([f"<td>{escape(cell)}</td>" for cell in cells])
    return f'<tr><th scope="row">{escape(head)}</th>{written}</tr>'


def draw_places(history: History, player: int, ranked: int) -> ChartWithTable | None:
    """Return the chart of a player's place in the season's standing after each night. `ranked` is
    the number of players with a place. Return None if the player had a place on fewer than two
    nights: one dot is no line.
    """
    steps = [history.steps[number].get(player) for number in history.days]
    places = [step.rank if step else None for step in steps]
    known = [place for place in places if place]
    if len(known) < 2:
        return None
    chart = chart_shapes.draw_lines([Series("", places)], _days(history), max([ranked, *known]))
    description = gettext(
        "Place %(first)s at first and %(last)s at last; the highest was %(best)s, the lowest"
        " %(worst)s."
    ) % {"first": known[0], "last": known[-1], "best": min(known), "worst": max(known)}
    heads = (gettext("Night"), gettext("Place"), gettext("Total"))
    days = history.days.values()
    rows = [(day_in_words(day), *_stood(step)) for day, step in zip(days, steps, strict=True)]
    return ChartWithTable(
        "curve", gettext("Place after each night"), description, chart, heads, rows
    )


def draw_nights(history: History, own: Results) -> ChartWithTable | None:
    """Return the chart of the points that each night counts for a player. `own` has the player's
    results. Return None if no night counts.
    """
    tallies, days = own.row.tallies, history.days
    known = [tally.points for tally in tallies if tally.points is not None]
    if not known:
        return None
    values = [(tally.points, tally.state != PLAYED) for tally in tallies]
    chart = chart_shapes.draw_bars(
        values, [short_day_in_words(days[tally.night]) for tally in tallies], format_points
    )
    description = gettext("From %(least)s to %(most)s points a night.") % {
        "least": format_points(min(known)),
        "most": format_points(max(known)),
    }
    heads = (gettext("Night"), gettext("Points"), gettext("Remarks"))
    rows = [
        (day_in_words(line.day), line.points or "–", line.remarks) for line in reversed(own.lines)
    ]
    notes = [gettext("Lower bars are better.")] if own.low else []
    if any(bar.marked for bar in chart.bars):
        notes.append(gettext("Dashed: not there for all of it."))
    title = gettext("Points of each night")
    return ChartWithTable("nights", title, description, chart, heads, rows, note=" ".join(notes))


LEADERS = 5


def draw_leaders(
    history: History, division: DivisionStanding, own: Collection[int] = ()
) -> ChartWithTable | None:
    """Return the chart of the leaders' places after each night, and of the viewer's `own`. Return
    None if there are fewer than two nights or no players.
    """
    ranked = [row for row in division.rows if row.place]
    lead = ranked[:LEADERS] + [row for row in ranked[LEADERS:] if row.player in own]
    if len(history.days) < 2 or not lead:
        return None
    players, names = [row.player for row in lead], [row.name for row in lead]
    places = [[_rank(item.get(who)) for item in history.steps.values()] for who in players]
    last = max(place for item in places for place in item if place)
    series = [
        Series(label, values, "own" if player in own else str(number))
        for number, (label, values, player) in enumerate(
            zip(_labels(lead, own), places, players, strict=True), 1
        )
    ]
    series.reverse()  # the leader over the others
    series.sort(key=lambda item: item.kind == "own")
    chart = chart_shapes.draw_lines(series, _days(history), last, named=True)
    rows = [
        (day_in_words(day), *(str(place or "–") for place in after))
        for day, after in zip(history.days.values(), zip(*places, strict=True), strict=True)
    ]
    return ChartWithTable(
        f"leaders-{division.number or 0}",
        _title_leaders(division.number),
        gettext("%(names)s, night by night.") % {"names": ", ".join(names)},
        chart,
        (gettext("Night"), *names),
        rows,
    )


def _title_leaders(division: int | None) -> str:
    title = gettext("Places after each night")
    if division is None:
        return title
    return f"{title} · {gettext('division %(number)s') % {'number': division}}"


LONGEST = 13  # letters that fit behind the end of a line


def _labels(lead: Sequence[StandingRow], own: Collection[int]) -> list[str]:
    """Return the label at the end of each line: the place and the first name. If two players have
    the same first name, both get the whole name. If exactly one of the players is the viewer (is in
    `own`), that label says "you".
    """
    firsts = Counter(row.first_name for row in lead)
    names = [row.first_name if firsts[row.first_name] == 1 else row.name for row in lead]
    names = [f"{name[: LONGEST - 1]}…" if len(name) > LONGEST else name for name in names]
    you = gettext("you") if sum(row.player in own for row in lead) == 1 else ""
    return [
        f"{row.place} {you if you and row.player in own else name}"
        for row, name in zip(lead, names, strict=True)
    ]


def _rank(step: Step | None) -> int | None:
    return step.rank if step else None


def _stood(step: Step | None) -> tuple[str, str]:
    return (str(step.rank or "–"), _points(step.points)) if step else ("–", "–")


def _points(points: Points | None) -> str:
    return "–" if points is None else format_points(points)


def _days(history: History) -> list[str]:
    return [short_day_in_words(day) for day in history.days.values()]


def short_day_in_words(day: date) -> str:
    return _written(day, "DAY_AND_MONTH_FORMAT", get_language())


def day_in_words(day: date) -> str:
    return _written(day, "DATE_FORMAT", get_language())


@lru_cache(maxsize=1000)
def _written(day: date, form: str, _language: str | None) -> str:
    """Return the date in the current language. `form` is the name of one of Django's date formats.
    The language is an argument only so that the cache keeps languages apart.
    """
    return date_format(day, form)
