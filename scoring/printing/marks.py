"""What a printed form carries so that a scan of it can be placed: a mark at each corner, and a QR
code. The code says which form and which of its pages this is.

The code is the link for phones followed by a fragment, which phones ignore. On a form without a
link the code has the sheet's id, which is not a link.
"""

from scoring.printing.content import PrintedSheet
from scoring.toolkit.pdf.page import INK, Box, Paper

LAYOUT = 1  # goes up when the cells of forms printed before are somewhere else
SIDE = 2.2  # of a mark
AWAY = 2.7  # from the corner of the form's box to the middle of its mark, across and down


def draw_marks(paper: Paper, box: Box) -> None:
    """Draw a mark just outside each corner of a form, whose box this is."""
    for x in (box.x - AWAY, box.right + AWAY):
        for y in (box.y - AWAY, box.bottom + AWAY):
            paper.shade(Box(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE), INK)


def write_page_code(form: PrintedSheet, page: int) -> str:
    """Return the text of the QR code on this page of a form. Return "" if the form belongs to no
    known sheet.
    """
    if form.address:
        return f"{form.address}#{page}.{LAYOUT}"
    return f"Streepje {form.sheet} {page}.{LAYOUT}" if form.sheet else ""
