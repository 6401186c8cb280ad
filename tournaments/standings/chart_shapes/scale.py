from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import log

from tournaments.standings.chart_shapes.shapes import Value

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
