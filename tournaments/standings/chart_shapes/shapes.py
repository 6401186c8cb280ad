from fractions import Fraction
from typing import NamedTuple

Value = int | Fraction

WIDTH, HEIGHT = 720, 400  # shown at half this size on a phone
LEFT, RIGHT, TOP, BOTTOM = 76, 660, 24, 340  # the area of the figures; labels stand around it
NAMED = 500  # instead of RIGHT, where lines have names at their ends


class Tick(NamedTuple):
    at: int
    words: str


class Line(NamedTuple):
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
    lines: list[Line] = []
    bars: list[Bar] = []
    base: int = BOTTOM  # the line that bars stand on, or hang from
    right: int = RIGHT  # where the area of the figures ends
