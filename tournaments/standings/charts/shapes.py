"""A chart as it is drawn: whole numbers within a box, from its left upper corner."""

from fractions import Fraction
from typing import NamedTuple

Value = int | Fraction

WIDTH, HEIGHT = 720, 400  # half of it on a phone
LEFT, RIGHT, TOP, BOTTOM = 76, 660, 24, 340  # where figures can be; around it stand words


class Tick(NamedTuple):
    at: int
    words: str


class Line(NamedTuple):
    """Where there is no figure it is broken."""

    path: str  # as SVG writes it
    dots: list[tuple[int, int]]
    label: str
    beside: int  # how high the label stands, at the end


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
