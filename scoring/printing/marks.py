"""What a printed form carries for the program that reads photos of it: a mark at each corner, and a
QR code. The code says which form and which of its pages this is.

The code is the link for phones followed by a fragment, which phones ignore. On a form without a
link the code has the sheet's id, which is not a link.
"""

import re
from typing import NamedTuple

from scoring.printing.content import PrintedSheet
from scoring.toolkit.pdf.page import INK, Box, Paper

LAYOUT = 1  # goes up when the cells of forms printed before are somewhere else
SIDE = 2.2  # of a mark
AWAY = 2.7  # from the corner of the form's box to the middle of its mark, across and down
CODE = re.compile(r"(?:.*/s/|Streepje )([\w-]+)/?[# ](\d{1,2})\.(\d{1,3})")


class PageCode(NamedTuple):
    """The content of the QR code on one page of a printed form. It says which sheet and which page
    this is, and the version of the layout. The site does not read photos of forms with another
    version.
    """

    key: str  # of the sheet's link, or the sheet's id
    page: int
    layout: int


def find_middles(box: Box) -> list[tuple[float, float]]:
    """Return the middle points of the four marks that are printed at the corners of a form,
    clockwise from the top left. `box` is the form's box, and the marks stand just outside it.
    """
    left, right, top, bottom = box.x - AWAY, box.right + AWAY, box.y - AWAY, box.bottom + AWAY
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def draw_marks(paper: Paper, box: Box) -> None:
    for x, y in find_middles(box):
        paper.shade(Box(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE), INK)


def write_page_code(form: PrintedSheet, page: int) -> str:
    """Return the text of the QR code on this page of a form. Return "" if the form belongs to no
    known sheet.
    """
    if form.address:
        return f"{form.address}#{page}.{LAYOUT}"
    return f"Streepje {form.sheet} {page}.{LAYOUT}" if form.sheet else ""


def read_code(text: str) -> PageCode | None:
    match = CODE.fullmatch(text)
    return PageCode(match[1], int(match[2]), int(match[3])) if match else None
