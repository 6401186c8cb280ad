"""Lines from left to right: where some stand after each night."""

from collections.abc import Sequence
from itertools import groupby

from tournaments.standings.charts import scale
from tournaments.standings.charts.shapes import BOTTOM, LEFT, RIGHT, TOP, Chart, Line, Tick, Value

GAP = 34  # between labels
CROWD = 20  # points that each have a dot

Values = Sequence[int | None]
Point = tuple[int, int]


def lines(series: Sequence[tuple[str, Values]], along: Sequence[str], last: int) -> Chart:
    """Each with its label; of places, so the first is on top. `last`: the last place there is."""
    marks = scale.places(last)
    wide = [across(n, len(along)) for n in range(len(along))]
    found = [
        [(x, _up(place, marks)) if place else None for x, place in zip(wide, values, strict=True)]
        for _label, values in series
    ]
    ends = [next((one[1] for one in reversed(points) if one), BOTTOM) for points in found]
    beside = scale.asunder(ends, GAP, (TOP, BOTTOM))
    return Chart(
        up=[Tick(_up(mark, marks), str(mark)) for mark in marks],
        along=[Tick(wide[n], along[n]) for n in scale.some(len(along))],
        lines=[
            Line(_path(points), _dots(points), label, height)
            for (label, _values), points, height in zip(series, found, beside, strict=True)
        ],
    )


def across(number: int, many: int) -> int:
    """One alone stands in the middle."""
    return scale.at(number, (0, many - 1), (LEFT, RIGHT)) if many > 1 else (LEFT + RIGHT) // 2


def _up(place: Value, marks: Sequence[Value]) -> int:
    return scale.at(place, (marks[0], marks[-1]), (TOP, BOTTOM))


def _dots(points: Sequence[Point | None]) -> list[Point]:
    """In a crowd only of those that no line leads to."""
    around = [None, *points, None]
    return [
        one
        for before, one, after in zip(around, points, around[2:], strict=False)
        if one and (len(points) <= CROWD or before is after is None)
    ]


def _path(points: Sequence[Point | None]) -> str:
    pieces = [list(group) for there, group in groupby(points, key=bool) if there]
    return " ".join(
        "M" + " L".join(f"{one[0]} {one[1]}" for one in piece if one) for piece in pieces
    )
