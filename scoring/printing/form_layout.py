"""The columns of a form, the height of its lines, and how many games fit on a page."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from scoring.printing.draw_small_print import SIZES, measure_notes, note_in_words
from scoring.printing.printed_sheet import TELLING, PrintedLine, PrintedSheet
from scoring.toolkit.pdf.page import Box
from scoring.toolkit.pdf.text import MM, ROOM, measure_longest_word, width, wrap

MARGIN = 9.0  # of the paper around a form
PEN = 9.0  # least height of a cell to write in
ROOMY = 15.0
NARROW = 10.0  # narrower parts of a cell are stacked
BIG = 150.0  # a wider box is a whole A4
# Widths: the number of a game, its contract, whose turn it is, what is written once.
LEFT = {True: (8.0, 40.0, 27.0, 17.0), False: (6.5, 28.0, 20.0, 13.5)}
READABLE = 9.0  # least text size of names: to be read across the table
HIGHEST, LOW, LOWEST = 18.5, 13.0, 12.0  # height of a name: on A4, on A5, where lines need room
LINE = 3.1  # height of a line of small print
STACKED, HIGH = 13.0, 13.5  # heights of labels: of stacked parts, and of one that runs upwards
SIDE = 4.5  # height of the line above the names of two partners
ASIDE = 0.8  # white space beside a name
SAID = 8.5  # text size of contracts and turns
LEGIBLE = 7.0  # the least text size of turns, if figures can do with less room
BESIDE = 1.8  # white space beside those
# Widths that keep parts from being stacked: whose turn it is, what is written once in words and as
# a figure or a yes, and the least of an entry and a score in a place.
TIGHT_TURN, TIGHT_WORDS, TIGHT_ONCE, TIGHT_PARTS = 14.0, 12.0, 8.0, (6.6, 8.4)
# The same of an entry, a score and a running total such as −1544, and how much wider the last is.
TIGHT_RUNNING, WIDER = (9.0, 9.5, 12.0), 1.15
WIDE = 11.0  # least width of a part of a cell; twice that for a cell of one part
ENOUGH, ENOUGH_ON_A4 = 8, 15  # games on a form that come before the small print


class Grid(NamedTuple):
    """The x of the columns, from left to right, in mm."""

    number: float
    contract: float
    turn: float
    left: float  # where the columns above end
    right: float
    places: list[float]  # where each place begins, and where the last ends
    once: list[float]
    stacked: bool  # entries above, score and running total below them
    parts: Sequence[float]  # relative widths of the parts of a place
    scores: int  # how many of the parts are no entries


class Band(NamedTuple):
    kind: str  # dashes, names, game, subtotal, sum, signatures or notes
    box: Box
    line: PrintedLine | None = None  # of a game, or of the game above a subtotal
    number: int = 0  # of a sum, from 0


class Room(NamedTuple):
    """The box of one form, and the heights of its parts."""

    box: Box
    grid: Grid
    head: float
    dashes: float
    names: float
    parts: float
    rows: int  # rows of cells in a game
    sums: list[float]
    signing: float

    @property
    def above(self) -> float:
        return self.head + self.dashes + self.names + self.parts

    @property
    def below(self) -> float:
        return sum(self.sums) + self.signing


def find_room(box: Box, form: PrintedSheet) -> Room:
    big = box.width > BIG
    grid = _grid(form, box)
    several = len(form.parts) > 1
    return Room(
        box=box,
        grid=grid,
        head=26.0 if big else 21.0,
        dashes=PEN + 0.5 if form.dashes else 0.0,
        names=_height_of_names(form, grid, big=big),
        parts=_height_of_labels(form, grid) if several else 0.0,
        rows=2 if grid.stacked else 1,
        sums=[*[PEN] * (len(form.sums) - 1), PEN if big else 6.5],
        signing=15.5 if big else 13.5,
    )


def _height_of_names(form: PrintedSheet, grid: Grid, *, big: bool) -> float:
    """What handwriting needs, or more for names of several lines."""
    pairs = any(place.side for place in form.places)
    wide, several = grid.places[1] - grid.places[0] - 2 * ASIDE, len(form.parts) > 1
    names = [name for place in form.places for name in place.names]
    lines = max(len(wrap(name, wide, READABLE, bold=True)) for name in names)
    endless = form.needed < len(form.lines)
    most = LOWEST if endless and not form.runs else HIGHEST if big else LOW
    high = min(LINE + lines * ROOM * READABLE / MM + 2 * ASIDE, most)
    if pairs:
        return SIDE + 2 * max(PEN, high)
    return max(12.0 if several or not form.once else 16.0, high)


def _height_of_labels(form: PrintedSheet, grid: Grid) -> float:
    if not grid.stacked:
        return 10.0 if form.runs else 6.5
    wide = (grid.places[1] - grid.places[0]) / max(1, len(form.parts) - grid.scores) - ASIDE
    entries = form.parts[: -grid.scores]
    upwards = not all(fits_horizontally(label, wide, STACKED / 2) for label in entries)
    return STACKED / 2 + HIGH if upwards else STACKED


def fits_horizontally(label: str, wide: float, high: float) -> bool:
    """In small print, without breaking words."""
    lines = len(wrap(label, wide, LEGIBLE))
    return measure_longest_word(label, LEGIBLE) <= wide and lines * ROOM * LEGIBLE / MM <= high


def select_fitting(
    form: PrintedSheet, room: Room, rest: Sequence[PrintedLine]
) -> tuple[list[PrintedLine], bool]:
    body = room.box.height - room.above
    whole = _fitting(rest, room, body - room.below - _least_notes(form, room, body))
    needed = form.needed - rest[0].number + 1 if rest else 0
    endless = form.needed < len(form.lines)
    if whole >= len(rest) or (endless and whole >= needed):
        return list(rest[:whole]), True
    full = min(_fitting(rest, room, body), len(rest) - 1)  # totals never stand alone
    return list(rest[: max(1, full)]), False


def _fitting(lines: Sequence[PrintedLine], room: Room, height: float) -> int:
    for count, line in enumerate(lines):
        height -= PEN * (room.rows + (line.subtotals is not None))
        if height < 0:
            return count
    return len(lines)


def _least_notes(form: PrintedSheet, room: Room, body: float) -> float:
    """More if games are open-ended, as empty lines can make room."""
    endless = form.needed < len(form.lines)
    telling = [*(form.notes[:TELLING] if endless else form.notes[:2]), note_in_words()]
    least = measure_notes(telling, room.box, SIZES[-1]) + 1
    enough = ENOUGH_ON_A4 if room.box.width > BIG and room.rows == 1 else ENOUGH
    free = body - room.below - enough * PEN * room.rows
    every = measure_notes(form.notes, room.box, SIZES[-1]) + 1
    return max(least, min(free, every)) if endless else least


def _grid(form: PrintedSheet, box: Box) -> Grid:
    usual = _usual_grid(form, box)
    if not usual.stacked:
        return usual
    least = _least_parts(form)
    tight = _tight_grid(form, box, least)
    if tight.places[1] - tight.places[0] >= sum(least):
        return tight
    several = len(form.parts) > len(TIGHT_PARTS)
    return tight._replace(stacked=True) if several else usual


def _least_parts(form: PrintedSheet) -> tuple[float, ...]:
    if form.runs:
        entry, *scores = TIGHT_RUNNING
        return (*[entry] * (len(form.parts) - len(scores)), *scores)
    entry, score = TIGHT_PARTS
    return (*[entry] * (len(form.parts) - 1), score)


def _usual_grid(form: PrintedSheet, box: Box) -> Grid:
    number, contract, turn, once = LEFT[box.width > BIG]
    contract = contract if any(line.contract for line in form.lines) else 0.0
    more = min(_spare(form, contract), _lacking(form, turn, SAID))
    contract, turn = contract - more, turn + more
    return _place_columns(form, box, (number, contract, turn), [once] * len(form.once))


def _tight_grid(form: PrintedSheet, box: Box, parts: Sequence[float]) -> Grid:
    """Columns beside the scores only as wide as handwriting needs."""
    number, contract, _turn, _once = LEFT[box.width > BIG]
    contract = min(contract, _longest_contract(form))
    widths = [TIGHT_ONCE if brief else TIGHT_WORDS for brief in form.brief]
    grid = _place_columns(form, box, (number, contract, TIGHT_TURN), widths)
    return grid._replace(stacked=False, parts=parts)


def _place_columns(
    form: PrintedSheet, box: Box, before: tuple[float, float, float], once: Sequence[float]
) -> Grid:
    number, contract, turn = before
    taken = sum(before) + sum(once)
    parts = [*[1.0] * (len(form.parts) - 1), WIDER if form.runs else 1.0]
    least = len(form.places) * WIDE * max(2.0, sum(parts))
    turn += max(0.0, min(_lacking(form, turn, LEGIBLE), box.width - taken - least))
    left, all_once = box.x + number + contract + turn, sum(once)
    wide = (box.right - left - all_once) / len(form.places)
    begin, beside = (left + all_once, left) if form.once_first else (left, box.right - all_once)
    return Grid(
        number=box.x,
        contract=box.x + number,
        turn=box.x + number + contract,
        left=left,
        right=box.right,
        places=[begin + wide * place for place in range(len(form.places) + 1)],
        once=list(accumulate(once, initial=beside)),
        stacked=len(parts) > 1 and wide / sum(parts) < NARROW,
        parts=parts,
        scores=min(1 + form.runs, len(form.parts) - 1),
    )


def _spare(form: PrintedSheet, contract: float) -> float:
    """How much narrower the column of contracts can be."""
    return max(0.0, contract - max(_longest_contract(form), contract / 2)) if contract else 0.0


def _longest_contract(form: PrintedSheet) -> float:
    longest = max((width(line.contract, SAID) for line in form.lines), default=0.0)
    return longest + BESIDE if longest else 0.0


def _lacking(form: PrintedSheet, turn: float, size: float) -> float:
    """How much wider the column of turns must be for its longest name."""
    names = (name for line in form.lines for name in (line.dealer, line.starter))
    return max(0.0, max((width(name, size) for name in names), default=0.0) + BESIDE - turn)


def find_step(room: Room, form: PrintedSheet, lines: Sequence[PrintedLine], *, last: bool) -> float:
    """A game's line: what handwriting needs, more if there is room."""
    subtotals = sum(line.subtotals is not None for line in lines)
    free = room.box.height - room.above - PEN * subtotals
    if last:
        free -= room.below + measure_notes(form.notes, room.box, SIZES[0]) + 1
    return max(PEN * room.rows, min(free / max(len(lines), 1), ROOMY * room.rows))


