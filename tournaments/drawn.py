"""Charts with their words: a title, what there is to see, and the figures as a table."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments import charts
from tournaments.board_lines import figure
from tournaments.charts import Chart
from tournaments.history import History, Step
from tournaments.own_results import Results
from tournaments.standings import Points
from tournaments.standings.shown import PLAYED


class Drawn(NamedTuple):
    key: str  # tells the charts of a page apart
    title: str
    said: str  # what it shows, for who does not see it
    chart: Chart
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    legend: Sequence[tuple[str, str]] = ()  # the label of a line, and whose it is
    own: str = ""  # the label of the line of who looks
    note: str = ""


def curve(history: History, player: int, ranked: int) -> Drawn:
    """Where somebody stood after each night."""
    steps = [history.steps[number].get(player) for number in history.days]
    places = [one.rank if one else None for one in steps]
    known = [place for place in places if place]
    chart = charts.lines([("", places)], _days(history), max([ranked, *known]))
    said = gettext("No place yet.")
    if known:
        said = gettext(
            "Place %(first)s at first and %(last)s at last; the highest was %(best)s, the lowest"
            " %(worst)s."
        ) % {"first": known[0], "last": known[-1], "best": min(known), "worst": max(known)}
    heads = (gettext("Night"), gettext("Place"), gettext("Total"))
    days = history.days.values()
    rows = [(_day(day), *_stood(one)) for day, one in zip(days, steps, strict=True)]
    return Drawn("curve", gettext("Place after each night"), said, chart, heads, rows)


def nights(history: History, own: Results) -> Drawn:
    """What each night counts for somebody."""
    tallies, days = own.row.tallies, history.days
    values = [(one.points, one.state != PLAYED) for one in tallies]
    chart = charts.bars(values, [_short(days[one.night]) for one in tallies], figure)
    known = [one.points for one in tallies if one.points is not None]
    said = gettext("No night counts yet.")
    if known:
        said = gettext("From %(least)s to %(most)s points a night.") % {
            "least": figure(min(known)),
            "most": figure(max(known)),
        }
    heads = (gettext("Night"), gettext("Points"), gettext("Remarks"))
    rows = [(_day(line.day), line.points or "–", line.remarks) for line in reversed(own.lines)]
    note = (
        gettext("Dashed: not there for all of it.") if any(bar.marked for bar in chart.bars) else ""
    )
    title = gettext("Points of each night")
    return Drawn("nights", title, said, chart, heads, rows, note=note)


def standing(history: History, names: Mapping[int, str], lead: Sequence[int]) -> Drawn:
    """Where these stood after each night, each under the number of their line."""
    steps = history.steps.values()
    places = [[_rank(one.get(player)) for one in steps] for player in lead]
    last = max((place for one in places for place in one if place), default=1)
    labels = [str(number) for number in range(1, len(lead) + 1)]
    chart = charts.lines(list(zip(labels, places, strict=True)), _days(history), last)
    said = gettext("%(names)s, night by night.") % {"names": ", ".join(names[one] for one in lead)}
    heads = (gettext("Night"), *(names[player] for player in lead))
    rows = [
        (_day(day), *(str(place or "–") for place in after))
        for day, after in zip(history.days.values(), zip(*places, strict=True), strict=True)
    ]
    legend = [(label, names[player]) for label, player in zip(labels, lead, strict=True)]
    title = gettext("Places after each night")
    return Drawn("standing", title, said, chart, heads, rows, legend)


def _rank(step: Step | None) -> int | None:
    return step.rank if step else None


def _stood(step: Step | None) -> tuple[str, str]:
    return (str(step.rank or "–"), _points(step.points)) if step else ("–", "–")


def _points(points: Points | None) -> str:
    return "–" if points is None else figure(points)


def _days(history: History) -> list[str]:
    return [_short(day) for day in history.days.values()]


def _short(day: date) -> str:
    return f"{day.day}-{day.month}"


def _day(day: date) -> str:
    return date_format(day, "j F Y")
