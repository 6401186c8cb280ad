"""Positions in a box, in whole numbers from its upper left corner, for templates to draw."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count, groupby
from math import log
from typing import NamedTuple

Value = int | Fraction

WIDTH, HEIGHT = 720, 400  # shown at half this size on a phone
LEFT, RIGHT, TOP, BOTTOM = 76, 660, 24, 340  # the area of the figures; labels stand around it
NAMED = 500  # instead of RIGHT, where lines have names at their ends


class Tick(NamedTuple):
    at: int
    words: str


class ChartLine(NamedTuple):
    path: str  # an SVG path
    dots: list[tuple[int, int]]
    label: str
    beside: int  # height of the label at the line's end
    kind: str = ""  # how it is drawn, such as dashed
    end: int = BOTTOM  # height of the line's end


class Bar(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    marked: bool


class Chart(NamedTuple):
    up: list[Tick]  # on the left
    along: list[Tick]  # below
    lines: list[ChartLine] = []
    bars: list[Bar] = []
    base: int = BOTTOM  # the line that bars stand on, or hang from
    right: int = RIGHT  # where the area of the figures ends


MOST_UP, MOST_ALONG = 5, 6


def choose_ticks(low: Value, high: Value) -> list[Value]:
    """Return at most seven round numbers at equal distances, which cover everything."""
    step = _step(Fraction(high) - Fraction(low))
    first, last = low // step, -(-high // step)
    return [_plain(step * n) for n in range(first, max(last, first + 1) + 1)]


def choose_places(last: int) -> list[Value]:
    """Return the first place, the last, and round numbers between them."""
    step = max(int(_step(Fraction(last))), 1)
    between = [n for n in range(step, last, step) if 1 < n <= last - (step + 1) // 2]
    return list(dict.fromkeys([1, *between, max(last, 2)]))


def choose_steep_places(last: int, room: tuple[int, int], gap: int) -> list[Value]:
    """On a steep axis, each place takes less room than the one above. Labels are `gap` apart."""
    last = max(last, 2)
    marks: list[Value] = [1]
    for place in (digit * 10**zeros for zeros in range(4) for digit in (2, 3, 5, 10)):
        here, before, end = (
            place_on_steep_axis(n, (1, last), room) for n in (place, marks[-1], last)
        )
        if here - before >= gap and end - here >= gap:
            marks.append(place)
    return [*marks, last]


def place_on_steep_axis(value: Value, ends: tuple[Value, Value], room: tuple[int, int]) -> int:
    return room[0] + round((room[1] - room[0]) * log(value) / log(ends[1]))


def _step(span: Fraction) -> Fraction:
    """Return the smallest of 0.5, 1, 2, 5, 10, 20 and so on of which five cover `span`."""
    if span <= Fraction(5, 2):
        return Fraction(1, 2)
    return next(
        Fraction(digit * 10**zeros)
        for zeros in count()
        for digit in (1, 2, 5)
        if span <= digit * 10**zeros * MOST_UP
    )


def _plain(figure: Fraction) -> Value:
    return int(figure) if figure.denominator == 1 else figure


def place_on_axis(value: Value, ends: tuple[Value, Value], room: tuple[int, int]) -> int:
    whole, part = ends[1] - ends[0], (value - ends[0]) * (room[1] - room[0])
    return room[0] + int((2 * part + whole) // (2 * whole))


def choose_labelled(many: int) -> list[int]:
    """Return the indexes at equal distances of which the last point is one."""
    step = -(-many // MOST_ALONG)
    return list(range((many - 1) % step, many, step)) if many else []


def spread_labels(wanted: Sequence[int], gap: int, room: tuple[int, int]) -> list[int]:
    """Return positions close to the wanted ones, `gap` apart; less, if there is too little room."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    gap = min(gap, (room[1] - room[0]) // max(len(wanted) - 1, 1))
    positions = [0] * len(wanted)
    least = room[0]
    for n in order:
        positions[n] = max(wanted[n], least)
        least = positions[n] + gap
    most = room[1]
    for n in reversed(order):
        positions[n] = min(positions[n], most)
        most = positions[n] - gap
    return positions


WIDEST, THINNEST = 56, 2


def draw_bars(
    values: Sequence[tuple[Value | None, bool]],
    along: Sequence[str],
    written: Callable[[Value], str],
) -> Chart:
    """`values` has a figure for each bar, and whether the bar is highlighted. None leaves a gap."""
    known = [value for value, _marked in values if value is not None]
    marks = choose_ticks(min(0, *known, 0), max(0, *known, 0))
    base = _up(0, marks)
    room = (RIGHT - LEFT) // max(len(values), 1)
    width = max(min(WIDEST, room * 3 // 4), THINNEST)
    return Chart(
        up=[Tick(_up(mark, marks), written(mark)) for mark in marks],
        along=[Tick(_middle(n, len(values)), along[n]) for n in choose_labelled(len(along))],
        bars=[
            Bar(
                _middle(n, len(values)) - width // 2, min(end, base), width, abs(end - base), marked
            )
            for n, (value, marked) in enumerate(values)
            if value is not None
            for end in [_up(value, marks)]
        ],
        base=base,
    )


def _up(value: Value, marks: Sequence[Value]) -> int:
    return place_on_axis(value, (marks[0], marks[-1]), (BOTTOM, TOP))


def _middle(number: int, many: int) -> int:
    return LEFT + (RIGHT - LEFT) * (2 * number + 1) // (2 * many)


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
    marks = choose_steep_places(last, (TOP, BOTTOM), GAP) if is_steep else choose_places(last)
    up = place_on_steep_axis if is_steep else place_on_axis
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
    beside = spread_labels(ends, GAP, (TOP, BOTTOM))
    return Chart(
        up=[Tick(up(mark, (1, marks[-1]), (TOP, BOTTOM)), str(mark)) for mark in marks],
        right=right,
        along=[Tick(wide[n], along[n]) for n in choose_labelled(len(along))],
        lines=[
            ChartLine(_path(points), _dots(points), item.label, height, item.kind, end)
            for item, points, height, end in zip(series, all_points, beside, ends, strict=True)
        ],
    )


def place_point(number: int, many: int, right: int) -> int:
    return place_on_axis(number, (0, many - 1), (LEFT, right)) if many > 1 else (LEFT + right) // 2


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
