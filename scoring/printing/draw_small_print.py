"""The notes on a form. If they do not all fit, a page of their own has all rules."""

from collections.abc import Sequence

from django.utils.translation import gettext

from scoring.printing.printed_sheet import PrintedSheet
from scoring.toolkit.pdf.page import Box, Paper
from scoring.toolkit.pdf.text import MM, ROOM, wrap

SIZES = (8.5, 8.0, 7.5, 7.0)  # text sizes; smaller can't be read at a table
ON_A_PAGE = (11.0, 10.5, 10.0, 9.5, 9.0, *SIZES)  # text sizes on a page of rules
GAP = 0.4  # between two notes
HEADING, WHITE = 9.0, 2.0  # on a page of rules: height, and most extra space between notes


def note_in_words() -> str:
    return gettext("All rules stand on a page of their own at the end.")


def heading_in_words(form: PrintedSheet) -> str:
    return gettext("%(game)s: the rules") % {"game": form.title}


def note_height(note: str, box: Box, size: float) -> float:
    return len(wrap(note, box.width, size)) * ROOM * size / MM


def measure_notes(notes: Sequence[str], box: Box, size: float) -> float:
    return sum(note_height(note, box, size) + GAP for note in notes if note)


def draw_notes(paper: Paper, notes: Sequence[str], box: Box) -> bool:
    """As large as fits; return whether all do. If not, the first ones stay."""
    size = _largest(notes, box, SIZES)
    if whole := measure_notes(notes, box, size) <= box.height:
        _draw(paper, notes, box, size)
    else:
        last = note_height(note_in_words(), box, size)
        free, stay = box.height - last, []
        for note in notes:
            high = note_height(note, box, size) + GAP
            if note and high <= free:
                stay.append(note)
                free -= high
        box = box.below(_draw(paper, stay, box, size))
        paper.write_paragraph(note_in_words(), box.top(last + 0.1), size, bold=True, least=size)
    return whole


def draw_rules(paper: Paper, form: PrintedSheet, box: Box) -> None:
    paper.write(heading_in_words(form), box.top(HEADING - 2), 14, bold=True, least=9)
    box = box.below(HEADING)
    size = _largest(form.rules, box, ON_A_PAGE)
    free = box.height - measure_notes(form.rules, box, size)
    _draw(paper, form.rules, box, size, GAP + min(WHITE, free / len(form.rules)))


def _largest(notes: Sequence[str], box: Box, sizes: Sequence[float]) -> float:
    """The largest size at which all fit; else the smallest."""
    return next(
        (size for size in sizes if measure_notes(notes, box, size) <= box.height), sizes[-1]
    )


def _draw(paper: Paper, notes: Sequence[str], box: Box, size: float, gap: float = GAP) -> float:
    """Return the height that they take."""
    begin = box.y
    for note in notes:
        if note:
            high = note_height(note, box, size)
            paper.write_paragraph(note, box.top(high + 0.1), size, least=size)
            box = box.below(high + gap)
    return box.y - begin
