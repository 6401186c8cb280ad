"""Draw the wedstrijdformulier: on A4, on A5, or two side by side to be cut apart. A form that is
too long goes on in the next free place. After all forms come, once, the rules that did not fit on
them and the values of the closed hands.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from django.utils.translation import gettext

from scoring.pages.columns import OUT
from scoring.pages.rulebook import Hand
from scoring.printing.closed_hands import draw_hands
from scoring.printing.closed_hands import heading as hands_heading
from scoring.printing.content import Line, Place, PrintedSheet
from scoring.printing.layout import NARROW, PEN, SAID, Grid, Room, room_for, step_of, that_fit
from scoring.printing.rules import draw_notes, draw_rules
from scoring.printing.rules import heading as rules_heading
from scoring.toolkit.pdf.page import GREY, INK, Box, Paper
from scoring.toolkit.pdf.text import MM, ROOM, fit, fit_lines

SIZES = ("a4", "a5", "two")
CUT = 0.3
SMALL, TINY = 7.0, 6.0  # sizes of small print
READABLE = 9.0  # the least size that can be read across the table
HARDLY_SMALLER = 0.78


def pdf(
    forms: Iterable[PrintedSheet], size: str = "a4", title: str = "", *, logo: bytes | None = None
) -> bytes:
    """Return the PDF of these forms, each with a bookmark."""
    paper: Paper | None = None
    rules: dict[tuple[str, ...], PrintedSheet] = {}  # of forms without room for all their rules
    hands: list[Hand] = []
    for form in forms:
        if paper is None:
            sheet = "a4-landscape" if size == "two" else size
            paper = Paper(title or form.title, sheet, margin=9, logo=logo)
            slots = _slots(paper, size)
        if not _draw(paper, slots, form):
            rules.setdefault(tuple(form.rules), form)
        hands = hands or form.hands
    if paper:
        _draw_behind(paper, size, rules.values(), hands)
    return (paper or Paper(title)).close()


def filling(form: PrintedSheet, size: str) -> list[PrintedSheet]:
    """Return the forms that fill one page: the same one twice where two fit."""
    return [form] * (2 if size == "two" else 1)


def _draw_behind(
    paper: Paper, size: str, rules: Iterable[PrintedSheet], hands: Sequence[Hand]
) -> None:
    for form in rules:
        for box in _boxes_behind(paper, size, rules_heading(form)):
            draw_rules(paper, form, box)
    if hands:
        for box in _boxes_behind(paper, size, hands_heading()):
            draw_hands(paper, box, hands)


def _boxes_behind(paper: Paper, size: str, bookmark: str) -> Iterator[Box]:
    """Yield a page; where two forms fit on a page, its two halves."""
    slots = _slots(paper, size)
    yield next(slots)
    paper.bookmark(bookmark)
    if size == "two":
        yield next(slots)


def _slots(paper: Paper, size: str) -> Iterator[Box]:
    """Yield the places for forms, page after page."""
    while True:
        if size != "two":
            yield paper.page()
            continue
        paper.page()
        half = paper.wide / 2
        paper.rules([(half, 5, half, 9), (half, paper.high - 9, half, paper.high - 5)], CUT, GREY)
        for left in (0.0, half):
            yield Box(left, 0, half, paper.high).inset(paper.margin)


def _draw(paper: Paper, slots: Iterator[Box], form: PrintedSheet) -> bool:
    """Draw one form; return whether all its small print fitted."""
    rest, page, whole = form.lines, 0, True
    while rest or not page:
        room = room_for(next(slots), form)
        if not page:
            paper.bookmark(form.name)
        page += 1
        lines, last = that_fit(form, room, rest)
        whole = _part(paper, room, form, lines, last=last)
        rest = [] if last else rest[len(lines) :]
    return whole


# The parts, from top to bottom


def _part(
    paper: Paper, room: Room, form: PrintedSheet, lines: Sequence[Line], *, last: bool
) -> bool:
    grid = room.grid
    _head(paper, room.box.top(room.head - 2), form)
    y = room.box.y + room.head
    if form.dashes:
        _dashes(paper, room, grid, form, y)
        y += room.dashes
    _names(paper, room, grid, form, y)
    y += room.names + room.parts
    step = step_of(room, form, lines, last=last)
    for line in lines:
        _line(paper, room, grid, line, Box(room.box.x, y, room.box.width, step))
        y += step
        if line.subtotals is not None:
            _subtotal(paper, room, grid, line, y)
            y += PEN
    if last:
        y = _sums(paper, room, grid, form, y)
        y = _signatures(paper, room, form, y)
        y += 0.5
        return draw_notes(
            paper, form.notes, Box(room.box.x, y, room.box.width, room.box.bottom - y)
        )
    return True


def _head(paper: Paper, box: Box, form: PrintedSheet) -> None:
    room = box
    if form.address:
        side = box.height + 1
        paper.code(form.address, Box(box.right - side + 1, box.y - 1, side, side))
        room = box._replace(width=box.width - side - 1)
    title, fields = box.height * 0.36, box.height * 0.32
    taken = paper.logo(room.top(title - 1).columns([1, 1])[1])
    beside = room.top(title)._replace(width=room.width - taken - 3 * bool(taken))
    paper.write(form.title, beside, 16, bold=True, least=8)
    upper, lower = room.below(title).top(fields), room.below(title + fields).top(fields)
    for label, words, place in zip(
        (gettext("Club"), gettext("Club night"), gettext("Table"), gettext("Round")),
        form.head,
        (*upper.columns([1, 1]), *lower.columns([1, 1])),
        strict=True,
    ):
        _field(paper, place, label, words)


def _field(paper: Paper, box: Box, label: str, words: str) -> None:
    """Draw a label with its value, or with a line to write on."""
    begin = paper.write(label, box.top(box.height - 1)._replace(width=20), 7.5, grey=GREY) + 1.5
    room = Box(begin, box.y, box.right - 4 - begin, box.height - 1)
    paper.write(words, room, 12, bold=True)
    paper.rules([(begin, box.bottom - 0.5, box.right - 4, box.bottom - 0.5)], thick=0.15, grey=GREY)


def _dashes(paper: Paper, room: Room, grid: Grid, form: PrintedSheet, y: float) -> None:
    """Draw the number of dashes above each column, and the box for their sum."""
    high = PEN
    label = Box(room.box.x, y, grid.left - room.box.x, high)
    counted = all(place.dashes for place in form.places)
    together = str(sum(int(place.dashes) for place in form.places)) if counted else ""
    _control(paper, label, gettext("Dashes"), gettext("together"), together)
    for place, box in zip(form.places, _boxes(grid, y, high), strict=True):
        paper.frame(box.inset(1.5, 0))
        paper.write(place.dashes, box.inset(2, 1), 12, align="centre")


def _control(paper: Paper, box: Box, words: str, caption: str, figure: str) -> None:
    """Draw the label of a line, with a box for the sum of its figures."""
    wide = min(18.0, box.width * 0.45)
    paper.write(words, Box(box.x + 1, box.y, box.width - wide - 3, box.height), 10, bold=True)
    box = Box(box.right - wide, box.y, wide - 1.5, box.height)
    paper.frame(box, thick=0.4)
    paper.write(caption, box.inset(0.7, 0.3).top(2.8), TINY, grey=GREY, least=4)
    paper.write(figure, box.below(2.8).inset(1, 0.3), 12, align="centre")


def _names(paper: Paper, room: Room, grid: Grid, form: PrintedSheet, y: float) -> None:
    for place, box in zip(form.places, _boxes(grid, y, room.names), strict=True):
        _name(paper, box, place)
        _parts(paper, grid, form, box.below(room.names)._replace(height=room.parts))
    high = room.names + room.parts
    for label, (begin, end) in zip(form.once, pairwise(grid.once), strict=True):
        box = Box(begin, y, end - begin, high).inset(0.8, 0.6)
        write = paper.paragraph if end - begin > NARROW else paper.paragraph_upwards
        write(label, box, 7, least=4.5)
    turn = Box(grid.turn, y + high - 7, grid.left - grid.turn, 6.4).inset(0.8, 0)
    words = [gettext("deals"), gettext("begins")] if form.has_dealer else [gettext("begins")]
    for number, word in enumerate(words):
        share = turn.height / len(words)
        paper.write(word, turn.below(share * number).top(share), TINY + 1, grey=GREY)
    _frame_names(paper, grid, y, high)
    paper.rules([(room.box.x, y + high, room.box.right, y + high)], thick=0.6)


def _name(paper: Paper, box: Box, place: Place) -> None:
    """Draw the names with their seats; the scribe's is marked."""
    high = box.height / len(place.seats)
    for number, (seat, name, scribe) in enumerate(
        zip(place.seats, place.names, place.scribe, strict=True)
    ):
        room = box.below(high * number).top(high).inset(0.8, 0.4)
        above = room.top(2.7)
        paper.write(str(seat), above._replace(width=3), TINY, grey=GREY)
        if scribe:
            beside = Box(above.x + 3.5, above.y, above.width - 3.5, above.height)
            paper.write(gettext("scribe"), beside, TINY, bold=True, align="right", least=4)
        _person(paper, name, room.below(2.7))


