from collections.abc import Callable, Sequence

from tournaments.standings.chart_shapes import scale
from tournaments.standings.chart_shapes.shapes import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    Bar,
    Chart,
    Tick,
    Value,
)

WIDEST, THINNEST = 56, 2


def draw_bars(
    values: Sequence[tuple[Value | None, bool]],
    along: Sequence[str],
    written: Callable[[Value], str],
) -> Chart:
    """`values` has a figure for each bar, and whether the bar is highlighted. None leaves a gap."""
    known = [value for value, _marked in values if value is not None]
    marks = scale.choose_ticks(min(0, *known, 0), max(0, *known, 0))
    base = _up(0, marks)
    room = (RIGHT - LEFT) // max(len(values), 1)
    width = max(min(WIDEST, room * 3 // 4), THINNEST)
    return Chart(
        up=[Tick(_up(mark, marks), written(mark)) for mark in marks],
        along=[Tick(_middle(n, len(values)), along[n]) for n in scale.choose_labelled(len(along))],
        bars=[
            _bar(_middle(n, len(values)), width, _up(value, marks), base, marked)
            for n, (value, marked) in enumerate(values)
            if value is not None
        ],
        base=base,
    )


def _up(value: Value, marks: Sequence[Value]) -> int:
    return scale.place_on_axis(value, (marks[0], marks[-1]), (BOTTOM, TOP))


def _middle(number: int, many: int) -> int:
    return LEFT + (RIGHT - LEFT) * (2 * number + 1) // (2 * many)


def _bar(middle: int, width: int, end: int, base: int, marked: bool) -> Bar:
    return Bar(middle - width // 2, min(end, base), width, abs(end - base), marked)
