"""Finds a form in a picture and straightens it, first by its corner marks and then by its printed
lines. `Layout` says where these lines should be, so a picture of bent paper is flattened as well.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from tournaments.photo.engine.codes import Area
from tournaments.photo.engine.ink import SCALE, blackness
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.search import CLEAR, EVERY, SEEN, Search, Turn

Image = Any
Points = Any

REACH = 3.0  # mm: how far a line of bent paper may be from where it was drawn
PAPER = 1.5  # mm beside a line: so wide that paper is seen there, even if the picture is blurred
CLOSE = 0.15  # between two ways to lie: then both are looked at more closely
AHEAD = 0.02  # by so much one must be better
AT_PLACE = 0.4  # mm: what is nearer is where it was drawn
ENOUGH = 0.8  # of the lines must be where they were drawn
STRAYS = 0.01  # of the lines may be beside their places: of a form upside down more are
CODE = slice(5, 18)  # mm from the top and from the right: the code of a form is at least there
BEGINS = 1.5, 6.0  # mm from the top and from the right: so far the paper around a code reaches
DARK = 0.25  # so dark is each quarter of a code, on average, and nothing else that is printed
COARSE = 8  # pixels between the places that are computed; those in between lie evenly
EDGE = 2.0  # mm outside the marks that stay in the picture


class Straight(NamedTuple):
    """A form that was found in a picture: the number of its layout, its straightened picture with
    SCALE pixels per mm, and how well its printed lines fit the layout.
    """

    layout: int
    picture: Image
    fits: float


def straighten(
    picture: Image, layouts: Sequence[Layout], area: Area | None = None
) -> Straight | None:
    """Find the form in a grey picture, and return it straightened. Return None if no form with one
    of these layouts is found, or if it is not clear which way up it lies: some forms have nearly
    the same lines upside down. `area` is the part of a picture of several forms that belongs to
    this one.
    """
    search = Search(picture, layouts, area)
    fitted = search.try_fours()
    best = _choose_best(picture, layouts, fitted)
    if best is None or best.fits < CLEAR:  # perhaps a corner is not in the picture
        best = _choose_best(picture, layouts, [*fitted, *search.try_threes()])
    return best


def _choose_best(
    picture: Image, layouts: Sequence[Layout], fitted: Sequence[Turn]
) -> Straight | None:
    """Return the form, straightened in the way in which its printed lines fit the layout best.
    `fitted` lists the ways in which a form may lie in the picture.

    If other ways fit nearly as well as the best, the picture is flattened in each of them. The one
    with most lines at their places is then taken. Return None if no way fits well, or if the best
    two still fit about equally.
    """
    likely = sorted(fitted, key=lambda turn: -turn.fits)
    likely = [turn for turn in likely if turn.fits > likely[0].fits - CLOSE]
    turns = {_find_direction(turn.matrix): turn for turn in reversed(likely)}
    flat = []
    for turn in turns.values():
        layout = layouts[turn.layout]
        shown = _flatten(picture, turn.matrix, layout)
        black = blackness(shown)
        fits, strays = measure_line_fit(black, layout)
        if fits >= ENOUGH and strays <= STRAYS and has_code(black):
            flat.append(Straight(turn.layout, shown, fits))
    flat.sort(key=lambda straight: -straight.fits)
    is_clear = flat and (len(flat) < 2 or flat[1].fits < flat[0].fits - AHEAD)
    return flat[0] if is_clear else None


def has_code(black: Image) -> bool:
    """Return whether the QR code of a straightened form is at its place, at the top right. If a
    form was straightened upside down, or a row too high, most printed lines are at their places,
    but the QR code is not.
    """
    from_right = black[:, ::-1]
    if not (_begins_at_place(from_right) and _begins_at_place(from_right.T)):
        return False
    middle = (CODE.start + CODE.stop) / 2
    halves = [
        slice(round((EDGE + begin) * SCALE), round((EDGE + end) * SCALE))
        for begin, end in ((CODE.start, middle), (middle, CODE.stop))
    ]
    return all(
        float(from_right[down, across].mean()) > DARK for down in halves for across in halves
    )


def _begins_at_place(black: Image) -> bool:
    """Return whether the edge of the QR code is at its place. It is if, going up from inside the
    code, one gets to paper after neither too few nor too many mm. `black` is turned so that the
    code is at the top left.
    """
    inside = slice(round((EDGE + CODE.start) * SCALE), round((EDGE + CODE.stop) * SCALE))
    rows = black[:, inside].mean(1)
    first, last = (round((EDGE + mm) * SCALE) for mm in BEGINS)
    up_from_inside = rows[first:last][::-1] < rows[inside].mean() / 3
    return bool(up_from_inside.any() and not up_from_inside[0])


def _find_direction(matrix: Points) -> tuple[bool, bool]:
    """Return which way up a form lies in the picture. The first value is True if the form's top
    left corner is to the left of its middle. The second is True if that corner is above its middle.
    `matrix` converts mm on the form to pixels of the picture.
    """
    corner, middle = (matrix @ (x, y, 1) for x, y in ((0, 0), (100, 150)))
    corner, middle = corner / corner[2], middle / middle[2]
    return bool(corner[0] < middle[0]), bool(corner[1] < middle[1])


def _measure(layout: Layout) -> tuple[int, int]:
    return (
        round((layout.width + 2 * EDGE) * SCALE),
        round((layout.height + 2 * EDGE) * SCALE),
    )


def measure_line_fit(black: Image, layout: Layout) -> tuple[float, float]:
    """Compare the lines in a straightened picture with the layout. Return two shares of the
    layout's lines: those that are seen at their place, and those that are seen only a little beside
    it. A line hidden by a thumb counts in neither.
    """
    looks = [_look_at_lines(black, layout, AT_PLACE, upright=upright) for upright in (False, True)]
    every = np.concatenate(looks)
    if not len(every):
        return 0.0, 0.0
    at_place, near = every[:, 2] > SEEN, every[:, 4] > SEEN
    return float(at_place.mean()), float((near & ~at_place).mean())


def _look_at_lines(black: Image, layout: Layout, reach: float, *, upright: bool) -> Points:
    """Look at each horizontal (or, with `upright`, vertical) line of the layout every few mm.
    Return a row of five numbers for each look:

    - where the layout has this line (mm);
    - where along the line this look is (mm);
    - how much darker than the paper the darkest place within `reach` mm is;
    - how far (mm) that place is from where the line should be;
    - how much darker than the paper the darkest place a little farther around is.
    """
    turned = np.ascontiguousarray(black.T) if upright else black
    sums = cv2.integral(turned)
    half = round(0.4 * EVERY * SCALE)
    near, far = max(1, round(reach * SCALE)), round(max(reach, PAPER) * SCALE)
    points = [np.zeros((0, 5))]
    for at, begin, end in layout.upright if upright else layout.level:
        across = round((at + EDGE) * SCALE)
        if across < far or across + far >= len(turned):
            continue
        count = max(1, int((end - begin) / EVERY))
        along = np.linspace(begin, end, 2 * count + 1)[1::2]
        middle = np.round((along + EDGE) * SCALE).astype(int)
        first = np.clip(middle - half, 0, turned.shape[1] - 1)
        last = np.clip(middle + half, first + 1, turned.shape[1])
        strip = sums[across - far : across + far + 2]
        profiles = np.diff(strip[:, last] - strip[:, first], axis=0) / (last - first)
        line = profiles[far - near : far + near + 1]
        paper = np.sort(profiles, 0)[len(profiles) // 2]
        off = (line.argmax(0) - near) / SCALE
        seen = line.max(0) - paper, off, profiles.max(0) - paper
        points.append(np.stack([np.full(count, at), along, *seen], 1))
    return np.concatenate(points)


def _flatten(picture: Image, matrix: Points, layout: Layout) -> Image:
    """Return the picture of the form, flattened so that the printed lines are where the layout
    says. `matrix` converts mm on the form to pixels of the picture.
    """
    bend: Points | None = None
    for reach, degree in ((REACH, 2), (1.5, 3), (0.8, 4)):
        flat = _remap(picture, matrix, layout, bend)
        black = blackness(flat)
        more = [
            _measure_bend(black, layout, reach, degree, upright=upright)
            for upright in (True, False)
        ]
        step = np.stack(more, -1)
        bend = step if bend is None else bend + step
    return _remap(picture, matrix, layout, bend)


def _make_grid(layout: Layout) -> tuple[Points, Points]:
    """Return the grid of points on the form for which straightening is computed: the middle of each
    block of COARSE × COARSE pixels, and one more row on every side. The first array tells how far
    each point is to the right of the form's top left corner, and the second how far below it, in
    mm.
    """
    sides = [(np.arange(-1, side // COARSE + 2) + 0.5) * COARSE - 0.5 for side in _measure(layout)]
    x, y = np.meshgrid(*sides)
    return x / SCALE - EDGE, y / SCALE - EDGE


def _remap(picture: Image, matrix: Points, layout: Layout, bend: Points | None) -> Image:
    """Return the picture of the form, straightened and flattened. `matrix` converts mm on the form
    to pixels of the picture. `bend` tells by how many mm each point of a grid on the form
    (`_make_grid`) is off because the paper is bent.
    """
    x, y = _make_grid(layout)
    if bend is not None:
        x, y = x + bend[..., 0], y + bend[..., 1]
    places = np.stack([x, y, np.ones_like(x)], -1) @ matrix.T
    coarse = (places[..., :2] / places[..., 2:]).astype(np.float32)
    high, wide = (side * COARSE for side in x.shape)
    fine = cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_LINEAR)
    wide, high = _measure(layout)
    return cv2.remap(
        picture,
        fine[COARSE : COARSE + high, COARSE : COARSE + wide],
        None,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=255,
    )


def _measure_bend(
    black: Image, layout: Layout, reach: float, degree: int, *, upright: bool
) -> Points:
    """Return by how many mm each point of a grid on the form (`_make_grid`) is off, because the
    paper is bent. Vertical lines (`upright`) tell how far it is off to the side, horizontal lines
    how far up or down. Each line is looked for within `reach` mm of its place. The result is a
    smooth surface, a polynomial of this degree, fitted to the places where the lines are seen.
    """
    looks = _look_at_lines(black, layout, reach, upright=upright)
    looks = looks[looks[:, 2] > 0.08]
    across, down = _make_grid(layout)
    if len(looks) < 24:
        return np.zeros_like(across)
    x, y = (looks[:, 0], looks[:, 1]) if upright else (looks[:, 1], looks[:, 0])
    weights = _fit(_list_powers(x / layout.width, y / layout.height, degree), looks[:, 3])
    powers = _list_powers(across.ravel() / layout.width, down.ravel() / layout.height, degree)
    return (powers @ weights).reshape(across.shape)


def _list_powers(x: Points, y: Points, degree: int) -> Points:
    every = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
    x, y = np.clip(x, 0, 1) * 2 - 1, np.clip(y, 0, 1) * 2 - 1
    return np.stack([x**i * y**j for i, j in every], 1)


def _fit(powers: Points, values: Points) -> Points:
    """Return the coefficients of a polynomial that fits these values best (least squares). `powers`
    holds its terms for each value. Values that are far from the fit are left out.
    """
    used = np.ones(len(values), bool)
    ridge = 1e-3 * np.eye(powers.shape[1])
    for _ in range(5):
        near = powers[used]
        weights = np.linalg.solve(near.T @ near + ridge, near.T @ values[used])
        away = np.abs(powers @ weights - values)
        used = away <= max(0.25, 2.0 * float(np.median(away)))
    return weights