def _person(paper: Paper, name: str, box: Box) -> None:
    """Draw a name, a long one on two lines before it gets too small to read across the table."""
    if fit(name, box.width, box.height, 12, bold=True).size >= READABLE or " " not in name.strip():
        paper.write(name, box, 12, bold=True, align="centre")
        return
    lines, size = fit_lines(name, box.width, box.height, READABLE, bold=True, least=5)
    high = box.height / max(len(lines), 1)
    for number, line in enumerate(lines):
        room = box.below(high * number).top(high)
        paper.write(line, room, size, bold=True, align="centre")


def _parts(paper: Paper, grid: Grid, form: PrintedSheet, box: Box) -> None:
    if len(form.parts) > 1:
        for label, room in zip(form.parts, _cells(grid, len(form.parts), box), strict=True):
            _centred(paper, label, room.inset(0.4, 0.2), 7, align="centre", grey=GREY)


def _line(paper: Paper, room: Room, grid: Grid, line: Line, box: Box) -> None:
    number = box._replace(width=grid.contract - grid.number)
    paper.write(str(line.number), number.inset(0.5, 0), 12, bold=True, align="centre")
    if grid.turn > grid.contract:
        wide = grid.turn - grid.contract
        _centred(paper, line.contract, Box(grid.contract, box.y, wide, box.height).inset(0.8, 0.3))
    turn = Box(grid.turn, box.y, grid.left - grid.turn, box.height).inset(0.8, 0.5)
    names = [name for name in (line.dealer, line.starter) if name]
    for place, name in enumerate(names):
        share = min(turn.height / len(names), 4.0 if len(names) > 1 else turn.height)
        above = (turn.height - share * len(names)) / 2
        _centred(paper, name, turn.below(above + share * place).top(share), SAID, least=TINY)
    _figures(paper, grid, line, box)
    fine = {grid.contract, grid.turn, grid.left, *(() if line.void else grid.once)} - {grid.right}
    paper.rules([(x, box.y, x, box.bottom) for x in sorted(fine)], thick=0.12, grey=GREY)
    _edges(paper, grid, box, around=bool(line.void))
    paper.rules([(box.x, box.bottom, box.right, box.bottom)], thick=0.2)


