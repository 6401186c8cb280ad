"""Line charts: the places of some players after each night."""

from collections.abc import Sequence
from itertools import groupby

from tournaments.standings.charts import scale
from tournaments.standings.charts.shapes import BOTTOM, LEFT, RIGHT, TOP, Chart, Line, Tick, Value

GAP = 34  # between labels
CROWD = 20  # up to this many points, each has a dot

Values = Sequence[int | None]
Point = tuple[int, int]


def draw_lines(series: Sequence[tuple[str, Values]], along: Sequence[str], last: int) -> Chart:
    """Return a line chart of places, with the first place on top. Each line comes with its label.
    `last` is the lowest place.
    """
    marks = scale.places(last)
    wide = [across(n, len(along)) for n in range(len(along))]
    all_points = [
        [(x, _up(place, marks)) if place else None for x, place in zip(wide, values, strict=True)]
        for _label, values in series
    ]
    ends = [
        next((point[1] for point in reversed(points) if point), BOTTOM) for points in all_points
    ]
    beside = scale.asunder(ends, GAP, (TOP, BOTTOM))
    return Chart(
        up=[Tick(_up(mark, marks), str(mark)) for mark in marks],
        along=[Tick(wide[n], along[n]) for n in scale.some(len(along))],
        lines=[
            Line(_path(points), _dots(points), label, height)
            for (label, _values), points, height in zip(series, all_points, beside, strict=True)
        ],
    )


def across(number: int, many: int) -> int:
    """Return the horizontal position of a point. If there is only one point, it is in the
    middle.
    """
    return scale.at(number, (0, many - 1), (LEFT, RIGHT)) if many > 1 else (LEFT + RIGHT) // 2


def _up(place: Value, marks: Sequence[Value]) -> int:
    return scale.at(place, (marks[0], marks[-1]), (TOP, BOTTOM))


def _dots(points: Sequence[Point | None]) -> list[Point]:
    """Return the points to mark with a dot. A chart with many points has dots only at single
    points, through which no line is drawn.
    """
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
