"""Finds a form in a picture and straightens it: first by its corner marks, then by its lines, which
are where the form was drawn (`Layout`), so paper that is bent comes out flat as well.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np

from tournaments.photo.engine.corners import find_fours, find_marks, find_threes
from tournaments.photo.engine.ink import SCALE, blackness
from tournaments.photo.engine.layout import Layout

Image = Any
Points = Any
Turn = tuple[float, Points, int]  # how well lines fit, matrix from mm to pixels, which layout

REACH = 3.0  # mm: how far a line of bent paper may be from where it was drawn
EVERY = 9.0  # mm between two looks at a line
CLEAR = 0.95  # of the lines: then no other marks are tried
CLOSE = 0.15  # between two ways to lie: then both are looked at more closely
MOVES = (0.05, 0.025, 0.012, 0.006)  # of a corner that is not seen, as part of the diagonal
AHEAD = 0.02  # by so much one must be better
ENOUGH = 0.8  # of the lines that must be where they were drawn
EDGE = 2.0  # mm outside the marks that stay in the picture


class Straight(NamedTuple):
    """A form that was found: which layout it has, its picture with SCALE pixels a mm, and how well
    its lines fit.
    """

    layout: int
    picture: Image
    fits: float


def straighten(picture: Image, layouts: Sequence[Layout]) -> Straight | None:
    """Find the form in a grey picture, and return it straightened. Return None if no form with one
    of these layouts is found, or if it is not clear which way up it lies: some forms have nearly
    the same lines upside down.
    """
    marks = find_marks(picture)
    found = _tried(picture, find_fours(marks, layouts), layouts)
    best = _best(picture, layouts, found)
    if best is None or best.fits < CLEAR:  # perhaps a corner is not in the picture
        best = _best(picture, layouts, [*found, *_completed(picture, marks, layouts)])
    return best


def _tried(picture: Image, fours: Sequence[Points], layouts: Sequence[Layout]) -> list[Turn]:
    """Return how well the lines of each layout fit each four marks, however the form lies."""
    found: list[Turn] = []
    for four in fours:
        for corners in _turns(four):
            found += [
                (*_rough(picture, corners, layout), number) for number, layout in enumerate(layouts)
            ]
        if max(fits for fits, _matrix, _number in found) > CLEAR:
            break
    return found


def _completed(picture: Image, marks: Points, layouts: Sequence[Layout]) -> list[Turn]:
    """Return the same for each three marks, with the fourth where the lines fit best."""
    found: list[Turn] = []
    for four in find_threes(marks, layouts):
        for number, layout in enumerate(layouts):
            settled = [_settled(picture, turn, four[3], layout) for turn in _turns(four)]
            for corners in settled:
                turns = (corners, np.roll(corners, 2, axis=0))
                found += [(*_rough(picture, turn, layout), number) for turn in turns]
        if found and max(fits for fits, _matrix, _number in found) > CLEAR:
            break
    return found


def _settled(picture: Image, corners: Points, unseen: Points, layout: Layout) -> Points:
    """Return the corners with the one that was not seen moved to where the lines fit best."""
    [place] = np.flatnonzero((corners == unseen).all(1))
    best, settled = -1.0, corners
    for part in MOVES:
        step, middle = part * np.linalg.norm(corners[0] - corners[2]), settled[place]
        for way in product((0, -step, step), repeat=2):
            moved = settled.copy()
            moved[place] = middle + way
            fits, _matrix = _rough(picture, moved, layout)
            if fits > best:
                best, settled = fits, moved
    return settled


def _best(picture: Image, layouts: Sequence[Layout], found: Sequence[Turn]) -> Straight | None:
    """Return the best of these; where several turns are close, the one whose lines are nearest to
    their places once it is flattened.
    """
    likely = sorted(found, key=lambda turn: -turn[0])
    likely = [turn for turn in likely if turn[0] > likely[0][0] - CLOSE]
    turns = {_lies(matrix): (matrix, number) for _fits, matrix, number in reversed(likely)}
    flat = []
    for matrix, number in turns.values():
        shown = _flattened(picture, matrix, layouts[number])
        flat.append(Straight(number, shown, line_fit(blackness(shown), layouts[number], 0.4)))
    flat.sort(key=lambda straight: -straight.fits)
    if not flat or flat[0].fits < ENOUGH:
        return None
    return None if len(flat) > 1 and flat[1].fits > flat[0].fits - AHEAD else flat[0]


def _lies(matrix: Points) -> tuple[bool, bool]:
    """Return which way a form lies: whether its top left is left, and above, of its middle."""
    corner, middle = (matrix @ (x, y, 1) for x, y in ((0, 0), (100, 150)))
    corner, middle = corner / corner[2], middle / middle[2]
    return bool(corner[0] < middle[0]), bool(corner[1] < middle[1])


def _turns(four: Points) -> Iterator[Points]:
    """Yield the corners from each that may be the form's top left; forms are higher than wide."""
    for turn in range(4):
        turned = np.roll(four, -turn, axis=0)
        if np.linalg.norm(turned[0] - turned[1]) < np.linalg.norm(turned[1] - turned[2]):
            yield turned


def _corners(layout: Layout) -> Points:
    wide, high = layout.width, layout.height
    return np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)


def _size(layout: Layout) -> tuple[int, int]:
    return (
        round((layout.width + 2 * EDGE) * SCALE),
        round((layout.height + 2 * EDGE) * SCALE),
    )


