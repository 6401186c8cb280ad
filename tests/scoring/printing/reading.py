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
    numbers = [text for text in page.texts if text.text.isdecimal() and text.left < 20 < text.top]
    games = [number for number in numbers if number.bottom - number.top > 2.4 and number.top > 50]
    lines = {int(game.text): _cells(page, upright, game) for game in games}
    labels = [text for text in page.texts if text.text in sums and text.left < 20]
    return Read(
        names=_names(page, upright, level, min(games, key=lambda word: word.top)),
        games=lines,
        sums={label.text: _cells(page, upright, label) for label in labels},
    )


def _names(page: Page, upright: list[Mark], level: list[Mark], first: Mark) -> list[str]:
    """Above the first game: each stands under the number of its seat, which is small."""
    below = max(line.top for line in level if line.top < first.top)
    heads = [text for text in page.texts if below - 42 < text.top < below]
    seats = [head for head in heads if head.text.isdecimal() and head.bottom - head.top < 1.9]
    names = {}
    for seat in seats:
        end = min(word.left for word in upright if word.left > seat.left and _beside(word, seat))
        under = [
            head for head in heads if seat.left - 1 < head.left < end and head.top > seat.bottom
        ]
        names[int(seat.text)] = min(under, key=lambda word: word.top).text
    return [name for _seat, name in sorted(names.items())]


def _beside(line: Mark, mark: Mark) -> bool:
    return line.top < (mark.top + mark.bottom) / 2 < line.bottom


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
    words = [text for text in page.texts if _within(text, cell)]
    strokes = [
        line for line in page.lines if _within(line, cell) and 0.7 < line.bottom - line.top < 1.5
    ]
    return "-" if strokes else " ".join(word.text for word in words)


def _within(mark: Mark, cell: Mark) -> bool:
    across = cell.left - INSIDE < mark.left and mark.right < cell.right + INSIDE
    return across and cell.top - INSIDE < mark.top and mark.bottom < cell.bottom + INSIDE


def typed(text: str) -> str:
    return "P" if text == "All passed" else text.translate(BIDS).replace(" no trump", "NT")
