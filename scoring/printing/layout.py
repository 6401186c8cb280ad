"""How the wedstrijdformulier is laid out: where its columns stand, how high its lines are, and how
many games fit on a page.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from scoring.printing.content import TELLING, Line, PrintedSheet
from scoring.printing.rules import SIZES, behind, notes_height
from scoring.toolkit.pdf.page import Box
from scoring.toolkit.pdf.text import width

PEN = 9.0  # no cell for a pen is lower
ROOMY = 15.0
NARROW = 10.0  # parts of a cell that would be narrower stand above each other
BIG = 150.0  # so wide is a whole A4
# How wide: the number of a game, its contract, whose turn it is, what is written once.
LEFT = {True: (8.0, 40.0, 27.0, 17.0), False: (6.5, 28.0, 20.0, 13.5)}
SAID = 8.5  # the size of contracts, and of whose turn it is
LEGIBLE = 7.0  # so large at least, where figures can do with less room
BESIDE = 1.8  # what is left white beside those
# Where parts would stand above each other for want of room: whose turn it is, what is written once
# in words and in a figure or a yes, how wide a place is at least, and an entry and a score in it.
TIGHT_TURN, TIGHT_WORDS, TIGHT_ONCE, TIGHT_PLACE, TIGHT_PARTS = 14.0, 12.0, 8.0, 15.0, (3.0, 4.0)
WIDE = 11.0  # how wide a part of a cell stays then, and a cell of one part twice that
ENOUGH, ENOUGH_ON_A4 = 8, 15  # games that stand on a form before its small print


class Grid(NamedTuple):
    """Where its columns stand, from left to right."""

    number: float
    contract: float
    turn: float
    left: float  # where those end
    right: float
    places: list[float]  # where each begins, and where the last ends
    once: list[float]
    stacked: bool
    parts: Sequence[float]  # of a place: how wide beside each other


class Room(NamedTuple):
    """Where a form goes, and the heights of what stands on it."""

    box: Box
    grid: Grid
    head: float
    dashes: float
    names: float
    parts: float
    rows: int  # of cells, in a game
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
    """The games on this page, and whether it is the last."""
    body = room.box.height - room.above
    whole = _fitting(rest, room, body - room.below - _least_notes(form, room, body))
    needed = form.needed - rest[0].number + 1 if rest else 0
    endless = form.needed < len(form.lines)
    if whole >= len(rest) or (endless and whole >= needed):
        return list(rest[:whole]), True
    full = min(_fitting(rest, room, body), len(rest) - 1)  # the totals never stand alone
    return list(rest[: max(1, full)]), False


def _fitting(lines: Sequence[Line], room: Room, height: float) -> int:
    for count, line in enumerate(lines):
        height -= PEN * (room.rows + (line.subtotals is not None))
        if height < 0:
            return count
    return len(lines)


def _least_notes(form: PrintedSheet, room: Room, body: float) -> float:
    """What they take of the room that games may not have: much of it where games have no end."""
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
    """No wider on either side of the places than a pen needs."""
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
    """What the longest contract leaves of its column."""
    longest = max((width(line.contract, SAID) for line in form.lines), default=0.0)
    return max(0.0, contract - max(longest + BESIDE, contract / 2)) if contract else 0.0


def _lacking(form: PrintedSheet, turn: float, size: float) -> float:
    """What the longest name would need more."""
    names = (name for line in form.lines for name in (line.dealer, line.starter))
    return max(0.0, max((width(name, size) for name in names), default=0.0) + BESIDE - turn)


def step_of(room: Room, form: PrintedSheet, lines: Sequence[Line], *, last: bool) -> float:
    """How high a game is: more than a pen needs, where there is room."""
    subtotals = sum(line.subtotals is not None for line in lines)
    free = room.box.height - room.above - PEN * subtotals
    if last:
        free -= room.below + notes_height(form.notes, room.box, SIZES[0]) + 1
    return max(PEN * room.rows, min(free / max(len(lines), 1), ROOMY * room.rows))
