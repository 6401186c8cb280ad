"""Charts as SVG, in whole numbers from the upper left corner. Each is drawn for a phone, a
tablet and a wide screen; the page shows one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count, groupby
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Value = int | Fraction
Point = tuple[int, int]


class Frame(NamedTuple):
    kind: str  # which screens show it
    size: float  # of its letters
    width: int
    left: int  # of the first night
    height: int  # of a chart without names
    row: int  # between labels that stand above each other
    days: int  # how many are named at most
    letters: int  # of a name
    before: int = 0  # letters of a name on the left
    named: bool = False  # at both ends
    right: int = 0  # of the last night, where labels begin

    def measure(self, words: str, kind: str) -> int:
        """As wide as letters are in the widest of usual fonts; those of `hair` are not bold."""
        return int(len(words) * self.size * (0.6 if kind == "hair" else 0.66))


PLAIN = (
    Frame("wide", 17.5, 1200, 60, 320, 25, 7, 24),
    Frame("tablet", 16, 640, 50, 280, 22, 5, 15),
    Frame("narrow", 12.5, 350, 40, 260, 20, 3, 15),
)
NAMED = [PLAIN[n]._replace(before=before, named=True) for n, before in enumerate((23, 0, 0))]
TOP = 24
BELOW = 34  # for the days
KINDS = ["hair", "other", "led", "leads", "own"]  # the last is drawn over all


class Drawing(NamedTuple):
    kind: str
    width: int
    height: int
    body: SafeString


LAST, FIRST = re.compile(r"(?<= )(\w)[\w-]+$"), re.compile(r"^(\w)[\w-]+(?= &)")


class PlaceLine(NamedTuple):
    places: Sequence[int | None]  # after each night; None leaves a gap
    kind: str = "hair"  # or other, led, leads, own
    names: tuple[str, str] = ("", "")  # for wide drawings, and shorter
    won: Sequence[int] = ()  # dashes below, for each night
    sum: str = ""  # of the dashes, in words

    def fit_name(self, frame: Frame, end: int = -1) -> str:
        """The whole name where there is room, else shorter: `Jan-Willem & M.`"""
        letters, short = frame.letters if end else frame.before, LAST.sub(r"\1.", self.names[1])
        names = [*self.names[frame.kind != "wide" :], short, FIRST.sub(r"\1.", short)]
        names.append(f"{short[: letters - 1]}…")
        return next((name for name in names if len(name) <= letters), "")

    def label_end(self, frame: Frame, end: int) -> str:
        """Empty where the line has no end or, among many, no name."""
        place, name = self.places[end] if self.places else None, self.fit_name(frame, end)
        if not place or (self.kind == "hair" and not any(self.names)):
            return ""
        return (f"{place} {name}" if end else f"{name} {place}").strip()


def draw_places(
    lines: Sequence[PlaceLine], days: Sequence[str], last: int, *, named: bool = False
) -> list[Drawing]:
    """The first place is on top. `named`: with names at both ends of a line, else behind it."""
    frames = [_fit_labels(frame, lines) for frame in (NAMED if named else PLAIN)]
    return [_draw_places(frame, lines, days, max(last, 2)) for frame in frames]


def _fit_labels(frame: Frame, lines: Sequence[PlaceLine]) -> Frame:
    """Leave the longest labels what they take, and the lines all the rest."""
    left, right = (
        max(
            frame.measure(words, line.kind)
            for line in lines
            for words in (line.label_end(frame, end), line.sum)
        )
        for end in (0, -1)
    )
    left = left + 14 if frame.named else frame.left
    return frame._replace(left=left, right=frame.width - right - 14)


def _draw_places(
    frame: Frame, lines: Sequence[PlaceLine], days: Sequence[str], last: int
) -> Drawing:
    bottom = TOP + (frame.row * (last - 1) if frame.named else frame.height)
    heights = {n: place_on_axis(n, (1, last), (TOP, bottom)) for n in range(1, last + 1)}
    wide = list_nights(frame, len(days))
    won = [line for line in lines if line.won]
    lowest = bottom + 14 * bool(won)
    base = lowest + 50 * len(won)
    parts = [_draw_days(frame, wide, days, base)]
    if not frame.named:
        parts += [_rule(frame, heights[n]) for n in choose_places(last)]
        parts += [_label(frame.left - 10, heights[n], f"{n}", "end") for n in choose_places(last)]
    drawn = [
        (line, [heights[place] if place else None for place in line.places])
        for line in sorted(lines, key=lambda line: KINDS.index(line.kind))
    ]
    labels = [*_label_lines(frame, drawn, (TOP, bottom))]
    for line, level in drawn:
        points = [(x, y) if y else None for x, y in zip(wide, level, strict=True)]
        parts.append(_draw_line(points, line.kind))
    parts += labels
    parts += [
        part
        for n, line in enumerate(won, 1)
        for part in _draw_dashes(frame, wide, line, lowest + 50 * n)
    ]
    return Drawing(frame.kind, frame.width, base + BELOW, SafeString("".join(parts)))


def _draw_line(points: Sequence[Point | None], kind: str) -> str:
    """The end of a line has a dot, and so have a late start and a night between two missed."""
    known, around = [point for point in points if point], [None, *points, None]
    dotted = known[-1:] if kind != "hair" else []
    dotted += known[:1] if points[:1] == [None] else []
    dotted += [
        point
        for before, point, after in zip(around, points, around[2:], strict=False)
        if point and before is after is None
    ]
    return format_html(
        '<g class="line {}"><path d="{}"/>{}</g>',
        kind,
        join_points(points),
        format_html_join("", '<circle cx="{}" cy="{}" r="4"/>', dict.fromkeys(dotted)),
    )


def _label_lines(
    frame: Frame, drawn: Sequence[tuple[PlaceLine, list[int | None]]], room: tuple[int, int]
) -> Iterator[str]:
    """Where all lines have names, those of a shared place end apart, as their names do."""
    for end in (0, -1) if frame.named else (-1,):
        shown = [(line, level) for line, level in drawn if line.label_end(frame, end)]
        x, anchor = (frame.right + 10, "start") if end else (frame.left - 10, "end")
        apart = spread_labels([level[end] or 0 for _line, level in shown], frame.row, room)
        for (line, level), y in zip(shown, apart, strict=True):
            yield _label(x, y, line.label_end(frame, end), anchor, line.kind)
            level[end] = y if frame.named else level[end]


def _draw_dashes(frame: Frame, wide: Sequence[int], line: PlaceLine, base: int) -> Iterator[str]:
    half = 9 if frame.kind == "wide" else 3
    yield _rule(frame, base)
    for x, dashes in zip(wide, line.won, strict=True):
        for n in range(min(dashes, 4)):
            y = base - 8 - 8 * n
            yield f'<path class="won {line.kind}" d="M{x - half} {y}l{2 * half} -2"/>'
    x = frame.right + 10 + half
    yield _label(x, base - 32, line.fit_name(frame), "start", line.kind)
    yield _label(x, base - 8, line.sum, "start", line.kind)


class Dot(NamedTuple):
    value: Value | None  # None: nothing counts
    middle: Value | None  # of everybody on that night
    missed: bool  # not there for all of it


def draw_dots(dots: Sequence[Dot], days: Sequence[str], **how: Any) -> list[Drawing]:
    return [_draw_dots(frame, dots, days, **how) for frame in PLAIN]


def _draw_dots(
    frame: Frame,
    dots: Sequence[Dot],
    days: Sequence[str],
    *,
    low: bool,
    labels: tuple[str, str, str],
    write: Callable[[Value], str],
) -> Drawing:
    """Better is above. `labels` are of everybody's middle, of the last night, and that shorter."""
    shown = labels[:2] if frame.kind != "narrow" else labels[2:]  # the note says what the line is
    taken = max(frame.measure(words, "own") for words in shown)
    frame, bottom = frame._replace(right=frame.width - 14 - taken), TOP + frame.height
    wide = list_nights(frame._replace(left=frame.left + 12), len(days))  # off the figures
    known = [value for dot in dots for value in (dot.value, dot.middle) if value is not None]
    marks = choose_ticks(min(known, default=0), max(known, default=0))
    room = (TOP, bottom) if low else (bottom, TOP)

    def up(value: Value) -> int:
        return place_on_axis(value, (marks[0], marks[-1]), room)

    parts = [_draw_days(frame, wide, days, bottom)]
    for mark in marks:
        parts += [_rule(frame, up(mark)), _label(frame.left - 10, up(mark), write(mark), "end")]
    line = [
        None if dot.middle is None else (x, up(dot.middle))
        for x, dot in zip(wide, dots, strict=True)
    ]
    parts.append(_draw_line(line, "middle"))
    for x, dot, base in zip(wide, dots, line, strict=True):
        if dot.value is None:
            continue
        y = up(dot.value)
        if base and not dot.missed:
            parts.append(format_html('<path class="stem" d="M{} {}V{}"/>', x, base[1], y))
        kind = "missed" if dot.missed else "dot"
        parts.append(format_html('<circle class="{}" cx="{}" cy="{}" r="6"/>', kind, x, y))
    ends = [(line[-1][1], shown[0], "")] if line and line[-1] and shown[1:] else []
    if dots and dots[-1].value is not None:
        ends.append((up(dots[-1].value), shown[-1], "own"))
    apart = spread_labels([y for y, *_ in ends], frame.row, (TOP, bottom))
    parts += [
        _label(frame.right + 10, y, words, "start", kind)
        for y, (_y, words, kind) in zip(apart, ends, strict=True)
    ]
    return Drawing(frame.kind, frame.width, bottom + BELOW, SafeString("".join(parts)))