def _figures(paper: Paper, grid: Grid, line: Line, box: Box) -> None:
    if line.void:
        words = gettext("Not played: %(reason)s") % {"reason": line.void}
        across = Box(grid.left, box.y, grid.right - grid.left, box.height)
        paper.write(words, across.inset(2, 0.3), 10, align="centre")
        return
    between: list[tuple[float, float, float, float]] = []
    for cells, place in zip(line.cells, _boxes(grid, box.y, box.height), strict=True):
        parts = _cells(grid, len(cells), place)
        for words, cell in zip(cells, parts, strict=True):
            _cell(paper, words, cell)
            if cell.x > place.x:
                between.append((cell.x, cell.y, cell.x, cell.bottom))
            elif cell.y > place.y:
                between.append((place.x, cell.y, place.right, cell.y))
    paper.rules(between, thick=0.12, grey=GREY)
    for words, (begin, end) in zip(line.once, pairwise(grid.once), strict=True):
        cell = Box(begin, box.y, end - begin, box.height).inset(0.6, 0.3)
        _centred(paper, words, cell, 10, align="centre")


def _cell(paper: Paper, words: str, box: Box) -> None:
    if words == OUT:
        paper.dash(box)
    elif words:
        paper.write(words, box.inset(0.6, 0.3), 13, align="centre", least=5)


