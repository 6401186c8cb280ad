from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tournaments.standings.chart_shapes import scale
from tournaments.standings.chart_shapes.shapes import (
    BOTTOM,
    LEFT,
    NAMED,
    RIGHT,
    TOP,
    Chart,
    Line,
    Tick,
)

GAP = 34  # between labels
CLOSE = 8  # as many places are all equally far apart
CROWD = 20  # up to this many points, each has a dot

Values = Sequence[int | None]
Point = tuple[int, int]


class Series(NamedTuple):
    """A figure that is None leaves a gap."""

    label: str
    values: Values
    kind: str = ""


def draw_lines(
    series: Sequence[Series], along: Sequence[str], last: int, *, named: bool = False
) -> Chart:
    """Draw places, the first on top; the last of `series` lies over the others. With `named`, names
    stand at the ends of the lines, and the axis is stretched near the first places, where most of
    them end.
    """
    is_steep = named and last > CLOSE
    marks = (
        scale.choose_steep_places(last, (TOP, BOTTOM), GAP)
        if is_steep
        else scale.choose_places(last)
    )
    up = scale.place_on_steep_axis if is_steep else scale.place_on_axis
    right = NAMED if named else RIGHT
    wide = [place_point(n, len(along), right) for n in range(len(along))]
    heights = {place: up(place, (1, marks[-1]), (TOP, BOTTOM)) for place in range(1, last + 1)}
    all_points = [
        [(x, heights[place]) if place else None for x, place in zip(wide, item.values, strict=True)]
        for item in series
    ]
    ends = [
        next((point[1] for point in reversed(points) if point), BOTTOM) for points in all_points
    ]
    beside = scale.spread_labels(ends, GAP, (TOP, BOTTOM))
    return Chart(
        up=[Tick(up(mark, (1, marks[-1]), (TOP, BOTTOM)), str(mark)) for mark in marks],
        right=right,
        along=[Tick(wide[n], along[n]) for n in scale.choose_labelled(len(along))],
        lines=[
            Line(_path(points), _dots(points), item.label, height, item.kind, end)
            for item, points, height, end in zip(series, all_points, beside, ends, strict=True)
        ],
    )


def place_point(number: int, many: int, right: int) -> int:
    return (
        scale.place_on_axis(number, (0, many - 1), (LEFT, right))
        if many > 1
        else (LEFT + right) // 2
    )


def _dots(points: Sequence[Point | None]) -> list[Point]:
    """In a chart with many points, only one between two gaps gets a dot, as no line shows it."""
    around = [None, *points, None]
    return [
        point
        for before, point, after in zip(around, points, around[2:], strict=False)
        if point and (len(points) <= CROWD or before is after is None)
    ]


def _path(points: Sequence[Point | None]) -> str:
    pieces = [list(group) for known, group in groupby(points, key=bool) if known]
    return " ".join(
        "M" + " L".join(f"{point[0]} {point[1]}" for point in piece if point) for piece in pieces
    )
