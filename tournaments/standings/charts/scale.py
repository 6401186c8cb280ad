"""Which figures stand along an axis, and where things are on it."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

from tournaments.standings.charts.shapes import Value

MOST_UP, MOST_ALONG = 5, 6


def ticks(low: Value, high: Value) -> list[Value]:
    """Round figures, at most seven, around all from low to high: 1, 2 or 5 and noughts apart."""
    step = _step(Fraction(high) - Fraction(low))
    first, last = low // step, -(-high // step)
    return [_plain(step * n) for n in range(first, max(last, first + 1) + 1)]


def places(last: int) -> list[Value]:
    """From the first place to the last, and round ones in between."""
    step = max(int(_step(Fraction(last))), 1)
    between = [n for n in range(step, last, step) if 1 < n <= last - (step + 1) // 2]
    return list(dict.fromkeys([1, *between, max(last, 2)]))


def _step(span: Fraction) -> Fraction:
    """The smallest round one of which five cover the span; half a point is the least."""
    if span <= Fraction(5, 2):
        return Fraction(1, 2)
    return next(
        Fraction(one * 10**noughts)
        for noughts in count()
        for one in (1, 2, 5)
        if span <= one * 10**noughts * MOST_UP
    )


def _plain(figure: Fraction) -> Value:
    return int(figure) if figure.denominator == 1 else figure


def at(value: Value, ends: tuple[Value, Value], room: tuple[int, int]) -> int:
    """Where a figure is in the room, of which the ends stand for these two."""
    whole, part = ends[1] - ends[0], (value - ends[0]) * (room[1] - room[0])
    return room[0] + int((2 * part + whole) // (2 * whole))


def some(many: int) -> list[int]:
    """Which of so many get their words below: the last, and others as far apart."""
    step = -(-many // MOST_ALONG)
    return list(range((many - 1) % step, many, step)) if many else []


def asunder(wanted: Sequence[int], gap: int, room: tuple[int, int]) -> list[int]:
    """Close to where they are wanted, and none over another as far as there is room."""
    order = sorted(range(len(wanted)), key=lambda n: wanted[n])
    gap = min(gap, (room[1] - room[0]) // max(len(wanted) - 1, 1))
    found = [0] * len(wanted)
    least = room[0]
    for n in order:
        found[n] = max(wanted[n], least)
        least = found[n] + gap
    most = room[1]
    for n in reversed(order):
        found[n] = min(found[n], most)
        most = found[n] - gap
    return found
