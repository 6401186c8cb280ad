from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.standings import chart_shapes
from tournaments.standings.chart_shapes import Bar, Chart, ChartLine, Series
from tournaments.standings.pages.career import PlayerNight
from tournaments.standings.pages.places import Number
from tournaments.standings.pages.read_standing import DivisionStanding, StandingRow
from tournaments.standings.pages.standing import format_points


class ChartWithTable(NamedTuple):
    key: str  # unique on the page
    title: str
    said: str  # the chart in words, for screen readers
    chart: Chart
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    brief: str = ""  # beside the title of a folded chart

    @property
    def bars(self) -> SafeString:
        return SafeString("".join(map(_bar, self.chart.bars)))

    @property
    def lines(self) -> SafeString:
        drawn = enumerate(self.chart.lines, 1)
        return SafeString("".join([_line(line, n, self.chart.right) for n, line in drawn]))


def _bar(bar: Bar) -> str:
    return (
        f'<rect class="chart-bar{" marked" * bar.marked}" x="{bar.x}" y="{bar.y}"'
        f' width="{bar.width}" height="{bar.height}"/>'
    )


def _line(line: ChartLine, number: int, right: int) -> str:
    dots = "".join([f'<circle cx="{x}" cy="{y}" r="6"/>' for x, y in line.dots])
    if line.label:
        dots += f'<path class="to" d="M{right + 8} {line.end}L{right + 26} {line.beside}"/>'
    return f'<g class="line line-{line.kind or number}"><path d="{line.path}"/>{dots}</g>'


def draw_places(nights: Sequence[PlayerNight], ranked: int) -> ChartWithTable | None:
    """`nights` has the latest first. A single place is no line."""
    nights = nights[::-1]
    places = [night.place_after for night in nights]
    known = [place for place in places if place]
    if len(known) < 2:
        return None
    days = [short_day_in_words(night.day) for night in nights]
    chart = chart_shapes.draw_lines([Series("", places)], days, max([ranked, *known]))
    description = gettext(
        "Place %(first)s at first and %(last)s at last; the highest was %(best)s, the lowest"
        " %(worst)s."
    ) % {"first": known[0], "last": known[-1], "best": min(known), "worst": max(known)}
    rows = [
        (day_in_words(night.day), str(night.place_after or "–"), _points(night.total_after))
        for night in nights
    ]
    heads = (gettext("Night"), gettext("Place"), gettext("Total"))
    title = gettext("Place after each night")
    brief = gettext("from %(first)s to %(last)s") % {"first": known[0], "last": known[-1]}
    return ChartWithTable("curve", title, description, chart, heads, rows, brief=brief)


def draw_nights(nights: Sequence[PlayerNight], *, low: bool) -> ChartWithTable | None:
    nights = nights[::-1]
    known = [night.points for night in nights if night.points is not None]
    if not known:
        return None
    values = [
        (None if night.points is None else Fraction(night.points), not night.is_whole)
        for night in nights
    ]
    days = [short_day_in_words(night.day) for night in nights]
    chart = chart_shapes.draw_bars(values, days, format_points)
    heads = (gettext("Night"), gettext("Points"), gettext("Remarks"))
    rows = [(day_in_words(night.day), _points(night.points), night.remarks) for night in nights]
    notes = [gettext("Lower bars are better.")] if low else []
    if any(bar.marked for bar in chart.bars):
        notes.append(gettext("Dashed: not there for all of it."))
    title = gettext("Points of each night")
    said = {"least": format_points(min(known)), "most": format_points(max(known))}
    return ChartWithTable(
        "nights",
        title,
        gettext("From %(least)s to %(most)s points a night.") % said,
        chart,
        heads,
        rows,
        note=" ".join(notes),
        brief=gettext("%(least)s to %(most)s") % said,
    )


LEADERS = 5


def draw_leaders(
    days: Sequence[date], division: DivisionStanding, own: Collection[int] = ()
) -> ChartWithTable | None:
    """A single night is no line."""
    ranked = [row for row in division.rows if row.place]
    lead = ranked[:LEADERS] + [row for row in ranked[LEADERS:] if row.player in own]
    if len(days) < 2 or not lead:
        return None
    names, places = [row.name for row in lead], [row.places for row in lead]
    last = max(place for item in places for place in item if place)
    series = [
        Series(label, row.places, "own" if row.player in own else str(number))
        for number, (label, row) in enumerate(zip(_labels(lead, own), lead, strict=True), 1)
    ]
    series.reverse()  # the leader over the others
    series.sort(key=lambda item: item.kind == "own")
    chart = chart_shapes.draw_lines(
        series, [short_day_in_words(day) for day in days], last, named=True
    )
    rows = [
        (day_in_words(day), *(str(place or "–") for place in after))
        for day, after in zip(days, zip(*places, strict=True), strict=True)
    ]
    title = gettext("Places after each night")
    if division.number is not None:
        title += f" · {gettext('division %(number)s') % {'number': division.number}}"
    return ChartWithTable(
        f"leaders-{division.number or 0}",
        title,
        gettext("%(names)s, night by night.") % {"names": ", ".join(names)},
        chart,
        (gettext("Night"), *names),
        rows,
    )


LONGEST = 13  # letters that fit behind the end of a line


def _labels(lead: Sequence[StandingRow], own: Collection[int]) -> list[str]:
    """Those of the same first name get their whole name; the viewer, if it is one, is "you"."""
    firsts = Counter(row.first_name for row in lead)
    names = [row.first_name if firsts[row.first_name] == 1 else row.name for row in lead]
    names = [f"{name[: LONGEST - 1]}…" if len(name) > LONGEST else name for name in names]
    you = gettext("you") if sum(row.player in own for row in lead) == 1 else ""
    return [
        f"{row.place} {you if you and row.player in own else name}"
        for row, name in zip(lead, names, strict=True)
    ]


def _points(points: Number | None) -> str:
    return "–" if points is None else format_points(points)


def short_day_in_words(day: date) -> str:
    return date_format(day, "DAY_AND_MONTH_FORMAT")


def day_in_words(day: date) -> str:
    return date_format(day, "DATE_FORMAT")
