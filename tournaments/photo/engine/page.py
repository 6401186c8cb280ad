"""Finds a form in a picture and straightens it: first by its corner marks, then by its lines, which
are where the form was drawn (`Layout`), so paper that is bent comes out flat as well.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import cv2
import numpy as np

from tournaments.photo.engine.ink import SCALE, blackness

Image = Any
Points = Any
Rule = tuple[float, float, float]  # where a line is (mm), and where it begins and ends

SEARCHED = 1800  # pixels of the longer side, in which marks are looked for
MARK = (0.0035, 0.03)  # side of a mark, as part of the longer side
MOST_MARKS = 16
REACH = 3.0  # mm: how far a line of bent paper may be from where it was drawn
EVERY = 9.0  # mm between two looks at a line
MOST_FOURS = 5
CLEAR = 0.95  # of the lines: then no other marks are tried
CLOSE = 0.15  # between two ways to lie: then both are looked at more closely
AHEAD = 0.02  # by so much one must be better
ENOUGH = 0.8  # of the lines that must be where they were drawn
EDGE = 2.0  # mm outside the marks that stay in the picture


class Layout(NamedTuple):
    """Where a form has its lines, in mm from the mark at the top left."""

    width: float
    height: float
    level: Sequence[Rule]
    upright: Sequence[Rule]


class Straight(NamedTuple):
    """A form that was found: which layout it has, its picture with SCALE pixels a mm, and how well
    its lines fit.
    """

    layout: int
    picture: Image
    fits: float


def straighten(picture: Image, layouts: Sequence[Layout]) -> Straight | None:
    """Return the form in a grey picture; None if no form with one of these layouts is found, or it
    may lie two ways: some forms have nearly the same lines upside down.
    """
    found: list[tuple[float, Points, int]] = []
    for four in find_corners(picture, layouts):
        for corners in _turns(four):
            found += [
                (*_rough(picture, corners, layout), number) for number, layout in enumerate(layouts)
            ]
        if max(fits for fits, _matrix, _number in found) > CLEAR:
            break
    return _best(picture, layouts, found)


def _best(
    picture: Image, layouts: Sequence[Layout], found: Sequence[tuple[float, Points, int]]
) -> Straight | None:
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


def find_corners(picture: Image, layouts: Sequence[Layout]) -> list[Points]:
    """Return where the four marks may be, clockwise, largest first."""
    fours = sorted(_fours(_marks(picture)), key=lambda four: -cv2.contourArea(four))
    shaped = [four for four in fours if any(_is_shaped(four, layout) for layout in layouts)]
    return shaped[:MOST_FOURS]


def _turns(four: Points) -> Iterator[Points]:
    """Yield the corners from each that may be the form's top left; forms are higher than wide."""
    for turn in range(4):
        turned = np.roll(four, -turn, axis=0)
        if np.linalg.norm(turned[0] - turned[1]) < np.linalg.norm(turned[1] - turned[2]):
            yield turned


def _marks(picture: Image) -> Points:
    """Return the middles of what looks like a mark: small, square, black, with white around it."""
    shrink = min(1.0, SEARCHED / max(picture.shape))
    size = round(picture.shape[1] * shrink), round(picture.shape[0] * shrink)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    black = cv2.adaptiveThreshold(
        small, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 51, 18
    )
    outlines, _tree = cv2.findContours(black, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    least, most = (part * max(small.shape) for part in MARK)
    found = []
    for outline in outlines:
        (x, y), (wide, high), _turn = cv2.minAreaRect(outline)
        low, long = sorted((wide + 1, high + 1))
        if least <= low and long <= most and low > 0.6 * long and _is_solid(small, outline, long):
            found.append((x, y, long))
    found.sort(key=lambda mark: -mark[2])
    return np.array([(x, y) for x, y, _side in _outermost(found)], np.float32) / shrink


def _is_solid(picture: Image, outline: Points, side: float) -> bool:
    """Return whether the outline is black inside and white around."""
    x, y, wide, high = cv2.boundingRect(outline)
    around = max(2, round(side * 0.6))
    top, left = max(0, y - around), max(0, x - around)
    spot = picture[top : y + high + around, left : x + wide + around]
    mask = np.zeros(spot.shape, np.uint8)
    cv2.drawContours(mask, [outline - (left, top)], -1, 255, -1)
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8)) if side > 5 else mask
    outside = cv2.dilate(mask, np.ones((5, 5), np.uint8)) == 0
    full = np.count_nonzero(mask) >= 0.45 * side * side
    if not (full and inside.any() and outside.any()):
        return False
    dark, light = spot[inside > 0], np.quantile(spot[outside], 0.25)
    return bool(light - dark.mean() > 35 and np.quantile(dark, 0.9) < light - 20)


