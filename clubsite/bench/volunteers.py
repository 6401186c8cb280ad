"""Forms that volunteers fill in with their own pens, to measure how well real handwriting is read.
Each form is printed twice: filled in by the program, to copy from, and empty. A printed code tells
which form it is, so the program knows what should stand on it.
"""

import re
import time
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

import numpy as np
from django.utils.translation import override

from clubsite.bench import photo_reading, photos
from clubsite.bench.photo_reading import BY_HAND, Outcome
from clubsite.bench.photos import Filled
from scoring import games
from scoring.games.sheet.data import SheetData
from scoring.printing import content
from scoring.printing.content import Head, PrintedSheet
from scoring.printing.drawing import draw_form
from scoring.printing.layout import MARGIN
from scoring.printing.marks import AWAY, read_code
from scoring.toolkit.pdf.page import Box, Paper
from tournaments.photo.forms import find_readable_cells
from tournaments.photo.reading import PageRead, Wanted, read_file

SIZE, LANGUAGE = "a4", "nl"
SEED = 1000
PLAYERS = ["A", "B", "C", "D"]
KEY = re.compile(r"volunteer-(\d{1,6})")  # in the code of a form


class Sheet(NamedTuple):
    """A form for a volunteer to fill in by hand, and the figures that the volunteer must copy."""

    form: PrintedSheet
    filled: Filled


def make_sheet(number: int) -> Sheet:
    """Return the form with this number. The same number always gives the same form."""
    random = np.random.default_rng([SEED, number])
    key = photos.GAMES[number % len(photos.GAMES)]
    system = games.find(key)
    assert system is not None
    data: SheetData = {
        "game": key,
        "options": {},
        "players": PLAYERS,
        "scribe": PLAYERS[0],
        "games": [],
    }
    form = content.build_sheet(data, Head(night=str(number)), sheet=f"volunteer-{number}")
    return Sheet(form, photos.make_up(form, system({}), SIZE, random))


def print_sheets(numbers: Iterable[int]) -> bytes:
    """Return a PDF with these forms, each twice: first filled in, to copy from, then empty."""
    paper = Paper("Streepje", SIZE, margin=MARGIN)
    with override(LANGUAGE):
        for number in numbers:
            form, filled = make_sheet(number)
            draw_form(paper, (paper.begin_page() for _ in count()), form._replace(sheet=""))
            _write_figures(paper, filled)
            draw_form(paper, (paper.begin_page() for _ in count()), form)
    return paper.close()


def _write_figures(paper: Paper, filled: Filled) -> None:
    corner = MARGIN - AWAY
    for key, cell in find_readable_cells(filled.page, filled.last).items():
        box = Box(cell.box.x + corner, cell.box.y + corner, cell.box.width, cell.box.height)
        paper.write(filled.meant.get(key, ""), box, 14, align="centre")


def read_scan(content: bytes) -> Iterator[Outcome]:
    """Read the forms in a file that volunteers filled in, and yield how well each was read. Pages
    without such a form are left out. Raise a `UserError` if the file can't be read.
    """
    began = time.perf_counter()
    with override(LANGUAGE):
        pages = [
            page for page in read_file(content, _list_versions) if find_number(page) is not None
        ]
    seconds = (time.perf_counter() - began) / max(1, len(pages))
    for page in pages:
        yield _judge_page(page, seconds)


def _judge_page(page: PageRead, seconds: float) -> Outcome:
    number = find_number(page)
    assert number is not None
    begun = Outcome(BY_HAND, number)
    if page.decoded is None:
        return begun
    filled = make_sheet(number).filled
    return photo_reading.judge(begun._replace(seconds=round(seconds, 3)), filled, page.decoded)


def find_number(page: PageRead) -> int | None:
    """Return the number of the form on a page, or None if it is not a form for volunteers."""
    code = read_code(page.code)
    match = KEY.fullmatch(code.key) if code else None
    return int(match[1]) if match else None


def _list_versions(code: str) -> list[Wanted]:
    number = find_number(PageRead(0, code))
    if number is None:
        return []
    sheet = make_sheet(number)
    return [Wanted(sheet.filled.game, sheet.form, SIZE)]