def _rough(picture: Image, corners: Points, layout: Layout) -> tuple[float, Points]:
    """Return how well the lines fit if the marks are these, and the matrix from mm to pixels."""
    matrix = cv2.getPerspectiveTransform(_corners(layout), corners.astype(np.float32))
    small = 4  # pixels a mm are enough to see lines
    shift = np.array([[1 / small, 0, -EDGE], [0, 1 / small, -EDGE], [0, 0, 1]])
    size = round((layout.width + 2 * EDGE) * small), round((layout.height + 2 * EDGE) * small)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    wide = max(1, round(np.linalg.norm(corners[0] - corners[1]) / layout.width / small))
    soft = cv2.blur(picture, (wide, wide))  # so that no thin line falls between two pixels
    flat = cv2.warpPerspective(soft, matrix @ shift, size, flags=flags, borderValue=255)
    return line_fit(blackness(flat), layout, 1.5, small), matrix


def line_fit(black: Image, layout: Layout, reach: float, scale: int = SCALE) -> float:
    """Return which part of the layout's lines is seen within `reach` mm of its place."""
    looks = [_looks(black, layout, reach, scale, upright) for upright in (False, True)]
    every = np.concatenate(looks)
    return float((every[:, 2] > 0.06).mean()) if len(every) else 0.0


def _looks(black: Image, layout: Layout, reach: float, scale: int, upright: bool) -> Points:
    """Look at each line every few mm. Return for each look the line's place, the place along it,
    how much darker the line is than the paper beside it, and how far from its place (mm) it is.
    """
    turned = black.T if upright else black
    half = round(0.4 * EVERY * scale)
    far = max(1, round(reach * scale))
    found = [np.zeros((0, 4))]
    for at, begin, end in layout.upright if upright else layout.level:
        across = round((at + EDGE) * scale)
        strip = turned[max(0, across - far) : across + far + 1]
        if len(strip) < 2 * far:
            continue
        count = max(1, int((end - begin) / EVERY))
        along = np.linspace(begin, end, 2 * count + 1)[1::2]
        middle = np.round((along + EDGE) * scale).astype(int)
        first = np.clip(middle - half, 0, strip.shape[1] - 1)
        last = np.clip(middle + half, first + 1, strip.shape[1])
        sums = cv2.integral(np.ascontiguousarray(strip))
        bands = sums[1:] - sums[:-1]
        profiles = (bands[:, last] - bands[:, first]) / (last - first)
        clear = profiles.max(0) - np.sort(profiles, 0)[len(profiles) // 2]
        off = (profiles.argmax(0) - far) / scale
        found.append(np.stack([np.full(count, at), along, clear, off], 1))
    return np.concatenate(found)


def _flattened(picture: Image, matrix: Points, layout: Layout) -> Image:
    """Return the form with its lines where they were drawn."""
    bend: Points | None = None
    for reach, degree in ((REACH, 2), (1.5, 3), (0.8, 4)):
        flat = _remapped(picture, matrix, layout, bend)
        black = blackness(flat)
        more = [_bend(black, layout, reach, degree, upright=upright) for upright in (True, False)]
        step = np.stack(more, -1)
        bend = step if bend is None else bend + step
    return _remapped(picture, matrix, layout, bend)


def _grid(layout: Layout) -> tuple[Points, Points]:
    wide, high = _size(layout)
    x = np.arange(wide, dtype=np.float32) / SCALE - EDGE
    y = np.arange(high, dtype=np.float32) / SCALE - EDGE
    across, down = np.meshgrid(x, y)
    return across, down


def _remapped(picture: Image, matrix: Points, layout: Layout, bend: Points | None) -> Image:
    x, y = _grid(layout)
    if bend is not None:
        x, y = x + bend[..., 0], y + bend[..., 1]
    below = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    to_x = (matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / below
    to_y = (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / below
    return cv2.remap(
        picture,
        to_x.astype(np.float32),
        to_y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=255,
    )


def _bend(black: Image, layout: Layout, reach: float, degree: int, *, upright: bool) -> Points:
    """Return by how many mm each pixel is off across the lines of one direction: a smooth surface
    through what the lines say.
    """
    looks = _looks(black, layout, reach, SCALE, upright)
    looks = looks[looks[:, 2] > 0.08]
    wide, high = _size(layout)
    if len(looks) < 24:
        return np.zeros((high, wide), np.float32)
    x, y = (looks[:, 0], looks[:, 1]) if upright else (looks[:, 1], looks[:, 0])
    weights = _fit(_powers(x / layout.width, y / layout.height, degree), looks[:, 3])
    across = np.linspace(-EDGE, layout.width + EDGE, 40) / layout.width
    down = np.linspace(-EDGE, layout.height + EDGE, 50) / layout.height
    every_x, every_y = np.meshgrid(across, down)
    coarse = _powers(every_x.ravel(), every_y.ravel(), degree) @ weights
    surface = coarse.reshape(50, 40).astype(np.float32)
    return cv2.resize(surface, (wide, high), interpolation=cv2.INTER_CUBIC)


def _powers(x: Points, y: Points, degree: int) -> Points:
    every = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
    x, y = np.clip(x, 0, 1) * 2 - 1, np.clip(y, 0, 1) * 2 - 1
    return np.stack([x**i * y**j for i, j in every], 1)


def _fit(powers: Points, values: Points) -> Points:
    """Return the least squares fit, without the looks that are far from it."""
    used = np.ones(len(values), bool)
    ridge = 1e-3 * np.eye(powers.shape[1])
    for _ in range(5):
        near = powers[used]
        weights = np.linalg.solve(near.T @ near + ridge, near.T @ values[used])
        away = np.abs(powers @ weights - values)
        used = away <= max(0.25, 2.0 * float(np.median(away)))
    return weights
