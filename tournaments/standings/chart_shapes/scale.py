"""The labels of a chart's axis, and positions on that axis."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import log

from tournaments.standings.chart_shapes.shapes import Value

MOST_UP, MOST_ALONG = 5, 6


def choose_ticks(low: Value, high: Value) -> list[Value]:
    """Return the round numbers that label an axis: at most seven, at equal distances, covering
    everything from `low` to `high`. The distance between two of them is half a point, or 1, 2 or 5
    times a power of ten.
    """
    step = _step(Fraction(high) - Fraction(low))
    first, last = low // step, -(-high // step)
    return [_plain(step * n) for n in range(first, max(last, first + 1) + 1)]


def choose_places(last: int) -> list[Value]:
    """Return the places to label on an axis of places from 1 to `last`: the first, the last, and
    round numbers between them.
    """
    step = max(int(_step(Fraction(last))), 1)
    between = [n for n in range(step, last, step) if 1 < n <= last - (step + 1) // 2]
    return list(dict.fromkeys([1, *between, max(last, 2)]))


def choose_steep_places(last: int, room: tuple[int, int], gap: int) -> list[Value]:
    """Return the places to label on a "steep" axis, on which each place takes less room than the
    one above. They are the first place, the last, and round numbers between them. `room` has the
    positions of the two ends of the axis. Labels are at least `gap` apart in the drawing.
    """
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
    """Return the position of the place `value` on a "steep" axis, on which each place takes less
    room than the one above. `ends` has the first and the last place on the axis, and `room` their
    positions in the drawing.
    """
    return room[0] + round((room[1] - room[0]) * log(value) / log(ends[1]))


def _step(span: Fraction) -> Fraction:
    """Return the distance between the labels of an axis: the smallest of 0.5, 1, 2, 5, 10, 20 and
    so on with which five such distances cover `span`.
    """
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
    """Return the position of a figure on an axis, in the units of the drawing. `ends` are the
    figures at the two ends of the axis, and `room` has the positions of these ends.
    """
    whole, part = ends[1] - ends[0], (value - ends[0]) * (room[1] - room[0])
    return room[0] + int((2 * part + whole) // (2 * whole))


def choose_labelled(many: int) -> list[int]:
    """Return the indexes of the points of an axis that get a label, out of `many` points. They are
    at equal distances, and the last point always has a label.
    """
    step = -(-many // MOST_ALONG)
    return list(range((many - 1) % step, many, step)) if many else []


def spread_labels(wanted: Sequence[int], gap: int, room: tuple[int, int]) -> list[int]:
    """Return positions for the labels of lines: close to the `wanted` positions, but at least `gap`
    apart, so that the labels do not overlap. All lie between the two positions in `room`. If there
    is too little room, the gap becomes smaller.
    """
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
