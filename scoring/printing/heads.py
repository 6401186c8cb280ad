from itertools import pairwise

from django.utils.translation import gettext

from scoring.printing.cells import SMALL, divide_column, divide_line, write_centred, write_lines
from scoring.printing.content import Place, PrintedSheet
from scoring.printing.layout import (
    ASIDE,
    HIGH,
    LINE,
    PEN,
    SIDE,
    STACKED,
    Grid,
    Room,
    fits_horizontally,
)
from scoring.printing.marks import write_page_code
from scoring.toolkit.pdf.page import GREY, Box, Paper
from scoring.toolkit.pdf.text import fit, width

READABLE = 9.0  # the least size that can be read across the table
FIELD = 7.0  # room beside the label and the text of a field


def draw_head(paper: Paper, box: Box, form: PrintedSheet, page: int) -> None:
    room = box
    if code := write_page_code(form, page):
        side = box.height + 1
        paper.draw_code(code, Box(box.right - side + 1, box.y - 1, side, side))
        room = box._replace(width=box.width - side - 1)
    title, line = box.height * 0.36, box.height * 0.32
    taken = paper.draw_logo(room.top(title - 1).columns([1, 1])[1])
    beside = room.top(title)._replace(width=room.width - taken - 3 * bool(taken))
    paper.write(form.title, beside, 16, bold=True, least=8)
    upper, lower = room.below(title).top(line), room.below(title + line).top(line)
    labels = (gettext("Club"), gettext("Club night"), gettext("Table"), gettext("Round"))
    night = FIELD + width(labels[1], 7.5) + width(form.head.night, READABLE, bold=True)
    share = min(0.6, max(0.4, night / upper.width))
    fields = (*upper.columns([1 - share, share]), *lower.columns([1, 1]))
    for label, words, place in zip(labels, form.head, fields, strict=True):
        _field(paper, place, label, words)


def _field(paper: Paper, box: Box, label: str, words: str) -> None:
    begin = paper.write(label, box.top(box.height - 1)._replace(width=20), 7.5, grey=GREY) + 1.5
    room = Box(begin, box.y, box.right - 4 - begin, box.height - 1)
    paper.write(words, room, 12, bold=True)
    paper.draw_rules(
        [(begin, box.bottom - 0.5, box.right - 4, box.bottom - 0.5)], thick=0.15, grey=GREY
    )


def draw_dashes(paper: Paper, room: Room, grid: Grid, form: PrintedSheet, y: float) -> None:
    high = PEN
    label = Box(room.box.x, y, grid.left - room.box.x, high)
    counted = all(place.dashes for place in form.places)
    together = str(sum(int(place.dashes) for place in form.places)) if counted else ""
    draw_control(paper, label, gettext("Dashes"), gettext("together"), together)
    for place, box in zip(form.places, divide_line(grid, y, high), strict=True):
        paper.draw_frame(box, thick=0.4)
        paper.write(place.dashes, box.inset(1, 1), 12, align="centre")


def draw_control(paper: Paper, box: Box, words: str, caption: str, figure: str) -> None:
    """Beside the label, a box with a small `caption` in which players check the line."""
    wide = max(min(18.0, box.width * 0.45), width(caption, SMALL) + 2.5)
    paper.write(words, Box(box.x + 1, box.y, box.width - wide - 1.2, box.height), 10, bold=True)
    box = Box(box.right - wide, box.y, wide - 1.5, box.height)
    paper.draw_frame(box, thick=0.4)
    paper.write(caption, box.inset(0.4, 0.3).top(LINE), SMALL, grey=GREY)
    paper.write(figure, box.below(LINE).inset(1, 0.3), 12, align="centre")


def draw_names(paper: Paper, room: Room, grid: Grid, form: PrintedSheet, y: float) -> None:
    for place, box in zip(form.places, divide_line(grid, y, room.names), strict=True):
        _name(paper, box, place)
        _parts(paper, grid, form, box.below(room.names)._replace(height=room.parts))
    high = room.names + room.parts
    for label, (begin, end) in zip(form.once, pairwise(grid.once), strict=True):
        box = Box(begin, y, end - begin, high).inset(0.8, 0.6)
        _heading(paper, label, box)
    turn = Box(grid.turn, y + high - 7, grid.left - grid.turn, 6.4).inset(0.8, 0)
    for number, word in enumerate(form.turn):
        share = turn.height / len(form.turn)
        paper.write(word, turn.below(share * number).top(share), SMALL, grey=GREY)
    _frame_names(paper, grid, y, high)
    paper.draw_rules([(room.box.x, y + high, room.box.right, y + high)], thick=0.6)


def _name(paper: Paper, box: Box, place: Place) -> None:
    if place.side:
        paper.write(place.side, box.top(SIDE).inset(0.8, 0.3), 9, bold=True, align="centre")
        box = box.below(SIDE)
    high = box.height / len(place.seats)
    for number, (seat, name, scribe) in enumerate(
        zip(place.seats, place.names, place.scribe, strict=True)
    ):
        room = box.below(high * number).top(high).inset(ASIDE, 0.4)
        above = room.top(LINE)
        paper.write(str(seat), above._replace(width=3), SMALL, grey=GREY)
        if scribe:
            aside = max(2.2, width(str(seat), SMALL) + 0.6)
            beside = Box(above.x + aside, above.y, above.width - aside, above.height)
            paper.write(gettext("scribe"), beside, SMALL, bold=True, align="right")
        _person(paper, name, room.below(LINE))


def _person(paper: Paper, name: str, box: Box) -> None:
    """A long name takes several lines before it gets too small to read across the table."""
    if fit(name, box.width, box.height, 12, bold=True).size >= READABLE:
        paper.write(name, box, 12, bold=True, align="centre")
        return
    write_lines(paper, name, box, READABLE, bold=True, align="centre")


def _parts(paper: Paper, grid: Grid, form: PrintedSheet, box: Box) -> None:
    if len(form.parts) > 1:
        for label, cell in zip(form.parts, _label_boxes(grid, form, box), strict=True):
            if fits_horizontally(label, cell.width, cell.height) or cell.height < HIGH - 1:
                write_centred(paper, label, cell, SMALL, align="centre", grey=GREY)
            else:
                paper.write_upwards(label, cell, SMALL)


def _label_boxes(grid: Grid, form: PrintedSheet, box: Box) -> list[Box]:
    """Labels of stacked entries get more height, as they may be written upwards."""
    cells = divide_column(grid, len(form.parts), box)
    if grid.stacked:
        low = STACKED / 2
        cells = [
            cell._replace(y=box.bottom - low, height=low)
            if cell.y > box.y
            else cell._replace(height=box.height - low)
            for cell in cells
        ]
    return [cell.inset(0.2) for cell in cells]


def _heading(paper: Paper, label: str, box: Box) -> None:
    """Written upwards if its words are too wide."""
    fits = fits_horizontally(label, box.width, box.height)
    write = paper.write_paragraph if fits else paper.write_upwards
    write(label, box, SMALL)


def _frame_names(paper: Paper, grid: Grid, y: float, high: float) -> None:
    edges = sorted({grid.left, grid.right, *grid.places, *grid.once})
    paper.draw_rules([(x, y, x, y + high) for x in edges], thick=0.4)
    paper.draw_rules([(grid.left, y, grid.right, y)], thick=0.4)