class PageOfForm(NamedTuple):
    room: Room
    bands: list[Band]


def lay_out_pages(form: PrintedSheet, slots: Iterator[Box]) -> Iterator[PageOfForm]:
    """Take boxes of `slots` as needed; the rest is left for other forms."""
    rest, last = form.lines, False
    while not last:
        room = find_room(next(slots), form)
        lines, last = select_fitting(form, room, rest)
        yield PageOfForm(room, list(list_bands(room, form, lines, last=last)))
        rest = rest[len(lines) :]


def list_bands(
    room: Room, form: PrintedSheet, lines: Sequence[PrintedLine], *, last: bool
) -> Iterator[Band]:
    """Yield the strips of a page, from below the head to the foot."""
    rest = room.box.below(room.head)
    for kind, high, line, number in _strips(room, form, lines, last=last):
        yield Band(kind, rest.top(high), line, number)
        rest = rest.below(high)
    if last:
        yield Band("notes", rest.below(0.5))


def _strips(
    room: Room, form: PrintedSheet, lines: Sequence[PrintedLine], *, last: bool
) -> Iterator[tuple[str, float, PrintedLine | None, int]]:
    if form.dashes:
        yield "dashes", room.dashes, None, 0
    yield "names", room.names + room.parts, None, 0
    step = find_step(room, form, lines, last=last)
    for line in lines:
        yield "game", step, line, 0
        if line.subtotals is not None:
            yield "subtotal", PEN, line, 0
    if last:
        yield from (("sum", high, None, number) for number, high in enumerate(room.sums))
        yield "signatures", room.signing, None, 0
