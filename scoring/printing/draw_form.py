"""One form, on as many boxes as it needs."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from django.utils.translation import gettext

from scoring.pages.entry_columns import OUT
from scoring.printing.draw_small_print import draw_notes
from scoring.printing.form_layout import (
    ASIDE,
    HIGH,
    LINE,
    PEN,
    READABLE,
    SAID,
    SIDE,
    STACKED,
    Band,
    Grid,
    Room,
    fits_horizontally,
    lay_out_pages,
)
from scoring.printing.printed_sheet import PrintedLine, PrintedSheet, ScoreColumn
from scoring.toolkit.pdf.page import GREY, INK, Box, Paper
from scoring.toolkit.pdf.text import MM, ROOM, fit, fit_lines, width

SMALL = 7.0  # size of small print
HARDLY_SMALLER = 0.78
FIELD = 7.0  # room beside the label and the text of a field
LAYOUT = 2  # goes up when the cells of forms printed before are somewhere else
MARK = 2.2  # side of a mark
AWAY = 2.7  # from the corner of the form's box to the middle of its mark, across and down


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
    paper.write(line.label, number.inset(0.5, 0), 12, bold=True, align="centre")
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
    left, right = grid.number, grid.places[-1]
    paper.draw_rules([(x, y, x, y + high) for x in (left, *grid.places)], thick=0.4)
    paper.draw_rules([(left, y + high, right, y + high)], thick=0.4)


def _sum(
    paper: Paper, grid: Grid, figures: Sequence[str], apart: Sequence[tuple[str, ...]], line: Box
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
    edges = {grid.number, grid.right, *(() if around else grid.places)}
    paper.draw_rules([(x, box.y, x, box.bottom) for x in sorted(edges)], thick=0.4)


# The head


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
        fits = fits_horizontally(label, box.width, box.height)
        write = paper.write_paragraph if fits else paper.write_upwards
        write(label, box, SMALL)
    turn = Box(grid.turn, y + high - 7, grid.left - grid.turn, 6.4).inset(0.8, 0)
    for number, word in enumerate(form.turn):
        share = turn.height / len(form.turn)
        paper.write(word, turn.below(share * number).top(share), SMALL, grey=GREY)
    edges = sorted({grid.left, grid.right, *grid.places, *grid.once})
    paper.draw_rules([(x, y, x, y + high) for x in edges], thick=0.4)
    paper.draw_rules([(grid.left, y, grid.right, y)], thick=0.4)
    paper.draw_rules([(room.box.x, y + high, room.box.right, y + high)], thick=0.6)


def _name(paper: Paper, box: Box, place: ScoreColumn) -> None:
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
        below = room.below(LINE)
        if fit(name, below.width, below.height, 12, bold=True).size >= READABLE:
            paper.write(name, below, 12, bold=True, align="centre")
        else:
            write_lines(paper, name, below, READABLE, align="centre", bold=True)


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


# What a scan of a form is placed by


def draw_marks(paper: Paper, box: Box) -> None:
    for x in (box.x - AWAY, box.right + AWAY):
        for y in (box.y - AWAY, box.bottom + AWAY):
            paper.shade(Box(x - MARK / 2, y - MARK / 2, MARK, MARK), INK)


def write_page_code(form: PrintedSheet, page: int) -> str:
    """The link for phones and a fragment, or the sheet's id, which is no link; "" for no sheet."""
    if form.address:
        return f"{form.address}#{page}.{LAYOUT}"
    return f"Streepje {form.sheet} {page}.{LAYOUT}" if form.sheet else ""


# Cells


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
