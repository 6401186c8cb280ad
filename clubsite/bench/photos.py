"""Paper forms that the program itself fills in and photographs, to measure how well they are read.
They cannot show what the real handwriting of scribes looks like.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pypdfium2

from scoring import games
from scoring.games.core.game import Game
from scoring.games.sheet.crosscheck import PAPER_SUBTOTAL, PAPER_TOTAL
from scoring.games.sheet.data import Row, SheetData
from scoring.games.sheet.scorer import score
from scoring.printing import content, form_pages, geometry, layout, marks
from scoring.printing.content import Head, PrintedSheet
from scoring.printing.geometry import FormCell, FormPage
from tournaments.photo.engine.readings import OTHER, Box, Key, parse_number
from tournaments.photo.forms import find_readable_cells
from tournaments.photo.tools import camera, pens
from tournaments.photo.tools.camera import DENSE

Image = Any
Random = Any  # numpy.random.Generator

GAMES = ("jokeren", "amerikaans-jokeren", "rummikub")
PLAYERS = ("Ans", "Bob", "Cor de Wit", "Dik", "Els")
SUMS_DIFFER = PAPER_SUBTOTAL.number, PAPER_TOTAL.number
MARGIN = layout.MARGIN - marks.AWAY  # of the paper, around the marks
CROSSED = 0.01  # of the cells are crossed out
MISCOUNTED = 0.2  # of the forms have a sum that is wrong
SABRA = 8  # games on a form without a fixed number


class Filled(NamedTuple):
    """A paper form that the program filled in: an image of it in grey values, and the true text of
    each cell.
    """

    game: Game
    page: FormPage
    truth: dict[Key, str]  # what stands in each cell; OTHER where something is crossed out
    meant: dict[Key, str]  # the same, but what counts where something is crossed out
    slip: Key | None  # the first sum that was added wrongly
    last: int
    paper: Image = None  # None: nobody has written on it yet


def fill(key: str, random: Random, glyphs: Any) -> Filled:
    """Return a paper form that looks filled in by a scribe. `key` names the form's game. The digits
    are copied from real handwriting (`glyphs`) or drawn as pen strokes.
    """
    system = games.find(key)
    assert system is not None
    players = list(PLAYERS[: 4 if key == "rummikub" else int(random.integers(3, 5))])
    data: SheetData = {
        "game": key,
        "options": {},
        "players": players,
        "scribe": players[0],
        "games": [],
    }
    head = Head("De Streepjes", "3 dec", str(random.integers(1, 30)), "2")
    link = f"https://streepjes.example/s/{random.integers(10**9):046d}/"
    form = content.build_sheet(data, head, link)
    return fill_form(form, system({}), str(random.choice(form_pages.SIZES)), random, glyphs)


def fill_form(
    form: PrintedSheet, game: Game, size: str, random: Random, glyphs: Any = None
) -> Filled:
    """Make up random results for all games of this form, draw them on it as handwriting, and return
    the filled-in form. If the form has more pages, only the first one is filled in. `size` is the
    paper size. `glyphs` are images of handwritten digits; with None, digits are drawn as pen
    strokes.
    """
    empty = make_up(form, game, size, random)
    hand = pens.new_hand(random, glyphs if random.random() < 0.7 else None)
    paper = _print_form(form, size)
    cells = find_readable_cells(empty.page, empty.last)
    mended = _write_all(paper, cells, empty.meant, hand, random)
    return empty._replace(truth=empty.meant | mended, paper=paper)


def make_up(form: PrintedSheet, game: Game, size: str, random: Random) -> Filled:
    """Make up random results for all games of this form, and return what is to be written on its
    first page. `size` is the paper size.
    """
    [page, *_] = geometry.list_pages(form, size)
    last = game.games or max(cell.game for cell in page.cells)
    cells = find_readable_cells(page, last)
    results, slip = _make_up_results(game, len(form.places), last, random)
    meant = {place: text for place, text in results.items() if place in cells}
    return Filled(game, page, meant, meant, slip if slip in cells else None, last)


def list_errors(filled: Filled, typed: Mapping[Key, str]) -> set[Key]:
    """Return the cells of those written sums that the program would report as wrong if somebody
    typed the texts in `typed` into the sheet of this form.
    """
    columns = {key.column: f"player {key.column}" for key in typed}
    rows: list[Row] = [{"entries": {}} for _ in range(filled.last)]
    lines: dict[int, dict[str, int]] = defaultdict(dict)
    for key, text in typed.items():
        number, name = parse_number(text), columns[key.column]
        if key.kind == "game" and text:
            row = rows[key.game - 1]
            row["entries"][name] = text if number is None else number
            row |= {} if filled.game.lowest_wins else {"end": "out"}
        elif key.kind == "sum" and number is not None:
            lines[key.game][name] = number
    paper = {
        "totals": lines.pop(filled.last, {}),
        "subtotals": {str(g): v for g, v in lines.items()},
    }
    data = {"game": filled.game.key, "players": [*columns.values()], "games": rows, "paper": paper}
    reported = score(data)["problems"]
    names = {name: column for column, name in columns.items()}
    return {
        Key("sum", problem["game"] or filled.last, names[problem["player"]])
        for problem in reported
        if problem["player"] and int(problem["code"][1:]) in SUMS_DIFFER
    }


def _make_up_results(
    game: Game, players: int, last: int, random: Random
) -> tuple[dict[Key, str], Key | None]:
    """Make up random results for the games of a form, which has room for `last` games. On some
    forms the scribe adds up a sum wrongly. Return the text that the scribe writes in each cell, and
    the cell of the first wrong sum, or None if all sums are right.
    """
    truth: dict[Key, str] = {}
    scores = np.zeros((last, players), int)
    for number in range(last if game.games else min(last, SABRA)):
        left = _make_up_left(game, players, random)
        winner = int(random.integers(players))
        for column in range(players):
            out = column == winner
            truth[Key("game", number + 1, column)] = "-" if out else str(left[column])
            scores[number, column] = 0 if out else left[column]
        if not game.lowest_wins:
            scores[number] = -scores[number]
            scores[number, winner] = -scores[number].sum()
            for column in range(players):
                truth[Key("score", number + 1, column)] = str(scores[number, column])
    return truth, _add_sums(game, truth, scores, last, random)


def _make_up_left(game: Game, players: int, random: Random) -> Any:
    if game.key == "jokeren":
        return random.integers(1, 14, players)
    return np.clip(random.gamma(2.0, 18, players).astype(int) + 2, 2, 150)


def _add_sums(
    game: Game, truth: dict[Key, str], scores: Any, last: int, random: Random
) -> Key | None:
    """Add to `truth` the running totals that a scribe writes below each column of scores, and in
    some games the number of dashes. On some forms the scribe makes one mistake in a running total,
    and the later totals of that column continue from it. Return the cell with the mistake, or None
    if there is none. `last` is the number of games on the form.
    """
    stops = [*game.ruled(last), last] if game.games else [last]
    wrong = (random.integers(len(stops)), random.integers(scores.shape[1]))
    slips = random.random() < MISCOUNTED
    for column in range(scores.shape[1]):
        total = before = 0
        for place, stop in enumerate(stops):
            total += int(scores[before:stop, column].sum())
            before = stop
            if slips and (place, column) == wrong:
                total += int(random.choice([-10, -2, -1, 1, 2, 9, 10]))
            truth[Key("sum", stop, column)] = str(total)
        if game.lowest_wins:
            won = [truth[Key("game", game_ + 1, column)] == "-" for game_ in range(last)]
            truth[Key("dashes", 0, column)] = str(sum(won))
    return Key("sum", stops[wrong[0]], int(wrong[1])) if slips else None


def _print_form(form: PrintedSheet, size: str) -> Image:
    pdf = pypdfium2.PdfDocument(form_pages.print_forms([form], size))
    shown = pdf[0].render(scale=DENSE * 25.4 / 72, grayscale=True).to_numpy()
    paper = shown.reshape(shown.shape[:2])
    wide = paper.shape[1] // 2 if size == "two" else paper.shape[1]  # two are cut apart
    return np.ascontiguousarray(paper[:, :wide])


def _write_all(
    paper: Image,
    cells: Mapping[Key, FormCell],
    meant: Mapping[Key, str],
    hand: pens.Hand,
    random: Random,
) -> dict[Key, str]:
    """Draw the text of each cell on the paper. Now and then the scribe first writes another number,
    crosses it out, and writes the right one beside it. Return the cells in which this happened,
    each with OTHER, the code for a cell at which a person must look.
    """
    dark = random.uniform(0.55, 0.95)
    mended = {}
    for key, cell in cells.items():
        text = meant.get(key, "")
        if not text:
            continue
        ink = pens.write(text, hand, random)
        if key.kind == "game" and text != "-" and random.random() < CROSSED:
            struck = pens.write(str(random.integers(2, 14)), hand, random)
            struck = pens.cross_out(struck, random, hand)
            ink = pens.put_beside([struck, ink], int(random.integers(3, 10)))
            mended[key] = OTHER
        x, y, wide, high = cell.box
        camera.draw_writing(paper, ink, Box(x + MARGIN, y + MARGIN, wide, high), dark, random)
    return mended
