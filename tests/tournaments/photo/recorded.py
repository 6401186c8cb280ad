"""What the reader says of a form, recorded: so that no test by day takes its packages."""

import base64
from io import BytesIO

from PIL import Image

from scoring import games
from scoring.browser import sync
from scoring.printing import geometry
from scoring.printing.content import build_sheet
from scoring.printing.marks import LAYOUT
from scoring.sheets import links
from tournaments.photo import proposals, reading
from tournaments.photo.engine.decoder import Answer, gather_answers
from tournaments.photo.engine.readings import Key, Reading
from tournaments.photo.forms import find_readable_cells
from tournaments.photo.reading import PageRead


def jpeg():
    buffer = BytesIO()
    Image.new("L", (6, 8), 230).save(buffer, "JPEG")
    return buffer.getvalue()


def writing(count):
    """The handwriting in so many cells: each is as dark as its number among them."""
    picture = Image.new("L", (64, 32 * count))
    for number in range(count):
        picture.paste(number, (0, 32 * number, 64, 32 * (number + 1)))
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def code_of(table, layout=LAYOUT):
    return f"Streepje {links.write_id(table.sheet)} 1.{layout}"


def game(number, *texts):
    """The cells of a game. A text that ends in ? is doubtful; that of ? alone is crossed out."""
    return {Key("game", number, column): text for column, text in enumerate(texts)}


def sums(after, *texts):
    return {Key("sum", after, column): text for column, text in enumerate(texts)}


def dashes(*texts):
    return {Key("dashes", 0, column): text for column, text in enumerate(texts)}


def fill_in(table, random, size="a4"):
    """The form of a table, printed and filled in. It takes the packages of the reader."""
    from clubsite.bench import photos

    data = sync.build_sheet_state(table.sheet)["data"]
    form = build_sheet(data, sheet=links.write_id(table.sheet))
    return photos.fill_form(form, games.build_sheet_game(data), size, random)


def reads(monkeypatch, *pages):
    """Let the reader find these pages in every file: the code of each, and what stands in its
    cells; the others are surely empty. A page without cells shows no form.
    """

    def read_file(_content, find):
        numbered = enumerate(pages, 1)
        return [_page(number, code, cells, find(code)) for number, (code, cells) in numbered]

    monkeypatch.setattr(proposals, "read_file", read_file)
    monkeypatch.setattr(reading, "is_installed", lambda: True)


def _page(number, code, cells, wanted):
    if not wanted or cells is None:
        return PageRead(number, code)
    form = wanted[0]
    page = geometry.list_pages(form.form, form.size)[form.page - 1]
    last = form.game.games or max(cell.game for cell in page.cells)
    answers = {key: _answer(cells.get(key, "")) for key in find_readable_cells(page, last)}
    decoded = gather_answers(answers)
    cells = writing(len([*decoded.list_answers()]))
    pictures = (base64.b64encode(picture).decode() for picture in (jpeg(), cells))
    return PageRead(number, code, form, decoded, *pictures)


def _answer(text):
    doubtful = text.endswith("?")
    return Answer((Reading(text[:-1] if doubtful and text != "?" else text, 1.0),), not doubtful)
