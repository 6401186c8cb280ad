"""The layout of the wedstrijdformulier: the columns, the height of its lines, and how many games
fit on a page.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from scoring.printing.content import TELLING, Line, PrintedSheet
from scoring.printing.rules import SIZES, behind, notes_height
from scoring.toolkit.pdf.page import Box
from scoring.toolkit.pdf.text import width

PEN = 9.0  # least height of a cell to write in
ROOMY = 15.0
NARROW = 10.0  # narrower parts of a cell are stacked
BIG = 150.0  # a wider box is a whole A4
# Widths: the number of a game, its contract, whose turn it is, what is written once.
LEFT = {True: (8.0, 40.0, 27.0, 17.0), False: (6.5, 28.0, 20.0, 13.5)}
SAID = 8.5  # text size of contracts and turns
LEGIBLE = 7.0  # the least text size of turns, if figures can do with less room
BESIDE = 1.8  # white space beside those
# Widths that keep parts from being stacked: whose turn it is, what is written once in words and as
# a figure or a yes, a place at least, and an entry and a score in it.
TIGHT_TURN, TIGHT_WORDS, TIGHT_ONCE, TIGHT_PLACE, TIGHT_PARTS = 14.0, 12.0, 8.0, 15.0, (3.0, 4.0)
WIDE = 11.0  # least width of a part of a cell; twice that for a cell of one part
ENOUGH, ENOUGH_ON_A4 = 8, 15  # games on a form that come before the small print


class Grid(NamedTuple):
    """The positions of the columns, from left to right."""

    number: float
    contract: float
    turn: float
    left: float  # where the columns above end
    right: float
    places: list[float]  # where each place begins, and where the last ends
    once: list[float]
    stacked: bool
    parts: Sequence[float]  # relative widths of the parts of a place


class Room(NamedTuple):
    """The box of a form, and the heights of its parts."""

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


def room_for(box: Box, form: PrintedSheet) -> Room:
    big = box.width > BIG
    grid = _grid(form, box)
    several = len(form.parts) > 1
    pairs = any(len(place.seats) > 1 for place in form.places)
    return Room(
        box=box,
        grid=grid,
        head=27.0 if big else 21.5,
        dashes=PEN + 0.5 if form.dashes else 0.0,
        names=(16.0 if pairs else 12.0) if several or pairs or not form.once else 16.0,
        parts=(13.0 if grid.stacked else 6.0) if several else 0.0,
        rows=2 if grid.stacked else 1,
        sums=[*[PEN] * (len(form.sums) - 1), PEN if big else 6.5],
        signing=15.5 if big else 13.5,
    )


def that_fit(form: PrintedSheet, room: Room, rest: Sequence[Line]) -> tuple[list[Line], bool]:
    """Return the games on this page, and whether it is the last page."""
    body = room.box.height - room.above
    whole = _fitting(rest, room, body - room.below - _least_notes(form, room, body))
    needed = form.needed - rest[0].number + 1 if rest else 0
    endless = form.needed < len(form.lines)
    if whole >= len(rest) or (endless and whole >= needed):
        return list(rest[:whole]), True
    full = min(_fitting(rest, room, body), len(rest) - 1)  # totals never stand alone
    return list(rest[: max(1, full)]), False


def _fitting(lines: Sequence[Line], room: Room, height: float) -> int:
    for count, line in enumerate(lines):
        height -= PEN * (room.rows + (line.subtotals is not None))
        if height < 0:
            return count
    return len(lines)


def _least_notes(form: PrintedSheet, room: Room, body: float) -> float:
    """Return the height that the notes take from the games at least; more if the number of games is
    not fixed.
    """
    endless = form.needed < len(form.lines)
    telling = [*(form.notes[:TELLING] if endless else form.notes[:2]), behind()]
    least = notes_height(telling, room.box, SIZES[-1]) + 1
    enough = ENOUGH_ON_A4 if room.box.width > BIG and room.rows == 1 else ENOUGH
    free = body - room.below - enough * PEN * room.rows
    every = notes_height(form.notes, room.box, SIZES[-1]) + 1
    return max(least, min(free, every)) if endless else least


def _grid(form: PrintedSheet, box: Box) -> Grid:
    usual = _usual_grid(form, box)
    if not usual.stacked or len(form.parts) != len(TIGHT_PARTS):
        return usual
    tight = _tight_grid(form, box)
    return tight if tight.places[1] - tight.places[0] >= TIGHT_PLACE else usual


def _usual_grid(form: PrintedSheet, box: Box) -> Grid:
    number, contract, turn, once = LEFT[box.width > BIG]
    contract = contract if any(line.contract for line in form.lines) else 0.0
    more = min(_spare(form, contract), _lacking(form, turn, SAID))
    contract, turn = contract - more, turn + more
    return _place_columns(form, box, (number, contract, turn), [once] * len(form.once))


def _tight_grid(form: PrintedSheet, box: Box) -> Grid:
    """Return a grid whose columns beside the places are only as wide as a pen needs."""
    number, contract, _turn, _once = LEFT[box.width > BIG]
    contract = contract if any(line.contract for line in form.lines) else 0.0
    widths = [TIGHT_ONCE if brief else TIGHT_WORDS for brief in form.brief]
    grid = _place_columns(form, box, (number, contract, TIGHT_TURN), widths)
    return grid._replace(stacked=False, parts=TIGHT_PARTS)


def _place_columns(
    form: PrintedSheet, box: Box, before: tuple[float, float, float], once: Sequence[float]
) -> Grid:
    number, contract, turn = before
    taken = sum(before) + sum(once)
    least = len(form.places) * WIDE * max(2, len(form.parts))
    turn += max(0.0, min(_lacking(form, turn, LEGIBLE), box.width - taken - least))
    left, all_once = box.x + number + contract + turn, sum(once)
    wide, parts = (box.right - left - all_once) / len(form.places), len(form.parts)
    begin, beside = (left + all_once, left) if form.once_first else (left, box.right - all_once)
    return Grid(
        number=box.x,
        contract=box.x + number,
        turn=box.x + number + contract,
        left=left,
        right=box.right,
        places=[begin + wide * place for place in range(len(form.places) + 1)],
        once=list(accumulate(once, initial=beside)),
        stacked=parts > 1 and wide / parts < NARROW,
        parts=[1.0] * parts,
    )


def _spare(form: PrintedSheet, contract: float) -> float:
    """Return how much narrower the column of contracts can be."""
    longest = max((width(line.contract, SAID) for line in form.lines), default=0.0)
    return max(0.0, contract - max(longest + BESIDE, contract / 2)) if contract else 0.0


def _lacking(form: PrintedSheet, turn: float, size: float) -> float:
    """Return how much wider the longest name needs the column of turns."""
    names = (name for line in form.lines for name in (line.dealer, line.starter))
    return max(0.0, max((width(name, size) for name in names), default=0.0) + BESIDE - turn)


def step_of(room: Room, form: PrintedSheet, lines: Sequence[Line], *, last: bool) -> float:
    """Return the height of a game: more than a pen needs if there is room."""
    subtotals = sum(line.subtotals is not None for line in lines)
    free = room.box.height - room.above - PEN * subtotals
    if last:
        free -= room.below + notes_height(form.notes, room.box, SIZES[0]) + 1
    return max(PEN * room.rows, min(free / max(len(lines), 1), ROOMY * room.rows))
