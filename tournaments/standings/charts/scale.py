"""The marks of an axis, and positions on it."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

from tournaments.standings.charts.shapes import Value

MOST_UP, MOST_ALONG = 5, 6


def ticks(low: Value, high: Value) -> list[Value]:
    """Return at most seven round figures at equal distances. The first is at most `low`, the last
    at least `high`. Their distance is 1, 2 or 5 times a power of ten, or half a point.
    """
    step = _step(Fraction(high) - Fraction(low))
    first, last = low // step, -(-high // step)
    return [_plain(step * n) for n in range(first, max(last, first + 1) + 1)]


def places(last: int) -> list[Value]:
    """Return the places to mark: the first, the last, and round numbers between them."""
    step = max(int(_step(Fraction(last))), 1)
    between = [n for n in range(step, last, step) if 1 < n <= last - (step + 1) // 2]
    return list(dict.fromkeys([1, *between, max(last, 2)]))


def _step(span: Fraction) -> Fraction:
    """Return the smallest round step such that five steps cover the span. A step is at least half a
    point.
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


def at(value: Value, ends: tuple[Value, Value], room: tuple[int, int]) -> int:
    """Return the position of a figure on an axis. `ends` are the figures at the two ends, `room`
    the positions of these ends.
    """
    whole, part = ends[1] - ends[0], (value - ends[0]) * (room[1] - room[0])
    return room[0] + int((2 * part + whole) // (2 * whole))


def some(many: int) -> list[int]:
    """Return the indexes that get a label. They are at equal distances, and the last index is one
    of them.
    """
    step = -(-many // MOST_ALONG)
    return list(range((many - 1) % step, many, step)) if many else []


def asunder(wanted: Sequence[int], gap: int, room: tuple[int, int]) -> list[int]:
    """Return positions near the wanted ones, at least `gap` apart. If there is too little room,
    they are less far apart.
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
