"""Reads a printed wedstrijdformulier as a typist does: line by line, cell by cell, by what stands
between its lines.
"""

from itertools import pairwise
from typing import NamedTuple

from tests.printed import Mark, Page

INSIDE = 0.2
BIDS = str.maketrans("♠♣♦♥", "SCDH")


class Read(NamedTuple):
    names: list[str]  # by seat
    games: dict[int, list[str]]  # by number: whose turn it is left out
    sums: dict[str, list[str]]  # by what stands before them: dashes, subtotals, totals


def form(page: Page, sums: list[str]) -> Read:
    """`sums`: the words before the lines that are no games."""
    upright = [line for line in page.lines if line.bottom - line.top > 4]
    level = [line for line in page.lines if line.right - line.left > 20]
    numbers = [one for one in page.texts if one.text.isdecimal() and one.left < 20 < one.top]
    games = [one for one in numbers if one.bottom - one.top > 2.4 and one.top > 50]
    lines = {int(one.text): _cells(page, upright, one) for one in games}
    labels = [one for one in page.texts if one.text in sums and one.left < 20]
    return Read(
        names=_names(page, upright, level, min(games, key=lambda one: one.top)),
        games=lines,
        sums={one.text: _cells(page, upright, one) for one in labels},
    )


def _names(page: Page, upright: list[Mark], level: list[Mark], first: Mark) -> list[str]:
    """Above the first game: each stands under the number of its seat, which is small."""
    below = max(line.top for line in level if line.top < first.top)
    heads = [one for one in page.texts if below - 23 < one.top < below]
    seats = [one for one in heads if one.text.isdecimal() and one.bottom - one.top < 1.9]
    found = {}
    for seat in seats:
        end = min(one.left for one in upright if one.left > seat.left and _beside(one, seat))
        under = [one for one in heads if seat.left - 1 < one.left < end and one.top > seat.bottom]
        found[int(seat.text)] = min(under, key=lambda one: one.top).text
    return [name for _seat, name in sorted(found.items())]


def _beside(line: Mark, one: Mark) -> bool:
    return line.top < (one.top + one.bottom) / 2 < line.bottom


def _cells(page: Page, upright: list[Mark], at: Mark) -> list[str]:
    """What stands right of it, between the upright lines that pass it."""
    here = [line for line in upright if _beside(line, at)]
    edges = sorted({round(line.left, 1) for line in here})
    apart = [edges[0], *(after for before, after in pairwise(edges) if after - before > 1)]
    top, bottom = max(line.top for line in here), min(line.bottom for line in here)
    return [
        _cell(page, Mark(left, top, right, bottom))
        for left, right in pairwise(apart)
        if left > at.right
    ]


def _cell(page: Page, cell: Mark) -> str:
    words = [one for one in page.texts if _within(one, cell)]
    strokes = [one for one in page.lines if _within(one, cell) and 0.7 < one.bottom - one.top < 1.5]
    return "-" if strokes else " ".join(one.text for one in words)


def _within(one: Mark, cell: Mark) -> bool:
    across = cell.left - INSIDE < one.left and one.right < cell.right + INSIDE
    return across and cell.top - INSIDE < one.top and one.bottom < cell.bottom + INSIDE


def typed(text: str) -> str:
    """As it is typed: bids by their letters."""
    return "P" if text == "All passed" else text.translate(BIDS)
