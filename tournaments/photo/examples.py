"""Keeps the cells of forms that organisers typed in as examples, with which the network can be
trained to read this club's own scribes. This is done only if somebody runs the command for it. An
example is the picture of one cell and what was typed in, without the name of anybody.
"""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from scoring.games.sheet.data import SheetData
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.printing import geometry
from scoring.printing.geometry import FormPage
from scoring.sheets import lifecycle, links
from tournaments.models import FormPhoto
from tournaments.photo import proposals
from tournaments.photo.engine import readings
from tournaments.photo.engine.readings import OTHER, Box, Key
from tournaments.photo.forms import find_readable_cells
from tournaments.photo.pictures import list_strips

SIGNS = {DASH: readings.DASH, ABSENT: readings.ABSENT}


class Example(NamedTuple):
    """The handwriting in one cell as the network sees it, and what it says."""

    cell: Any
    text: str


def save_examples(folder: Path) -> int:
    """Save the cells of all forms whose photos are stored and that were typed in. The file in this
    folder is one that `tools/train.py` takes. Return the number of cells.
    """
    import numpy as np

    photos = FormPhoto.objects.select_related("table__sheet")
    examples = [example for photo in photos for example in list_examples(photo)]
    if examples:
        folder.mkdir(parents=True, exist_ok=True)
        cells = np.uint8(np.stack([example.cell for example in examples]) * 255)
        texts = [example.text for example in examples]
        np.savez(folder / f"{time.time_ns()}.npz", cells=cells, texts=texts)
    return len(examples)


def list_examples(photo: FormPhoto) -> Iterator[Example]:
    """Yield the cells in a photo of a form with what was typed in. Cells that may be crossed out
    are left out, because what counts does not stand there by itself.
    """
    import cv2
    import numpy as np

    from tournaments.photo.engine.reader import cut_cells

    form = _find_form(photo)
    if form is None:
        return
    data = lifecycle.build_data(photo.table.sheet)
    last = max(cell.game for cell in form.cells)
    places = {key: Box(*cell.box) for key, cell in find_readable_cells(form, last).items()}
    picture = cv2.imdecode(np.frombuffer(photo.picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    cells = cut_cells(picture, places)
    crossed_out = {Key(*where) for *where, text, _sure in photo.cells if text == OTHER}
    for key, text in list_typed(data, last).items():
        if key in cells and key not in crossed_out:
            yield Example(cells[key], text)


def _find_form(photo: FormPhoto) -> FormPage | None:
    """Return the geometry of the form in a photo: that of the version whose lines are where those
    of the photo are. Return None if the form is printed otherwise by now.
    """
    sheet = photo.table.sheet
    for wanted in proposals.list_printed_versions(sheet, links.write_id(sheet), photo.page):
        for form in geometry.list_pages(wanted.form, wanted.size)[photo.page - 1 : photo.page]:
            if list_strips(form) == photo.strips:
                return form
    return None


def list_typed(data: SheetData, last: int) -> dict[Key, str]:
    """Return what was typed in for the cells of a form, as it stands on paper. `last` is the last
    game of the form; the totals stand below it.
    """
    columns = {name: column for column, name in enumerate(data["players"])}
    typed: dict[Key, str] = {}

    def add(kind: str, game: int, line: Mapping[str, Any] | None) -> None:
        for name, entry in (line or {}).items():
            text = SIGNS.get(entry, "") if isinstance(entry, str) else str(entry)
            if name in columns and isinstance(entry, str | int) and text:
                typed[Key(kind, game, columns[name])] = text

    for number, row in enumerate(data["games"], 1):
        add("game", number, row.get("entries"))
    paper = data.get("paper") or {}
    add("dashes", 0, paper.get("dashes"))
    add("sum", last, paper.get("totals"))
    for after, line in (paper.get("subtotals") or {}).items():
        add("sum", int(after), line)
    return typed
