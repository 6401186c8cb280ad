from itertools import pairwise

from scoring.printing.layout import SAID, Grid
from scoring.toolkit.pdf.page import INK, Box, Paper
from scoring.toolkit.pdf.text import MM, ROOM, fit, fit_lines

SMALL = 7.0  # size of small print
HARDLY_SMALLER = 0.78


def divide_line(grid: Grid, y: float, high: float) -> list[Box]:
    return [Box(begin, y, end - begin, high) for begin, end in pairwise(grid.places)]


def divide_column(grid: Grid, count: int, box: Box) -> list[Box]:
    """Side by side, or the scores below the entries where there is too little room."""
    if not grid.stacked or count == 1:
        return box.columns(grid.parts)
    half, entries = box.height / 2, count - grid.scores
    above, below = grid.parts[:entries], grid.parts[entries:]
    return [*box.top(half).columns(above), *box.below(half).columns(below)]


def write_centred(
    paper: Paper,
    words: str,
    box: Box,
    size: float = SAID,
    *,
    align: str = "left",
    bold: bool = False,
    grey: float = INK,
) -> None:
    """On one line, unless the text would have to be much smaller for that."""
    alone = fit(words, box.width, box.height, size, bold=bold, least=1)
    if alone.size >= max(SMALL, HARDLY_SMALLER * size):
        paper.write(words, box, alone.size, bold=bold, align=align, grey=grey)
        return
    write_lines(paper, words, box, size, bold=bold, align=align, grey=grey)


def write_lines(
    paper: Paper,
    words: str,
    box: Box,
    size: float,
    *,
    align: str,
    bold: bool = False,
    grey: float = INK,
) -> None:
    """Centred, on as many lines as it needs."""
    lines, size = fit_lines(words, box.width, box.height, size, bold=bold, least=SMALL)
    step = ROOM * size / MM
    above = (box.height - step * len(lines)) / 2
    for number, line in enumerate(lines):
        room = box.below(above + step * number).top(step + 0.01)
        paper.write(line, room, size, bold=bold, align=align, grey=grey)
