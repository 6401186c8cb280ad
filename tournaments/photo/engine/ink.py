"""Isolates the handwriting in a cell of a form. It removes paper, shadows and printed lines, and
scales the writing to the size that the network reads.
"""

from typing import Any, NamedTuple

import cv2
import numpy as np

Image = Any  # an array of grey values
SCALE = 6  # pixels a millimetre, in a page that was straightened
HIGH, WIDE = 32, 64  # what the network sees
ROOM = 3  # pixels that stay white around the ink
LARGEST = 26 / (4.5 * SCALE)  # smaller writing is not blown up further: a dot stays a dot
FAINT = 28.0  # grey values between paper and ink; less is no writing
FULL = 0.4  # of full ink: what is darker is writing
PALE, CLEAR = 0.2, 4.0  # strokes are written palely if so dark, and so much clearer than the paper
STROKE, WIDEST = 1.5, 1.3  # mm: such strokes are longer, and no wider: stains are
SOME, MUCH = 0.03, 0.5  # of a pale stroke is full ink
WHOLE, HEIGHT = 0.8, 2.0  # a stroke is left out if less of it is shown, and it is so many mm high
SPECK = 0.35  # mm: smaller is dust
LINE, TAIL = 0.55, 1.6  # mm: what comes in at the edge of a cell is thinner, or shorter
NEAR = 1.0  # mm from its edge: so far inside a cell its printed line may be seen