def _outermost(marks: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return the marks that stand outside the others; the form's own are among them."""
    if len(marks) <= MOST_MARKS:
        return list(marks)
    points = np.array([(x, y) for x, y, _side in marks], np.float32)
    hull = cv2.convexHull(points, returnPoints=False).ravel()
    return [marks[place] for place in hull[:MOST_MARKS]]


def _fours(marks: Points) -> Iterator[Points]:
    """Yield each four marks that form a convex figure, clockwise."""
    for four in combinations(marks, 4):
        hull = cv2.convexHull(np.array(four, np.float32))
        if len(hull) == 4:
            yield hull.reshape(4, 2) if cv2.contourArea(hull, oriented=True) > 0 else hull[::-1, 0]


def _is_shaped(four: Points, layout: Layout) -> bool:
    """Return whether the four could be the corners of this form, seen at an angle."""
    sides = np.linalg.norm(four - np.roll(four, -1, axis=0), axis=1)
    across, down = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    shape = max(across, down) / max(1.0, min(across, down))
    drawn = max(layout.width, layout.height) / min(layout.width, layout.height)
    even = min(sides[0], sides[2]) > 0.6 * max(sides[0], sides[2])
    even = even and min(sides[1], sides[3]) > 0.6 * max(sides[1], sides[3])
    return bool(even and 0.75 < shape / drawn < 1.33)


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
    seen = [
        peak - base > 0.06
        for upright in (False, True)
        for _at, _along, peak, base, _off in _looks(black, layout, reach, scale, upright)
    ]
    return float(np.mean(seen)) if seen else 0.0


def _looks(
    black: Image, layout: Layout, reach: float, scale: int, upright: bool
) -> Iterator[tuple[float, float, float, float, float]]:
    """Look at each line every few mm. Yield its place, the place along it, how dark the line and
    the paper beside it are, and how far from its place (mm) it is.
    """
    turned = black.T if upright else black
    half = round(0.4 * EVERY * scale)
    far = max(1, round(reach * scale))
    for at, begin, end in layout.upright if upright else layout.level:
        count = max(1, int((end - begin) / EVERY))
        for along in np.linspace(begin, end, 2 * count + 1)[1::2]:
            middle, across = round((along + EDGE) * scale), round((at + EDGE) * scale)
            strip = turned[
                max(0, across - far) : across + far + 1, max(0, middle - half) : middle + half
            ]
            if strip.shape[0] < 2 * far or not strip.shape[1]:
                continue
            profile = strip.mean(1)
            place = int(profile.argmax())
            yield at, along, float(profile[place]), float(np.median(profile)), (place - far) / scale


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
    looks = [
        (along, at, off) if not upright else (at, along, off)
        for at, along, peak, base, off in _looks(black, layout, reach, SCALE, upright)
        if peak - base > 0.08
    ]
    wide, high = _size(layout)
    if len(looks) < 24:
        return np.zeros((high, wide), np.float32)
    found = np.array(looks)
    x, y = found[:, 0] / layout.width, found[:, 1] / layout.height
    weights = _fit(_powers(x, y, degree), found[:, 2])
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
