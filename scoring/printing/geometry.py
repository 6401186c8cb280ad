"""The position of each cell on a printed form, for the program that reads photos of filled-in
forms. It is computed from the same strips and boxes that drawing.py draws.

All measures are millimetres from the middle of the corner mark at the top left.
"""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from scoring.printing.cells import divide_column, divide_line
from scoring.printing.content import PrintedSheet
from scoring.printing.layout import MARGIN, Band, PageOfForm, lay_out_pages
from scoring.printing.marks import AWAY
from scoring.toolkit.pdf.page import SIZES as PAGES
from scoring.toolkit.pdf.page import Box


class FormCell(NamedTuple):
    """A cell in which a scribe writes."""

    kind: str  # game, dashes, subtotal or sum
    place: int  # which column of scores, from 0
    box: Box
    game: int = 0  # of a subtotal: the game above it
    part: int = 0  # of a game's cell, or which sum


class FormPage(NamedTuple):
    """A page of a form: its size and its cells. The size is measured between the marks printed at
    its corners.
    """

    width: float
    height: float
    cells: list[FormCell]
    signatures: Box | None = None  # where the players sign

    @property
    def level(self) -> list[tuple[float, float, float]]:
        """Return the horizontal lines between cells. Each has its y, and the x where it begins and
        ends.
        """
        return sorted(
            {(edge, cell.box.x, cell.box.right) for cell in self._ruled for edge in _high(cell.box)}
        )

    @property
    def upright(self) -> list[tuple[float, float, float]]:
        """Return the vertical lines between cells. Each has its x, and the y where it begins and
        ends.
        """
        return sorted(
            {
                (edge, cell.box.y, cell.box.bottom)
                for cell in self._ruled
                for edge in _wide(cell.box)
            }
        )

    @property
    def _ruled(self) -> list[FormCell]:
        return [cell for cell in self.cells if cell.kind in ("game", "subtotal", "sum")]


def _high(box: Box) -> tuple[float, float]:
    return round(box.y, 2), round(box.bottom, 2)


def _wide(box: Box) -> tuple[float, float]:
    return round(box.x, 2), round(box.right, 2)


def list_pages(form: PrintedSheet, size: str) -> list[FormPage]:
    """Return the geometry of a form's pages on paper of this size, one of the sizes that
    `form_pages.print_forms` takes.
    """
    wide, high = PAGES["a4-landscape" if size == "two" else size]
    wide = wide / 2 if size == "two" else wide
    box = Box(0, 0, wide, high).inset(MARGIN)
    return [_page(form, page) for page in lay_out_pages(form, (box for _ in count()))]


def _page(form: PrintedSheet, page: PageOfForm) -> FormPage:
    box = page.room.box
    cells = [cell for band in page.bands for cell in _cells(form, page, band)]
    left, top = box.x - AWAY, box.y - AWAY
    moved = [cell._replace(box=_moved(cell.box, left, top)) for cell in cells]
    signed = (_moved(band.box, left, top) for band in page.bands if band.kind == "signatures")
    return FormPage(box.width + 2 * AWAY, box.height + 2 * AWAY, moved, next(signed, None))


def _moved(box: Box, left: float, top: float) -> Box:
    return box._replace(x=box.x - left, y=box.y - top)


def _cells(form: PrintedSheet, page: PageOfForm, band: Band) -> Iterator[FormCell]:
    if band.kind not in ("dashes", "game", "subtotal", "sum"):
        return
    game = band.line.number if band.line else 0
    for place, box in enumerate(divide_line(page.room.grid, band.box.y, band.box.height)):
        if band.kind == "game":
            for part, cell in enumerate(divide_column(page.room.grid, len(form.parts), box)):
                yield FormCell("game", place, cell, game, part)
        else:
            yield FormCell(band.kind, place, box, game, band.number)