def blackness(picture: Image) -> Image:
    """Return for each pixel how dark it is compared with the paper around it, from 0 (paper) to 1
    (ink).
    """
    high, wide = picture.shape
    paper = cv2.dilate(picture, np.ones((7, 7), np.uint8))
    small = cv2.resize(paper, (max(1, wide // 4), max(1, high // 4)), interpolation=cv2.INTER_AREA)
    around = cv2.resize(cv2.medianBlur(small, 11), (wide, high))
    darker = cv2.subtract(around, picture).astype(np.float32)
    return darker / np.maximum(around.astype(np.float32), 60.0)


def strength(black: Image) -> float:
    """Return how dark the ink of a cell is at its darkest. Single dark pixels are ignored."""
    return float(np.quantile(cv2.GaussianBlur(black, (3, 3), 0), 0.995))


class Writing(NamedTuple):
    """The handwriting in a cell as an image of the size that the network reads. `is_whole` is False
    if the image may lack a pale stroke that belongs to the writing.
    """

    image: Image
    is_whole: bool


class Parts(NamedTuple):
    """The connected pieces of ink in a cell. For each piece it gives the rectangle around it, how
    thick its strokes are, and which share of it is dark. The first entry is not ink but the paper.
    """

    labels: Image  # of each pixel, the number of its piece
    boxes: Image  # left, top, width and height of the rectangles
    thick: Image
    share: Image

    @property
    def is_stroke(self) -> Image:
        """Return for each piece of ink whether it is long and thin, like a pen stroke."""
        long = self.boxes[:, 2:].max(1) > STROKE * SCALE
        is_ink = np.arange(len(self.boxes)) > 0  # the first is the paper
        return is_ink & long & (self.thick < WIDEST * SCALE)


def find_writing(black: Image, dark: float) -> Writing:
    """Return the handwriting in a cell. `black` is the cell as `blackness` returns it, and `dark`
    is how dark full ink is on this page.
    """
    ink = np.clip(black / max(dark, 0.12), 0, 1)
    mask = _remove_edges(_find_ink(ink))
    return Writing(_scale(ink, mask), not _misses_stroke(ink, mask))


def _scale(ink: Image, mask: Image) -> Image:
    """Return an image of the size that the network reads, with the ink of a cell scaled to fit it.
    Ink is kept only where `mask` is 1, and close beside it.
    """
    canvas = np.zeros((HIGH, WIDE), np.float32)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if not rows.size:
        return canvas
    near = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    cut = (ink * near)[top:bottom, left:right]
    high, wide = cut.shape
    scale = min((HIGH - 2 * ROOM) / high, (WIDE - 2 * ROOM) / wide, LARGEST)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    small = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    y, x = (HIGH - size[1]) // 2, (WIDE - size[0]) // 2
    canvas[y : y + size[1], x : x + size[0]] = small
    return canvas


def _find_ink(ink: Image) -> Image:
    """Return the writing in a cell: 1 where there is ink, else 0. `ink` is how dark each pixel is,
    where 1 is full ink.

    A pen that fails for a while writes palely, so a pale stroke is writing as well if some of it is
    dark. Stains, which are wider, and what comes in at the edge of the cell are left out.
    """
    full = (ink > FULL).astype(np.uint8)
    parts = _divide(_find_pale(ink), full)
    x, y, wide, high = parts.boxes.T
    inside = (x > 0) & (y > 0) & (x + wide < ink.shape[1]) & (y + high < len(ink))
    is_writing = inside & parts.is_stroke & (parts.share > SOME) & (parts.share < MUCH)
    return np.maximum(full, is_writing[parts.labels].astype(np.uint8))


def _misses_stroke(ink: Image, shown: Image) -> bool:
    """Return whether the ink has a pale stroke that may be part of a digit but is missing from
    `shown`, the ink that was taken for writing. Strokes are looked for in blurred ink, so that the
    grain of the picture hides fewer of them.
    """
    pale = _find_pale(cv2.GaussianBlur(ink, (3, 3), 0))
    inside = _find_inside(pale.T), _find_inside(pale)
    near = cv2.dilate(shown, np.ones((3, 3), np.uint8))
    parts = _divide(np.ascontiguousarray(pale[inside]), near[inside])
    is_high = parts.boxes[:, 3] >= HEIGHT * SCALE
    missed = parts.boxes[parts.is_stroke & is_high & (parts.share < WHOLE)]
    return any(
        not _is_from_outside(x, y, wide, high, parts.labels.shape) for x, y, wide, high in missed
    )


def _find_pale(ink: Image) -> Image:
    """Return 1 where a cell is clearly darker than its paper, else 0."""
    paper, lighter = np.quantile(ink, (0.5, 0.16))
    return (ink > max(PALE, paper + CLEAR * (paper - lighter))).astype(np.uint8)


def _divide(mask: Image, dark: Image) -> Parts:
    """Divide the ink of a cell into its connected pieces. `mask` is 1 where there is ink, and
    `dark` where the ink counts as dark.
    """
    count, labels, stats, _middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes, area = stats[:, :4], stats[:, 4]
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    thick = 4 * np.bincount(labels.ravel(), depth.ravel(), count) / area
    return Parts(labels, boxes, thick, np.bincount(labels.ravel(), dark.ravel(), count) / area)


def _remove_edges(mask: Image) -> Image:
    """Return the ink of a cell without specks of dust, and without ink that belongs to its printed
    lines or to the writing in the next cell. In `mask`, ink is 1 and paper is 0.
    """
    across, down = _find_inside(mask), _find_inside(mask.T)
    inner = np.ascontiguousarray(mask[down, across])
    count, labels, stats, _middles = cv2.connectedComponentsWithStats(inner, connectivity=8)
    keep = np.zeros(count, np.uint8)
    for part in range(1, count):
        x, y, wide, high, area = stats[part]
        is_dust = max(wide, high) < SPECK * SCALE or area < 3
        keep[part] = not (is_dust or _is_from_outside(x, y, wide, high, inner.shape))
    shown = np.zeros(mask.shape, np.uint8)
    shown[down, across] = keep[labels]
    return shown


def _find_inside(mask: Image) -> slice:
    """Return the range of pixel columns between the printed lines at the left and right edge of a
    cell. Writing may touch these lines, so they are cut off before the writing is looked at.
    """
    high, wide = mask.shape
    near = min(round(NEAR * SCALE), wide // 4)
    wider = cv2.dilate(mask, np.ones((1, 3), np.uint8))  # a line that leans is in two columns
    lines = np.flatnonzero(wider.sum(0) > 0.9 * high)
    left, right = lines[lines < near], lines[lines >= wide - near]
    return slice(int(left[-1]) + 1 if left.size else 0, int(right[0]) if right.size else wide)


def _is_from_outside(x: int, y: int, wide: int, high: int, size: tuple[int, int]) -> bool:
    """Return whether a piece of ink at the edge of a cell comes from outside: part of a printed
    line, or the tail of a digit in the next cell.

    A line is thinner than handwriting, and a tail is short. So a handwritten 1 at the edge is kept,
    because it is as thick as a pen and long. `x`, `y`, `wide` and `high` are the rectangle around
    the piece, and `size` is the height and width of the cell, all in pixels.
    """
    at_side, at_end = x == 0 or x + wide == size[1], y == 0 or y + high == size[0]
    is_line = (at_side and wide < LINE * SCALE) or (at_end and high < LINE * SCALE)
    is_tail = at_end and max(wide, high) < TAIL * SCALE
    return is_line or is_tail
