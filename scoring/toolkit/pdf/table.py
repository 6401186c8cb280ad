"""Print a table over as many pages as it takes, with its headings on each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.toolkit.pdf.page import GREY, PALE, Box, Paper

HEADING = 9.0
UNDER = 5.5
HEADS = 7.0
PADDING = 1.2


class Column(NamedTuple):
    heading: str
    width: float  # in proportion to the others
    align: str = "left"
    bold: bool = False


class Look(NamedTuple):
    """The sizes and styles with which a table is drawn."""

    row: float = 7.0  # height
    size: float = 10.5
    ruled: bool = True  # lines between columns too, where people write by hand
    striped: bool = False


PLAIN = Look()


def table(
    paper: Paper,
    heading: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    *,
    under: str = "",
    look: Look = PLAIN,
    level: int = 0,
) -> Box:
    """Draw a table on new pages; return the box left under its last row.

    The first page gets the heading as its bookmark. Rows are consumed lazily, so a long list is
    never in memory as a whole.
    """
    room = _begin_page(paper, heading, under, columns, look, bookmark=heading, level=level)
    for number, row in enumerate(rows):
        if room.height < look.row:
            room = _begin_page(paper, heading, under, columns, look)
        _draw_row(
            paper, room.top(look.row), columns, row, look, shaded=look.striped and number % 2 == 1
        )
        room = room.below(look.row)
    return room


def headed(
    paper: Paper, heading: str, under: str = "", *, bookmark: str = "", level: int = 0
) -> Box:
    """Begin a page with a heading; return the box left under it."""
    room = paper.page(bookmark, level)
    taken = paper.logo(Box(room.right - 60, room.y, 60, HEADING + UNDER))
    title = room.top(HEADING)._replace(width=room.width - taken - 3 * bool(taken))
    paper.write(heading, title, 16, bold=True, least=9)
    room = room.below(HEADING)
    if under:
        paper.write(under, room.top(UNDER)._replace(width=title.width), 9.5, grey=GREY)
        room = room.below(UNDER)
    return room.below(1.5)


def _begin_page(
    paper: Paper,
    heading: str,
    under: str,
    columns: Sequence[Column],
    look: Look,
    *,
    bookmark: str = "",
    level: int = 0,
) -> Box:
    room = headed(paper, heading, under, bookmark=bookmark, level=level)
    boxes = room.top(HEADS).columns([column.width for column in columns])
    for column, box in zip(columns, boxes, strict=True):
        paper.write(column.heading, box.inset(PADDING, 0), 9, bold=True, align=column.align)
    paper.rules([(room.x, room.y + HEADS, room.right, room.y + HEADS)], thick=0.4)
    return room.below(HEADS)


def _draw_row(
    paper: Paper,
    box: Box,
    columns: Sequence[Column],
    row: Sequence[str],
    look: Look,
    *,
    shaded: bool,
) -> None:
    if shaded:
        paper.shade(box, (PALE + 1) / 2)
    boxes = box.columns([column.width for column in columns])
    for column, cell, words in zip(columns, boxes, row, strict=True):
        room = cell.inset(PADDING, 0)
        paper.write(words, room, look.size, bold=column.bold, align=column.align)
    edges = [cell.x for cell in boxes[1:]] if look.ruled else []
    paper.rules(
        [(box.x, box.bottom, box.right, box.bottom), *((x, box.y, x, box.bottom) for x in edges)],
        thick=0.15,
        grey=GREY,
    )
