"""Paper forms that the program itself fills in and photographs, to measure how well they are read.
They cannot show what the real handwriting of scribes looks like.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import cv2
import numpy as np
import pypdfium2

from scoring import games
from scoring.games.core.game import Game
from scoring.games.sheet.data import SheetData
from scoring.printing import content, geometry, layout, marks, pages
from scoring.printing.content import Head, PrintedSheet
from scoring.printing.geometry import FormCell, FormPage
from tournaments.photo.engine.ink import SCALE
from tournaments.photo.engine.readings import OTHER
from tournaments.photo.forms import Key, keys_of
from tournaments.photo.tools import pens

Image = Any
Random = Any  # numpy.random.Generator

GAMES = ("jokeren", "amerikaans-jokeren", "rummikub")
PLAYERS = ("Ans", "Bob", "Cor de Wit", "Dik", "Els")
LEVELS = ("scanner", "good photo", "bad photo")
DENSE = 8  # pixels a mm of the paper
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
    return fill_form(form, system({}), str(random.choice(pages.SIZES)), random, glyphs)


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
    """Make up random games, and return the text that the scribe writes in each cell."""
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
    """Add to `truth` the sum of each column. Sometimes the scribe makes a mistake in one sum, and
    the later sums of that column continue from it.
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
    pdf = pypdfium2.PdfDocument(pages.print_forms([form], size))
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
    writes another beside it; `truth` then gets OTHER for that cell.
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
        _write(paper, ink, cell.box, dark, random)


def _write(paper: Image, ink: Image, box: Any, dark: float, random: Random) -> None:
    most = min(1.0, 0.95 * box.height * SCALE / len(ink), 0.92 * box.width * SCALE / ink.shape[1])
    scale = most * DENSE / SCALE
    size = max(1, int(ink.shape[1] * scale)), max(1, int(len(ink) * scale))
    ink = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    free_x, free_y = box.width * DENSE - size[0], box.height * DENSE - size[1]
    left = (box.x + MARGIN) * DENSE + free_x * np.clip(random.normal(0.5, 0.12), 0, 1)
    top = (box.y + MARGIN) * DENSE + free_y * np.clip(random.normal(0.5, 0.15), 0, 1)
    spot = paper[int(top) : int(top) + size[1], int(left) : int(left) + size[0]]
    part = ink[: spot.shape[0], : spot.shape[1]]
    spot[:] = np.minimum(spot, 255 - part * 255 * dark).astype(np.uint8)


# The camera


class Look(NamedTuple):
    """The limits for one quality level of pictures: how tilted, bent, dark or blurred a picture may
    be at most.
    """

    long: tuple[int, int]  # pixels of the longer side
    tilt: float  # of the corners, as part of the page
    turn: float  # degrees
    bend: float  # mm
    shade: float  # how dark its darkest side is
    blur: float  # pixels
    noise: float
    quality: int  # of JPEG
    table: bool  # whether there is a table around the paper


LOOKS = {
    "scanner": Look((1754, 2480), 0.0, 1.5, 0.0, 0.95, 0.6, 3, 80, table=False),
    "good photo": Look((2600, 3200), 0.04, 4, 1.5, 0.75, 0.9, 5, 75, table=True),
    "bad photo": Look((1900, 2400), 0.08, 9, 4.0, 0.5, 1.4, 9, 50, table=True),
}


def photograph(paper: Image, level: str, random: Random) -> Image:
    """Return a simulated photo of this paper at this quality level, in grey values."""
    look = LOOKS[level]
    long = int(random.uniform(*look.long))
    picture = _framed(_bent(paper, look, random), look, long, random)
    picture = _lit(picture, look, random)
    if level == "bad photo" and random.random() < 0.5:
        _spill(picture, random)
    picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, random.uniform(0.4, 1) * look.blur))
    picture = picture + random.normal(0, random.uniform(0.3, 1) * look.noise, picture.shape)
    grey = np.clip(picture, 0, 255).astype(np.uint8)
    _done, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, look.quality])
    return cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)


def _bent(paper: Image, look: Look, random: Random) -> Image:
    """Return the paper distorted as if it did not lie flat: with a wave across and a wave down."""
    if not look.bend:
        return paper
    high, wide = paper.shape
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    depth = random.uniform(-1, 1, 2) * look.bend * DENSE
    phase, length = random.uniform(0, 6.3, 2), random.uniform(0.5, 1.2, 2)
    off_y = depth[0] * np.sin(phase[0] + 6.3 * length[0] * x / wide * 0.7)
    off_x = depth[1] * np.sin(phase[1] + 6.3 * length[1] * y / high * 0.7) * 0.5
    map_x, map_y = (x + off_x).astype(np.float32), (y + off_y).astype(np.float32)
    return cv2.remap(paper, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _framed(paper: Image, look: Look, long: int, random: Random) -> Image:
    high, wide = paper.shape
    room = random.uniform(0.03, 0.12) if look.table else 0.0
    scale = long / max(high, wide) * (1 - room)
    size = int(wide * long / max(high, wide)), int(high * long / max(high, wide))
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    middle = np.array([wide / 2, high / 2], np.float32)
    turn = np.deg2rad(random.uniform(-1, 1) * look.turn)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    moved = (corners - middle) @ spin.T * scale * (1 - 0.6 * abs(np.sin(turn)))
    moved += random.uniform(-1, 1, (4, 2)) * look.tilt * long * 0.5
    moved += np.array(size) / 2
    ground = np.full(
        (size[1], size[0]), random.uniform(60, 150) if look.table else 250.0, np.float32
    )
    if look.table:
        rough = random.normal(0, 12, (size[1] // 8 + 1, size[0] // 40 + 1)).astype(np.float32)
        ground += cv2.resize(rough, size)
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    inside = cv2.warpPerspective(np.ones(paper.shape, np.float32), matrix, size)
    shown = cv2.warpPerspective(paper.astype(np.float32), matrix, size, flags=cv2.INTER_AREA)
    return ground * (1 - inside) + shown * inside


def _lit(picture: Image, look: Look, random: Random) -> Image:
    """Return the picture with light that comes from one side. In bad light, add the shadow of a
    hand.
    """
    high, wide = picture.shape
    x, y = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    angle = random.uniform(0, 6.3)
    along = (np.cos(angle) * x + np.sin(angle) * y + 1.4) / 2.8
    light = look.shade + (1 - look.shade) * along
    if look.shade < 0.6 and random.random() < 0.5:
        edge = np.cos(angle + 1) * x + np.sin(angle + 1) * y - random.uniform(-0.5, 0.8)
        light = light * (1 - 0.35 / (1 + np.exp(-edge * 25)))
    return (picture * light * random.uniform(0.85, 1)).astype(np.float32)


def _spill(picture: Image, random: Random) -> None:
    """Draw the stain of a coffee cup on the picture."""
    high, wide = picture.shape
    ring = np.zeros(picture.shape, np.float32)
    middle = int(random.uniform(0.2, 0.8) * wide), int(random.uniform(0.2, 0.8) * high)
    cv2.circle(ring, middle, int(0.14 * wide), 1.0, max(2, int(0.008 * wide)), cv2.LINE_AA)
    ring = cv2.GaussianBlur(ring, (0, 0), 2)
    picture *= 1 - 0.25 * ring
