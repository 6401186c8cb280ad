"""A mark at each corner and a QR code, by which a scan of a form can be placed."""

from scoring.printing.content import PrintedSheet
from scoring.toolkit.pdf.page import INK, Box, Paper

LAYOUT = 1  # goes up when the cells of forms printed before are somewhere else
SIDE = 2.2  # of a mark
AWAY = 2.7  # from the corner of the form's box to the middle of its mark, across and down


def draw_marks(paper: Paper, box: Box) -> None:
    """Just outside each corner of the box."""
    for x in (box.x - AWAY, box.right + AWAY):
        for y in (box.y - AWAY, box.bottom + AWAY):
            paper.shade(Box(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE), INK)


def write_page_code(form: PrintedSheet, page: int) -> str:
    """The link for phones and a fragment, or the sheet's id, which is no link; "" for no sheet."""
    if form.address:
        return f"{form.address}#{page}.{LAYOUT}"
    return f"Streepje {form.sheet} {page}.{LAYOUT}" if form.sheet else ""
