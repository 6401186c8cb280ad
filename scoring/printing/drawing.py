from collections.abc import Iterator, Sequence
from itertools import pairwise

from django.utils.translation import gettext

from scoring.pages.entry_columns import OUT
from scoring.printing.cells import SMALL, divide_column, divide_line, write_centred
from scoring.printing.content import PrintedLine, PrintedSheet
from scoring.printing.draw_small_print import draw_notes
from scoring.printing.heads import draw_control, draw_dashes, draw_head, draw_names
from scoring.printing.layout import LINE, PEN, SAID, Band, Grid, Room, lay_out_pages
from scoring.printing.marks import draw_marks
from scoring.toolkit.pdf.page import GREY, Box, Paper


def draw_form(paper: Paper, slots: Iterator[Box], form: PrintedSheet) -> bool:
    """Take as many boxes as it needs; return whether all small print fitted."""
    whole = True
    for number, page in enumerate(lay_out_pages(form, slots), 1):
        if number == 1:
            paper.add_bookmark(form.name)
        draw_marks(paper, page.room.box)
        draw_head(paper, page.room.box.top(page.room.head - 2), form, number)
        for band in page.bands:
            whole = _band(paper, page.room, form, band)
    return whole


# The parts, from top to bottom


def _band(paper: Paper, room: Room, form: PrintedSheet, band: Band) -> bool:
    """Return whether all its text fitted."""
    grid, y = room.grid, band.box.y
    if band.kind == "dashes":
        draw_dashes(paper, room, grid, form, y)
    elif band.kind == "names":
        draw_names(paper, room, grid, form, y)
    elif band.kind == "game" and band.line:
        _line(paper, room, grid, band.line, band.box)
    elif band.kind == "subtotal" and band.line:
        _subtotal(paper, room, grid, band.line, y)
    elif band.kind == "sum":
        _sum_line(paper, room, grid, form, band)
    elif band.kind == "signatures":
        _signatures(paper, room, form, y)
    elif band.kind == "notes":
        return draw_notes(paper, form.notes, band.box)
    return True


def _line(paper: Paper, room: Room, grid: Grid, line: PrintedLine, box: Box) -> None:
    number = box._replace(width=grid.contract - grid.number)
    paper.write(str(line.number), number.inset(0.5, 0), 12, bold=True, align="centre")
    if grid.turn > grid.contract:
        wide = grid.turn - grid.contract
        write_centred(
            paper, line.contract, Box(grid.contract, box.y, wide, box.height).inset(0.8, 0.3)
        )
    turn = Box(grid.turn, box.y, grid.left - grid.turn, box.height).inset(0.8, 0.5)
    names = [name for name in (line.dealer, line.starter) if name]
    for place, name in enumerate(names):
        share = min(turn.height / len(names), 4.0 if len(names) > 1 else turn.height)
        above = (turn.height - share * len(names)) / 2
        write_centred(paper, name, turn.below(above + share * place).top(share), SAID)
    _figures(paper, grid, line, box)
    fine = {grid.contract, grid.turn, grid.left, *(() if line.void else grid.once)} - {grid.right}
    paper.draw_rules([(x, box.y, x, box.bottom) for x in sorted(fine)], thick=0.12, grey=GREY)
    _edges(paper, grid, box, around=bool(line.void))
    paper.draw_rules([(box.x, box.bottom, box.right, box.bottom)], thick=0.2)


def _figures(paper: Paper, grid: Grid, line: PrintedLine, box: Box) -> None:
    if line.void:
        words = gettext("Not played: %(reason)s") % {"reason": line.void}
        across = Box(grid.left, box.y, grid.right - grid.left, box.height)
        paper.write(words, across.inset(2, 0.3), 10, align="centre")
        return
    between: list[tuple[float, float, float, float]] = []
    for cells, place in zip(line.cells, divide_line(grid, box.y, box.height), strict=True):
        parts = divide_column(grid, len(cells), place)
        for words, cell in zip(cells, parts, strict=True):
            _cell(paper, words, cell)
            if cell.x > place.x:
                between.append((cell.x, cell.y, cell.x, cell.bottom))
            elif cell.y > place.y:  # the first below the entries
                between.append((place.x, cell.y, place.right, cell.y))
    paper.draw_rules(between, thick=0.12, grey=GREY)
    for words, (begin, end) in zip(line.once, pairwise(grid.once), strict=True):
        cell = Box(begin, box.y, end - begin, box.height).inset(0.6, 0)
        write_centred(paper, words, cell, 10, align="centre")


