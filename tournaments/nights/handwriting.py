"""When a night is closed, keep the handwriting in the photos of its paper forms, if the club wants
that. The program that reads such photos can be trained with it. Only single cells are kept, without
names and in random order.
"""

from collections.abc import Iterator, Mapping
from io import BytesIO
from random import shuffle
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from PIL import Image

from scoring import games
from scoring.games.sheet.data import SheetData
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.sheets import lifecycle
from tournaments.members import scrub_database
from tournaments.models import Club, FormPhoto, Handwriting
from tournaments.models.form_photo import CROSSED_OUT

Place = tuple[str, int, int]  # kind, game and column of a cell
Example = tuple[Image.Image, str]  # a cell, and what was typed in for it


def keep_handwriting(club: Club, photos: QuerySet[FormPhoto]) -> None:
    """Keep the handwriting in these photos, with what was typed in, if the club wants that."""
    if not club.keeps_handwriting:
        return
    for photo in photos.select_related("table__sheet").defer("picture"):
        examples = list(list_examples(photo))
        if examples:
            shuffle(examples)
            texts = [text for _cell, text in examples]
            picture = _stack([cell for cell, _text in examples])
            Handwriting.objects.create(club=club, picture=picture, texts=texts)


@transaction.atomic
def delete_handwriting(*, club: Club) -> None:
    """Delete all handwriting that this club kept."""
    if club.handwriting.all().delete()[0]:
        scrub_database.wipe_afterwards()


def list_examples(photo: FormPhoto) -> Iterator[Example]:
    """Yield each cell in a photo of a paper form, with what somebody typed in for it. A cell in
    which something may be crossed out is skipped, because it shows more than what was typed in.
    """
    if not photo.writing:  # of a photo that an earlier version stored
        return
    writing = Image.open(BytesIO(photo.writing))
    high = writing.height // len(photo.cells)
    data = lifecycle.build_data(photo.table.sheet)
    last = games.build_sheet_game(data).games or max(game for _kind, game, *_rest in photo.cells)
    typed = list_typed(data, last)
    for number, (*place, text, _sure) in enumerate(photo.cells):
        if tuple(place) in typed and text != CROSSED_OUT:
            box = (0, number * high, writing.width, (number + 1) * high)
            yield writing.crop(box), typed[tuple(place)]


def list_typed(data: SheetData, last: int) -> dict[Place, str]:
    """Return the text that was typed in for each cell of a paper form, keyed by the cell's place:
    its kind, game and column. `last` is the number of the form's last game. It is the game in the
    places of the totals, because they stand below that game.
    """
    columns = {name: column for column, name in enumerate(data["players"])}
    typed: dict[Place, str] = {}

    def add(kind: str, game: int, line: Mapping[str, Any] | None) -> None:
        for name, entry in (line or {}).items():
            is_sign = entry in (DASH, ABSENT)
            if name in columns and (is_sign or isinstance(entry, int)):
                typed[kind, game, columns[name]] = str(entry)

    for number, row in enumerate(data["games"], 1):
        add("game", number, row.get("entries"))
    paper = data.get("paper") or {}
    add("dashes", 0, paper.get("dashes"))
    add("sum", last, paper.get("totals"))
    for after, line in (paper.get("subtotals") or {}).items():
        add("sum", int(after), line)
    return typed


def _stack(cells: list[Image.Image]) -> bytes:
    """Return these cells as one PNG, one below the other."""
    wide, high = cells[0].size
    picture = Image.new("L", (wide, high * len(cells)))
    for number, cell in enumerate(cells):
        picture.paste(cell, (0, number * high))
    content = BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()
