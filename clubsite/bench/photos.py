"""Paper forms that the program itself fills in and photographs, to measure how well they are read.
They cannot show what the real handwriting of scribes looks like.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pypdfium2

from scoring import games
from scoring.games.core.game import Game
from scoring.games.sheet.data import SheetData
from scoring.printing import content, form_pages, geometry, layout, marks
from scoring.printing.content import Head, PrintedSheet
from scoring.printing.geometry import FormCell, FormPage
from tournaments.photo.engine.readings import OTHER, Box
from tournaments.photo.forms import Key, keys_of
from tournaments.photo.tools import camera, pens
from tournaments.photo.tools.camera import DENSE

Image = Any
Random = Any  # numpy.random.Generator

GAMES = ("jokeren", "amerikaans-jokeren", "rummikub")
PLAYERS = ("Ans", "Bob", "Cor de Wit", "Dik", "Els")
MARGIN = layout.MARGIN - marks.AWAY  # of the paper, around the marks
CROSSED = 0.01  # of the cells are crossed out
MISCOUNTED = 0.2  # of the forms have a sum that is wrong
SABRA = 8  # games on a form without a fixed number


class Filled(NamedTuple):
    """A filled-in form: the true text of its cells, and the image of the paper in grey values."""

    game: Game
    page: FormPage
    truth: dict[Key, str]
    last: int
    paper: Image


def fill(key: str, random: Random, glyphs: Any) -> Filled:
    """Return a form of this game that looks filled in by a scribe. The digits are copied from real
    handwriting (`glyphs`) or drawn as pen strokes.
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
    """Fill in this form with random games and return it. If the form has more pages, only the first
    one is filled in.
    """
    [page, *_] = geometry.list_pages(form, size)
    last = game.games or max(cell.game for cell in page.cells)
    cells = keys_of(page, last)
    truth = _truth(game, len(form.places), last, random)
    truth = {place: text for place, text in truth.items() if place in cells}
    hand = pens.new_hand(random, glyphs if random.random() < 0.7 else None)
    paper = _printed(form, size)
    _write_all(paper, cells, truth, hand, random)
    return Filled(game, page, truth, last, paper)


def _truth(game: Game, players: int, last: int, random: Random) -> dict[Key, str]:
    """Make up random games for a form with this many players and `last` lines for games. Return the
    text that the scribe writes in each cell.
    """
    truth: dict[Key, str] = {}
    scores = np.zeros((last, players), int)
    for number in range(last if game.games else min(last, SABRA)):
        left = _left(game, players, random)
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
    _sums(game, truth, scores, last, random)
    return truth


def _left(game: Game, players: int, random: Random) -> Any:
    if game.key == "jokeren":
        return random.integers(1, 14, players)
    return np.clip(random.gamma(2.0, 18, players).astype(int) + 2, 2, 150)


def _sums(game: Game, truth: dict[Key, str], scores: Any, last: int, random: Random) -> None:
    """Add to `truth` (the text of each cell) the running totals that a scribe writes below each
    column of scores. `last` is the number of games on the form.

    On some forms the scribe makes one mistake in a total, and the later totals of that column
    continue from it.
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


def _printed(form: PrintedSheet, size: str) -> Image:
    pdf = pypdfium2.PdfDocument(form_pages.print_forms([form], size))
    shown = pdf[0].render(scale=DENSE * 25.4 / 72, grayscale=True).to_numpy()
    paper = shown.reshape(shown.shape[:2])
    wide = paper.shape[1] // 2 if size == "two" else paper.shape[1]  # two are cut apart
    return np.ascontiguousarray(paper[:, :wide])


def _write_all(
    paper: Image,
    cells: Mapping[Key, FormCell],
    truth: dict[Key, str],
    hand: pens.Hand,
    random: Random,
) -> None:
    """Draw the text of each cell on the paper. Now and then the scribe crosses out a text and
    writes another beside it. The entry of that cell in `truth` then becomes OTHER, the code for a
    cell at which a person must look.
    """
    dark = random.uniform(0.55, 0.95)
    for key, cell in cells.items():
        text = truth.get(key, "")
        if not text:
            continue
        ink = pens.write(text, hand, random)
        if key.kind == "game" and text != "-" and random.random() < CROSSED:
            struck = pens.cross_out(ink, random, hand)
            better = pens.write(str(random.integers(2, 14)), hand, random)
            ink = pens.beside([struck, better], int(random.integers(3, 10)))
            truth[key] = OTHER
        x, y, wide, high = cell.box
        camera.write_in(paper, ink, Box(x + MARGIN, y + MARGIN, wide, high), dark, random)