def _cell(paper: Paper, words: str, box: Box) -> None:
    if words == OUT:
        paper.draw_dash(box)
    elif words:
        write_centred(paper, words, box.inset(0.6, 0.3), 13, align="centre")


def _subtotal(paper: Paper, room: Room, grid: Grid, line: PrintedLine, y: float) -> None:
    box = Box(room.box.x, y, room.box.width, PEN)
    paper.shade(box)
    words = gettext("Subtotal after %(number)s") % {"number": line.number}
    write_centred(paper, words, box._replace(width=grid.left - box.x).inset(1, 0.3), 9.5, bold=True)
    for words, place in zip(line.subtotals or (), divide_line(grid, y, PEN), strict=True):
        paper.write(words, place.inset(1, 0.3), 13, bold=True, align="centre")
    paper.draw_rules([(box.x, edge, box.right, edge) for edge in (box.y, box.bottom)], thick=0.4)
    _edges(paper, grid, box)


def _sum_line(paper: Paper, room: Room, grid: Grid, form: PrintedSheet, band: Band) -> None:
    (label, figures), number = form.sums[band.number], band.number
    y, high = band.box.y, band.box.height
    box = Box(room.box.x, y, grid.left - room.box.x, high)
    if form.adds_to == 0 and not number:
        together = "0" if all(figures) else ""
        draw_control(paper, box.inset(0, 0.6), label, gettext("together 0"), together)
    else:
        paper.write(label, box.inset(1, 0.3), 10, bold=True)
    _sum(paper, grid, figures, [] if number or grid.stacked else form.apart, Box(0, y, 0, high))
    _frame_sums(paper, grid, y, high)


def _sum(
    paper: Paper,
    grid: Grid,
    figures: Sequence[str],
    apart: Sequence[tuple[str, ...]],
    line: Box,
) -> None:
    """In front of each figure stand its parts, such as points and roem."""
    fine = []
    for place, words in enumerate(figures):
        box = divide_line(grid, line.y, line.height)[place]
        *beside, total = divide_column(grid, len(grid.parts), box) if apart else [box]
        for part, cell in zip(apart[place] if apart else (), beside, strict=True):
            paper.write(part, cell.inset(0.6, 0.3), 13, align="centre")
            fine.append((cell.right, cell.y, cell.right, cell.bottom))
        paper.write(words, total.inset(1, 0.3), 13, bold=True, align="centre")
    paper.draw_rules(fine, thick=0.12, grey=GREY)


def _signatures(paper: Paper, room: Room, form: PrintedSheet, y: float) -> None:
    box = Box(room.box.x, y + 1, room.box.width, 3.5)
    paper.write(gettext("Seen and agreed: signatures of the other players"), box, SMALL, grey=GREY)
    boxes = Box(box.x, box.bottom, box.width, room.signing - 5.5).columns([1] * len(form.signers))
    for name, place in zip(form.signers, boxes, strict=True):
        paper.draw_frame(place, thick=0.2)
        paper.write(name, place.inset(0.8, 0.4).top(LINE), SMALL, grey=GREY)


# Rules between the cells


def _edges(paper: Paper, grid: Grid, box: Box, *, around: bool = False) -> None:
    """The edges of the form and, unless `around`, the lines between places."""
    edges = {grid.number, grid.right, *(() if around else grid.places)}
    paper.draw_rules([(x, box.y, x, box.bottom) for x in sorted(edges)], thick=0.4)


def _frame_sums(paper: Paper, grid: Grid, y: float, high: float) -> None:
    left, right = grid.number, grid.places[-1]
    paper.draw_rules([(x, y, x, y + high) for x in (left, *grid.places)], thick=0.4)
    paper.draw_rules([(left, y + high, right, y + high)], thick=0.4)
