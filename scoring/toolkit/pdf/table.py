from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.toolkit.pdf.page import GREY, MARGIN, PALE, SIZES, Box, Paper
from scoring.toolkit.pdf.text import SMALLEST, clean, width

HEADING = 9.0
UNDER = 5.5
HEADS, HEADS_SIZE = 7.0, 9.0
PADDING = 1.2
WIDEST = 100
AROUND = 2 * PADDING + 0.2  # words in a cell, with what rounding takes
BELOW = 10.0  # height of a line of small print under a table


class Column(NamedTuple):
    heading: str
    width: float  # in proportion to the others
    align: str = "left"
    bold: bool = False


class Look(NamedTuple):
    row: float = 7.0  # height
    size: float = 10.5
    ruled: bool = True  # lines between columns too, where people write by hand
    striped: bool = False
    least: float = 0.0  # height to which rows shrink where that saves a page; 0: they do not
    most: float = 1.0  # how many times larger rows and text get where one page has room for it
    squeezed: float = 1.1  # so much wider than the page, a table is printed smaller
    repeated: int = 3  # columns that each page has


PLAIN = Look()
UPRIGHT, ACROSS = (SIZES[size][0] - 2 * MARGIN for size in ("a4", "a4-landscape"))  # widths


def draw_table(
    paper: Paper,
    heading: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    *,
    under: str = "",
    look: Look = PLAIN,
    below: float = 0.0,
) -> Box:
    """Draw on new pages; return the box left under the last row, of which `below` stays free.

    A long list is never in memory as a whole, unless `look` shrinks rows to save pages. The heading
    is the bookmark.
    """
    room = _begin_page(paper, heading, under, columns, look, bookmark=heading)
    if look.least:
        rows = list(rows)
        look = look._replace(row=_height_of_row(len(rows), room.height, below, look))
        look = _enlarge(look, len(rows), columns, room, below)
    for number, row in enumerate(rows):
        if room.height < look.row:
            room = _begin_page(paper, heading, under, columns, look)
        _draw_row(
            paper, room.top(look.row), columns, row, look, shaded=look.striped and number % 2 == 1
        )
        room = room.below(look.row)
    return room


def _height_of_row(count: int, height: float, below: float, look: Look) -> float:
    """The height with which the table takes as few pages as possible."""
    pages = 1
    while count > (pages - 1) * int(height / look.least) + int((height - below) / look.least):
        pages += 1
    on_a_page = max(1, -(-count // pages))
    fitting = min(height / on_a_page, (height - below) / max(1, count - (pages - 1) * on_a_page))
    return min(look.row, fitting - 1e-6)


def _enlarge(look: Look, count: int, columns: Sequence[Column], room: Box, below: float) -> Look:
    """Enlarge rows and text as far as all fits in `room`."""
    wide = room.width / sum(column.width for column in columns)
    high = (room.height - below) / (max(1, count) * look.row)
    times = max(1.0, min(look.most, wide, high))
    return look._replace(row=look.row * times - 1e-6 * (times > 1), size=look.size * times)


def write_below(paper: Paper, room: Box, words: str) -> Box:
    if room.height < BELOW:
        room = paper.begin_page()
    paper.write_paragraph(words, room.below(2).top(BELOW - 2), 8, grey=GREY)
    return room.below(BELOW - 2)


def measure_column(heading: str, words: Iterable[str], look: Look) -> float:
    """In mm. The heading always fits; texts wider than `WIDEST` are squeezed."""
    widest = max((width(clean(text), look.size) for text in words), default=0)
    return max(width(clean(heading), HEADS_SIZE, bold=True), min(widest, WIDEST)) + AROUND


def squeeze_columns(
    columns: Sequence[Column], wide: float, look: Look
) -> tuple[list[Column], Look]:
    """Print words smaller where they do not fit; the room around them stays."""
    around = AROUND * len(columns)
    times = min(1, (wide - around) / (sum(column.width for column in columns) - around))
    narrow = [each._replace(width=(each.width - AROUND) * times + AROUND) for each in columns]
    return narrow, look._replace(size=look.size * times)


def divide_columns(widths: Sequence[float], wide: float, look: Look) -> Iterator[list[int]]:
    """Yield the columns of each page; each repeats the first ones."""
    if sum(widths) <= wide * look.squeezed:
        yield list(range(len(widths)))
        return
    repeated = list(range(min(look.repeated, len(widths))))
    part = list(repeated)
    for place in range(len(repeated), len(widths)):
        if len(part) > len(repeated) and sum(widths[n] for n in [*part, place]) > wide:
            yield part
            part = list(repeated)
        part.append(place)
    yield part


def begin_page(paper: Paper, heading: str, under: str = "", *, bookmark: str = "") -> Box:
    """Return the box left under the heading."""
    room = paper.begin_page(bookmark)
    taken = paper.draw_logo(Box(room.right - 60, room.y, 60, HEADING + UNDER))
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
) -> Box:
    room = begin_page(paper, heading, under, bookmark=bookmark)
    boxes = room.top(HEADS).columns([column.width for column in columns])
    for column, box in zip(columns, boxes, strict=True):
        size = min(HEADS_SIZE, look.size)
        paper.write(column.heading, box.inset(PADDING, 0), size, bold=True, align=column.align)
    paper.draw_rules([(room.x, room.y + HEADS, room.right, room.y + HEADS)], thick=0.4)
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
        least = min(look.size, SMALLEST)
        paper.write(words, room, look.size, bold=column.bold, align=column.align, least=least)
    edges = [cell.x for cell in boxes[1:]] if look.ruled else []
    paper.draw_rules(
        [(box.x, box.bottom, box.right, box.bottom), *((x, box.y, x, box.bottom) for x in edges)],
        thick=0.15,
        grey=GREY,
    )