def _draw_days(frame: Frame, wide: Sequence[int], days: Sequence[str], bottom: int) -> str:
    chosen = choose_labelled(len(days), frame.days)
    return format_html_join(
        "",
        '<path class="rule" d="M{0} {1}V{2}"/>'
        '<text class="day" x="{0}" y="{3}" text-anchor="middle">{4}</text>',
        ((wide[n], TOP, bottom, bottom + 26, days[n]) for n in chosen),
    )


def _rule(frame: Frame, y: int) -> str:
    return f'<path class="rule" d="M{frame.left} {y}H{frame.right}"/>'


def _label(x: int, y: int, words: str, anchor: str, kind: str = "") -> str:
    return format_html(
        '<text class="{}" x="{}" y="{}" dy=".35em" text-anchor="{}">{}</text>',
        kind, x, y, anchor, words,
    )  # fmt: skip


# Positions


def list_nights(frame: Frame, many: int) -> list[int]:
    ends = (frame.left, frame.right)
    if many == 1:
        return [sum(ends) // 2]
    return [place_on_axis(n, (0, many - 1), ends) for n in range(many)]


def join_points(points: Sequence[Point | None]) -> str:
    pieces = [list(group) for known, group in groupby(points, key=bool) if known]
    return " ".join(
        "M" + " L".join(f"{point[0]} {point[1]}" for point in piece if point) for piece in pieces
    )


def place_on_axis(value: Value, ends: tuple[Value, Value], room: tuple[int, int]) -> int:
    whole, part = ends[1] - ends[0], (value - ends[0]) * (room[1] - room[0])
    return room[0] + int((2 * part + whole) // (2 * whole))


MOST_UP = 5


def choose_ticks(low: Value, high: Value) -> list[Value]:
    """Return at most seven round numbers at equal distances, which cover everything."""
    step = _step(Fraction(high) - Fraction(low))
    first, last = low // step, -(-high // step)
    return [step * n for n in range(first, max(last, first + 1) + 1)]


def choose_places(last: int) -> list[int]:
    """Return the first place, the last, and round numbers between them."""
    step = max(int(_step(Fraction(last))), 1)
    between = [n for n in range(step, last, step) if 1 < n <= last - (step + 1) // 2]
    return list(dict.fromkeys([1, *between, max(last, 2)]))


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


def choose_labelled(many: int, most: int) -> list[int]:
    """Return the indexes at equal distances of which the last point is one."""
    step = -(-many // most)
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
