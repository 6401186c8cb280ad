from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from django.utils.translation import gettext

from scoring.pages.rulebook import Hand
from scoring.toolkit.pdf.page import GREY, Box, Paper
from scoring.toolkit.pdf.text import MM, ROOM, width, wrap

SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.75, 7.5, 7.25, 7.0)  # of the text
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6)  # of the longest name; a narrower column wraps it
TITLE, HEADS = 7.5, 6.2
HEAD_SIZE = 7.0
BESIDE = 1.0  # white space left and right in a cell
LEAST, MOST = 0.1, 1.8  # white space in a row's height: relative to the text size, and at most
LARGER = 1.0  # points: how much larger the values are set
GROUP = 5  # rows between two thicker lines


class Layout(NamedTuple):
    size: float
    columns: list[float]  # widths: number, name, what makes it, three figures
    lines: list[int]  # lines of text in each row
    white: float  # white space in the height of each row

    @property
    def step(self) -> float:
        return ROOM * self.size / MM

    @property
    def heights(self) -> list[float]:
        return [count * self.step + self.white for count in self.lines]


def heading_in_words() -> str:
    return gettext("The forty closed hands and what they are worth")


def draw_hands(paper: Paper, box: Box, hands: Sequence[Hand]) -> None:
    paper.write(heading_in_words(), box.top(TITLE - 1), 14, bold=True, least=9)
    layout = lay_out(box, hands)
    _number, *cells = box.below(TITLE).top(HEADS).columns(layout.columns)
    for head, cell in zip(_heads(), cells, strict=True):
        lines = wrap(head, cell.width - 2 * BESIDE, HEAD_SIZE)
        _draw_lines_of_text(paper, cell, lines, HEAD_SIZE, grey=GREY)
    body = box.below(TITLE + HEADS)
    begins = list(accumulate(layout.heights, initial=body.y))
    for hand, y, high in zip(hands, begins, layout.heights, strict=False):
        _draw_row(paper, body._replace(y=y, height=high), layout, hand)
    _draw_lines(paper, body, layout, begins)


def lay_out(box: Box, hands: Sequence[Hand]) -> Layout:
    """With the largest text that fits."""
    texts = [(hand.name, hand.rule) for hand in hands]
    heads = max(width(word, HEAD_SIZE) for head in _heads()[2:] for word in head.split())
    for size in SIZES:
        tried = [_with_size(box, texts, heads, size, share) for share in SHARES]
        best = min(tried, key=lambda layout: sum(layout.lines))
        if best.white >= LEAST * size:
            break
    return best


def _with_size(
    box: Box, texts: Sequence[tuple[str, str]], heads: float, size: float, share: float
) -> Layout:
    number = width("40", size) + 2 * BESIDE + 0.01
    figure = width("2600", size + LARGER) + 2 * BESIDE + 0.01
    figure = max(figure, heads + 2 * BESIDE + 0.01)
    name = share * max(width(text, size, bold=True) for text, _rule in texts) + 2 * BESIDE + 0.01
    columns = [number, name, box.width - number - name - 3 * figure, *[figure] * 3]
    lines = [
        max(
            len(wrap(text, name - 2 * BESIDE, size, bold=True)),
            len(wrap(rule, columns[2] - 2 * BESIDE, size)),
        )
        for text, rule in texts
    ]
    free = box.height - TITLE - HEADS - sum(lines) * ROOM * size / MM
    return Layout(size, columns, lines, min(free / len(lines), MOST))


def _heads() -> list[str]:
    return [
        gettext("Hand"),
        gettext("What makes it"),
        gettext("without a joker"),
        gettext("with one"),
        gettext("with two"),
    ]


def _draw_row(paper: Paper, box: Box, layout: Layout, hand: Hand) -> None:
    size = layout.size
    number, name, rule, *figures = box.columns(layout.columns)
    paper.write(str(hand.number), number.inset(BESIDE, 0), size, align="right")
    lines = wrap(hand.name, name.width - 2 * BESIDE, size, bold=True)
    _draw_lines_of_text(paper, name, lines, size, bold=True)
    _draw_lines_of_text(paper, rule, wrap(hand.rule, rule.width - 2 * BESIDE, size), size)
    for figure, value in zip(figures, hand.values, strict=True):
        paper.write(str(value), figure.inset(BESIDE, 0), size + LARGER, align="right")


def _draw_lines_of_text(
    paper: Paper,
    cell: Box,
    lines: Sequence[str],
    size: float,
    *,
    bold: bool = False,
    grey: float = 0.0,
) -> None:
    step = ROOM * size / MM
    room = cell.inset(BESIDE, (cell.height - step * len(lines)) / 2)
    for number, line in enumerate(lines):
        paper.write(line, room.below(step * number).top(step + 0.01), size, bold=bold, grey=grey)


def _draw_lines(paper: Paper, body: Box, layout: Layout, begins: Sequence[float]) -> None:
    top, bottom = body.y - HEADS, begins[-1]
    edges = list(accumulate(layout.columns, initial=body.x))
    paper.draw_rules([(x, top, x, bottom) for x in edges[1:-1]], thick=0.12, grey=GREY)
    rows = [(body.x, y, body.right, y) for y in begins]
    paper.draw_rules(rows, thick=0.12, grey=GREY)
    paper.draw_rules([*rows[::GROUP], (body.x, top, body.right, top)], thick=0.3)
    paper.draw_rules([(x, top, x, bottom) for x in (edges[0], edges[-1])], thick=0.3)