def _subtotal(paper: Paper, room: Room, grid: Grid, line: Line, y: float) -> None:
    box = Box(room.box.x, y, room.box.width, PEN)
    paper.shade(box)
    words = gettext("Subtotal after %(number)s") % {"number": line.number}
    _centred(paper, words, box._replace(width=grid.left - box.x).inset(1, 0.3), 9.5, bold=True)
    for words, place in zip(line.subtotals or (), _boxes(grid, y, PEN), strict=True):
        paper.write(words, place.inset(1, 0.3), 13, bold=True, align="centre")
    paper.rules([(box.x, edge, box.right, edge) for edge in (box.y, box.bottom)], thick=0.4)
    _edges(paper, grid, box)


def _sums(paper: Paper, room: Room, grid: Grid, form: PrintedSheet, y: float) -> float:
    for number, ((label, figures), high) in enumerate(zip(form.sums, room.sums, strict=True)):
        box = Box(room.box.x, y, grid.left - room.box.x, high)
        if form.adds_up and not number:
            together = "0" if all(figures) else ""
            _control(paper, box.inset(0, 0.6), label, gettext("together 0"), together)
        else:
            paper.write(label, box.inset(1, 0.3), 10, bold=True)
        for words, place in zip(figures, _boxes(grid, y, high), strict=True):
            paper.write(words, place.inset(1, 0.3), 13, bold=True, align="centre")
        _frame_sums(paper, grid, y, high)
        y += high
    return y


def _signatures(paper: Paper, room: Room, form: PrintedSheet, y: float) -> float:
    """Draw a box for each signature."""
    box = Box(room.box.x, y + 1, room.box.width, 3.5)
    paper.write(gettext("Seen and agreed: signatures of the other players"), box, SMALL, grey=GREY)
    boxes = Box(box.x, box.bottom, box.width, room.signing - 5.5).columns([1] * len(form.signers))
    for name, place in zip(form.signers, boxes, strict=True):
        paper.frame(place, thick=0.2)
        paper.write(name, place.inset(0.8, 0.4).top(2.8), TINY, grey=GREY, least=5)
    return y + room.signing


# Rules between the cells


def _edges(paper: Paper, grid: Grid, box: Box, *, around: bool = False) -> None:
    """Draw the vertical rules between the places of one line, or only around it."""
    edges = {grid.number, grid.right, *(() if around else grid.places)}
    paper.rules([(x, box.y, x, box.bottom) for x in sorted(edges)], thick=0.4)


def _frame_names(paper: Paper, grid: Grid, y: float, high: float) -> None:
    edges = sorted({grid.left, grid.right, *grid.places, *grid.once})
    paper.rules([(x, y, x, y + high) for x in edges], thick=0.4)
    paper.rules([(grid.left, y, grid.right, y)], thick=0.4)


def _frame_sums(paper: Paper, grid: Grid, y: float, high: float) -> None:
    left, right = grid.number, grid.places[-1]
    paper.rules([(x, y, x, y + high) for x in (left, *grid.places)], thick=0.4)
    paper.rules([(left, y + high, right, y + high)], thick=0.4)


def _boxes(grid: Grid, y: float, high: float) -> list[Box]:
    """Return the box of each place."""
    return [Box(begin, y, end - begin, high) for begin, end in pairwise(grid.places)]


def _cells(grid: Grid, count: int, box: Box) -> list[Box]:
    """Return the boxes of a place's parts: side by side, or with the score below the others."""
    if not grid.stacked or count == 1:
        return box.columns(grid.parts)
    half = box.height / 2
    return [*box.top(half).columns([1] * (count - 1)), box.below(half)]


def _centred(
    paper: Paper,
    words: str,
    box: Box,
    size: float = SAID,
    *,
    align: str = "left",
    bold: bool = False,
    grey: float = INK,
    least: float = 4.5,
) -> None:
    """Draw text in the vertical middle of a box, on one line if that is hardly smaller."""
    alone = fit(words, box.width, box.height, size, bold=bold, least=1)
    if alone.size >= HARDLY_SMALLER * size:
        paper.write(words, box, alone.size, bold=bold, align=align, grey=grey)
        return
    lines, size = fit_lines(words, box.width, box.height, size, bold=bold, least=least)
    step = ROOM * size / MM
    above = (box.height - step * len(lines)) / 2
    for number, line in enumerate(lines):
        room = box.below(above + step * number).top(step + 0.01)
        paper.write(line, room, size, bold=bold, align=align, grey=grey)
