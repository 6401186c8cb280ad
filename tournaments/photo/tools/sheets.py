"""Makes training data for the network: images of cells with their true texts. Random pages full of
cells are filled in, photographed by simulation, straightened and cut into cells. This is done in
the same way as with real forms, so that the network learns from what it will later see.
"""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from tournaments.photo.engine import page
from tournaments.photo.engine.ink import blackness, find_writing, strength
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.page import CODE
from tournaments.photo.engine.reader import PALE, cut_out
from tournaments.photo.engine.readings import OTHER, Box
from tournaments.photo.tools import camera, pens
from tournaments.photo.tools.camera import DENSE, LEVELS
from tournaments.photo.tools.digits import Glyphs

Array = Any
Random = Any  # numpy.random.Generator

MARGIN = 5.0  # mm of the paper outside the marks
ROOM = 2.7  # mm between the marks and the cells
PAPERS = ((210, 297), (148, 210))
WIDTHS, HEIGHTS = (11.3, 11.3, 15, 19, 22.5, 26, 34, 52), (9.0, 9.0, 9.5, 12.9, 15)
BY_PEOPLE = 0.75  # of the hands, the others write strokes
EACH = 40  # cells that one hand writes
BENT = 0.7  # pixels by which parts of a cell move against each other in training
# How often a cell is blank, a dash, an x, OTHER, or a number of so many figures, perhaps below 0.
KINDS = ("", "-", "x", OTHER, "0", "00", "000", "0000", "-0", "-00", "-000")
OFTEN = (0.03, 0.1, 0.03, 0.1, 0.13, 0.27, 0.14, 0.02, 0.04, 0.09, 0.05)


def make_cells(glyphs: Glyphs, random: Random) -> Iterator[tuple[Array, str]]:
    """Fill in a page of cells, simulate a photo of it, and yield each cell as the network sees it,
    with its true text. Yield nothing if the page can't be found in the photo. `glyphs` are images
    of handwritten digits.
    """
    boxes, layout = _make_up_page(random)
    paper = _draw_page(layout, random)
    texts, groups = [], range(0, len(boxes), EACH)
    dark = random.uniform(0.5, 0.95)
    for begin in groups:
        hand = pens.new_hand(random, glyphs if random.random() < BY_PEOPLE else None)
        for box in boxes[begin : begin + EACH]:
            texts.append(text := _make_up_text(random))
            if text:
                ink = _draw_other(hand, random) if text == OTHER else pens.write(text, hand, random)
                place = box._replace(x=box.x + MARGIN, y=box.y + MARGIN)
                camera.draw_writing(paper, ink, place, dark, random)
    picture = camera.photograph_paper(paper, str(random.choice(LEVELS)), random)
    straight = page.straighten(picture, [layout])
    if straight is None:
        return
    black = blackness(straight.picture)
    for begin in groups:
        cut = [cut_out(black, box) for box in boxes[begin : begin + EACH]]
        full = min(max(strength(cell) for cell in cut), 0.9)
        for cell, text in zip(cut, texts[begin:], strict=False):
            yield find_writing(cell, max(full, PALE)).image, text


def _make_up_page(random: Random) -> tuple[list[Box], Layout]:
    """Make up a page of cells of random size. Return the cells and the layout of the page's
    lines.
    """
    wide, high = (side - 2 * MARGIN for side in PAPERS[random.integers(len(PAPERS))])
    across, down = float(random.choice(WIDTHS)), float(random.choice(HEIGHTS))
    top = ROOM + random.uniform(17, 25)  # so that there is room for what stands for the code
    columns, rows = int((wide - 2 * ROOM) / across), int((high - ROOM - top) / down)
    level = [top + row * down for row in range(rows + 1)]
    upright = [ROOM + column * across for column in range(columns + 1)]
    boxes = [Box(x, y, across, down) for x in upright[:-1] for y in level[:-1]]
    layout = Layout(
        wide,
        high,
        [(y, upright[0], upright[-1]) for y in level],
        [(x, level[0], level[-1]) for x in upright],
    )
    return boxes, layout


