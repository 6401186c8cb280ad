"""Finds the corner marks of a paper form in a picture. They are small black squares, printed at the
four corners.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import cv2
import numpy as np

from tournaments.photo.engine.codes import Area
from tournaments.photo.engine.layout import Layout

Image = Any
Points = Any

SEARCHED = 1800  # pixels of the longer side, in which marks are looked for
MARK = (0.0035, 0.03)  # side of a mark, as part of the longer side
MOST_MARKS = 16
MOST_FOURS, MOST_THREES = 5, 4
FILLED = 0.45  # of the square around a mark is filled at least: it may be turned
BLACK = 0.3  # the same, if single pixels in it may be too light
SQUARE = 0.35  # cosine of the angle at a corner, at most


def find_marks(picture: Image, area: Area | None = None) -> Points:
    """Return the centres of all spots in the picture that look like a form's corner mark: a small
    black square with white around it. If there are very many, only the outermost are returned.
    `area` is the part of the picture in which they are looked for, if not everywhere.
    """
    shrink = min(1.0, SEARCHED / max(picture.shape))
    size = round(picture.shape[1] * shrink), round(picture.shape[0] * shrink)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    black = cv2.adaptiveThreshold(
        small, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 51, 18
    )
    outlines, _tree = cv2.findContours(black, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    least, most = (part * max(small.shape) for part in MARK)
    marks = []
    for outline in outlines:
        (x, y), (wide, high), _turn = cv2.minAreaRect(outline)
        low, long = sorted((wide + 1, high + 1))
        is_square = least <= low and long <= most and low > 0.6 * long
        is_square = is_square and _is_mostly_black(black, outline, long)
        if is_square and (area is None or area.has_point((x / shrink, y / shrink))):
            marks += [(x, y, long)] if _is_solid(small, outline, long) else []
    marks.sort(key=lambda mark: -mark[2])
    return np.array([(x, y) for x, y, _side in _keep_outermost(marks)], np.float32) / shrink


def _is_mostly_black(black: Image, outline: Points, side: float) -> bool:
    """Return whether the rectangle around this outline holds enough black to be a corner mark.
    `side` is the length of the outline's longer side, in pixels. This quick check rules out most
    letters, so that few outlines need the slower check of `_is_solid`.
    """
    x, y, wide, high = cv2.boundingRect(outline)
    count: int = cv2.countNonZero(black[y : y + high, x : x + wide])
    return count >= BLACK * side * side


def _is_solid(picture: Image, outline: Points, side: float) -> bool:
    """Return whether the shape within this outline is filled with black and has white around it.
    `side` is the length of its longer side, in pixels.
    """
    x, y, wide, high = cv2.boundingRect(outline)
    around = max(2, round(side * 0.6))
    top, left = max(0, y - around), max(0, x - around)
    spot = picture[top : y + high + around, left : x + wide + around]
    mask = np.zeros(spot.shape, np.uint8)
    cv2.drawContours(mask, [outline - (left, top)], -1, 255, -1)
    inside = cv2.erode(mask, np.ones((3, 3), np.uint8)) if side > 5 else mask
    outside = cv2.dilate(mask, np.ones((5, 5), np.uint8)) == 0
    full = np.count_nonzero(mask) >= FILLED * side * side
    if not (full and inside.any() and outside.any()):
        return False
    dark, light = np.sort(spot[inside > 0]), np.sort(spot[outside])
    paper = float(light[len(light) // 4])
    return bool(paper - dark.mean() > 35 and dark[len(dark) * 9 // 10] < paper - 20)


def _keep_outermost(
    marks: Sequence[tuple[float, float, float]],
) -> list[tuple[float, float, float]]:
    """If there are more than MOST_MARKS marks, return only those on the outside, at most
    MOST_MARKS. The corner marks of the form are among them, because everything else on the form
    lies between them.
    """
    if len(marks) <= MOST_MARKS:
        return list(marks)
    points = np.array([(x, y) for x, y, _side in marks], np.float32)
    hull = cv2.convexHull(points, returnPoints=False).ravel()
    return [marks[place] for place in hull[:MOST_MARKS]]


def find_fours(marks: Points, layouts: Sequence[Layout], area: Area | None = None) -> list[Points]:
    """Return the sets of four marks that may be the corner marks of a form with one of these
    layouts. If `area` (the part of the picture that belongs to one form) is given, that form's QR
    code must lie between the marks. Each set goes clockwise. The largest come first, and at most
    MOST_FOURS are returned.
    """
    around = [four for four in _list_fours(marks) if area is None or area.is_between(four)]
    fours = sorted(around, key=lambda four: -cv2.contourArea(four))
    shaped = [four for four in fours if any(_is_shaped(four, layout) for layout in layouts)]
    return shaped[:MOST_FOURS]


def find_threes(marks: Points, layouts: Sequence[Layout]) -> list[Points]:
    """Return the sets of three marks that may be corner marks of a form, for a photo on which the
    fourth is not seen. The place where the fourth should be is added as the last point. Each set
    goes clockwise. The largest come first, and at most MOST_THREES are returned.
    """
    fours = []
    for corner, *ends in ((*three,) for three in _find_right_angles(marks)):
        four = np.array([ends[0], corner, ends[1], ends[0] + ends[1] - corner], np.float32)
        if cv2.contourArea(four, oriented=True) < 0:
            four = four[[2, 1, 0, 3]]
        if any(_is_shaped(four, layout) for layout in layouts):
            fours.append(four)
    return sorted(fours, key=lambda four: -cv2.contourArea(four))[:MOST_THREES]


def _find_right_angles(marks: Points) -> Iterator[tuple[Points, Points, Points]]:
    """Find each three marks that form roughly a right angle. Yield the mark at that angle, then the
    other two.
    """
    for three in combinations(marks, 3):
        for place, corner in enumerate(three):
            ends = [mark for other, mark in enumerate(three) if other != place]
            sides = [end - corner for end in ends]
            across = abs(float(sides[0] @ sides[1]))
            if across < SQUARE * np.linalg.norm(sides[0]) * np.linalg.norm(sides[1]):
                yield corner, *ends


def _list_fours(marks: Points) -> Iterator[Points]:
    """Yield each set of four marks that are the corners of a convex quadrilateral, in clockwise
    order.
    """
    for four in combinations(marks, 4):
        hull = cv2.convexHull(np.array(four, np.float32))
        if len(hull) == 4:
            yield hull.reshape(4, 2) if cv2.contourArea(hull, oriented=True) > 0 else hull[::-1, 0]


def _is_shaped(four: Points, layout: Layout) -> bool:
    """Return whether these four points could be the corners of a form with this layout,
    photographed at an angle. Opposite sides may differ somewhat in length. The ratio of height to
    width may differ somewhat from the layout's.
    """
    sides = np.linalg.norm(four - np.roll(four, -1, axis=0), axis=1)
    across, down = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    shape = max(across, down) / max(1.0, min(across, down))
    drawn = max(layout.width, layout.height) / min(layout.width, layout.height)
    even = min(sides[0], sides[2]) > 0.6 * max(sides[0], sides[2])
    even = even and min(sides[1], sides[3]) > 0.6 * max(sides[1], sides[3])
    return bool(even and 0.75 < shape / drawn < 1.33)