def _draw_page(layout: Layout, random: Random) -> Array:
    size = round((layout.height + 2 * MARGIN) * DENSE), round((layout.width + 2 * MARGIN) * DENSE)
    paper = np.full(size, 255, np.uint8)
    for x in (0, layout.width):
        for y in (0, layout.height):
            _shade(paper, (x - 1.1, y - 1.1, x + 1.1, y + 1.1), 0)
    for y in range(CODE.start - 1, CODE.stop):  # a chessboard stands for the code
        for x in range(CODE.start - 1 + y % 2, CODE.stop, 2):
            _shade(paper, (layout.width - x - 1, y, layout.width - x, y + 1), 0)
    for lines, upright in ((layout.level, False), (layout.upright, True)):
        for at, begin, end in lines:
            thick, shade = random.uniform(0.06, 0.25), int(random.choice([0, 0, 60, 120]))
            low, high = at - thick, at + thick
            around = (low, begin, high, end) if upright else (begin, low, end, high)
            _shade(paper, around, shade)
    return paper


def _shade(paper: Array, around: tuple[float, ...], shade: int) -> None:
    x, y, to_x, to_y = (round((side + MARGIN) * DENSE) for side in around)
    paper[y : max(to_y, y + 1), x : max(to_x, x + 1)] = shade


def _make_up_text(random: Random) -> str:
    kind = str(random.choice(KINDS, p=OFTEN))
    places = kind.count("0")
    if not places:
        return kind
    least = 10 ** (places - 1) if places > 1 or kind[0] == "-" else 0
    most = 20 if places == 2 and random.random() < 0.3 else 10**places
    return kind.replace("0", "") + str(random.integers(least, most))


def _draw_other(hand: pens.Hand, random: Random) -> Array:
    """Return writing in a cell that the network must learn to leave to a person (OTHER). It is a
    number that is crossed out, crossed out with a new one beside it, or written over, or a sum such
    as 12+30.
    """
    number = str(random.integers(0, 160))
    way = random.random()
    struck = pens.cross_out(pens.write(number, hand, random), random, hand)
    if way < 0.3:
        return struck
    better = pens.write(str(random.integers(0, 160)), hand, random)
    if way < 0.75:
        return pens.put_beside([struck, better], int(random.integers(2, 12)))
    if way < 0.85:
        return _write_over(better, pens.write(str(random.integers(0, 99)), hand, random))
    text = f"{random.integers(1, 60)}+{random.integers(1, 60)}"
    return pens.write(text + ("+20" if random.random() < 0.4 else ""), hand, random)


def _write_over(ink: Array, other: Array) -> Array:
    """Return one piece of writing on top of another, as if somebody had written over a number to
    correct it.
    """
    size = max(len(ink), len(other)), max(ink.shape[1], other.shape[1])
    both = np.zeros(size, np.float32)
    for part in (ink, other):
        spot = both[: len(part), : part.shape[1]]
        np.maximum(spot, part, out=spot)
    return both


def distort(cells: Array, random: Random) -> Array:
    """Return copies of cells, each changed a little at random: moved, resized, slanted, bent, and
    made paler or darker. So the network never sees exactly the same cell twice.
    """
    distorted = np.empty(cells.shape, np.float32)
    high, wide = cells.shape[1:]
    middle = np.array([wide / 2, high / 2])
    y, x = np.mgrid[:high, :wide]
    places = np.stack([x, y], -1) - middle
    for place, cell in enumerate(cells):
        grown, lean = random.normal(1, 0.06, 2), random.normal(0, 0.08)
        matrix = np.array([[grown[0], lean], [random.normal(0, 0.02), grown[1]]])
        bend = random.normal(0, BENT, (5, 9, 2)).astype(np.float32)
        shift = cv2.resize(bend, (wide, high), interpolation=cv2.INTER_CUBIC)
        source = places @ matrix.T + middle + random.normal(0, 1, 2) + shift
        source = source.astype(np.float32)
        distorted[place] = cv2.remap(cell.astype(np.float32), source, None, cv2.INTER_LINEAR)
    shade = random.uniform(0.8, 1.15, (len(cells), 1, 1))
    return np.clip(distorted * shade, 0, 1).astype(np.float32)
