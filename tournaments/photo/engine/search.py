"""Looks for a form in a picture. It tries sets of four corner marks, or of three if one is not
seen, and measures how well the form's printed lines then fit. To be fast, it uses a small copy of
the picture, looks only at some points of the lines, and stops after a few seconds.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np

from tournaments.photo.engine.codes import Area
from tournaments.photo.engine.corners import SEARCHED, find_fours, find_marks, find_threes
from tournaments.photo.engine.ink import blackness
from tournaments.photo.engine.layout import Layout

Image = Any
Points = Any

SECONDS = 3.0  # of the processor, for a picture
CLEAR = 0.95  # of the lines: then no other marks are tried
SEEN = 0.06  # by so much a line is darker than the paper beside it
EVERY = 9.0  # mm between two looks at a line
REACH, STEP = 1.5, 0.25  # mm: how far from its place a line is looked for, and how closely
LENGTH, POINTS = 7.2, 9  # mm of a line that are one look, and at how many points of it
MOVES = (0.05, 0.025, 0.012, 0.006)  # of a corner that is not seen, as part of the diagonal


class Turn(NamedTuple):
    """One way in which a form may lie in the picture, and how well its printed lines fit then."""

    fits: float  # which part of its lines is seen
    layout: int
    corners: Points  # in pixels, clockwise from the form's top left
    matrix: Points  # from mm to pixels


class Search:
    """Searches a picture, or the part of it that is `area`, for a form that has one of several
    layouts.
    """

    def __init__(self, picture: Image, layouts: Sequence[Layout], area: Area | None = None) -> None:
        self.until = time.process_time() + SECONDS
        self.layouts, self.area = layouts, area
        self.looks = [_list_points(layout) for layout in layouts]
        self.marks = find_marks(picture, area)
        self.shrink = min(1.0, SEARCHED / max(picture.shape))
        size = round(picture.shape[1] * self.shrink), round(picture.shape[0] * self.shrink)
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        self.black = cv2.blur(blackness(small), (2, 2))

    @property
    def is_over(self) -> bool:
        return time.process_time() > self.until

    def try_fours(self) -> list[Turn]:
        """Try sets of four corner marks as the corners of each layout, with each mark as a possible
        top left. Return every way that was tried, with how well the printed lines fit. Stop early
        once a clear fit is found or time is up.
        """
        fitted: list[Turn] = []
        for four in find_fours(self.marks, self.layouts, self.area):
            fitted += self._fit_all([way for way in _list_turns(four) if self._has_code(way)])
            if _is_clear(fitted) or self.is_over:
                break
        return fitted

    def try_threes(self) -> list[Turn]:
        """Try sets of three corner marks, for a picture in which the fourth is not seen. The fourth
        corner is moved to where the form's printed lines fit best. Each form is then also tried
        upside down. If it is known where the form's QR code is, only positions in which the QR code
        is at the form's top right are kept. The ways that fit best before the corner is moved are
        tried first. Stop early once a clear fit is found or time is up.
        """
        begun = [
            (turn, four[3])
            for four in find_threes(self.marks, self.layouts)
            for turn in self._fit_all(_list_turns(four))
        ]
        begun.sort(key=lambda candidate: -candidate[0].fits)
        fitted: list[Turn] = []
        for turn, unseen in begun:
            if _is_clear(fitted) or self.is_over:
                break
            settled = self._settle(turn, unseen)
            upside_down = np.roll(settled.corners, 2, axis=0)
            ways = (settled.corners, upside_down)
            fitted += [self._fit(way, settled.layout) for way in ways if self._has_code(way)]
        return fitted

    def _fit_all(self, ways: Iterable[Points]) -> list[Turn]:
        return [
            self._fit(corners, number) for corners in ways for number in range(len(self.layouts))
        ]

    def _has_code(self, corners: Points) -> bool:
        return self.area is None or self.area.has_corners(corners)

    def _settle(self, turn: Turn, unseen: Points) -> Turn:
        """Improve a way in which the form may lie, of which one corner is only a guess. Move this
        corner (`unseen`) to where the form's printed lines fit best, and return the result.
        """
        [place] = np.flatnonzero((turn.corners == unseen).all(1))
        best = turn
        for part in MOVES:
            step = part * np.linalg.norm(best.corners[0] - best.corners[2])
            middle = best.corners[place]
            for way in product((0, -step, step), repeat=2):
                moved = best.corners.copy()
                moved[place] = middle + way
                best = max(best, self._fit(moved, turn.layout), key=lambda turn: turn.fits)
        return best

    def _fit(self, corners: Points, number: int) -> Turn:
        """Suppose that a form with layout `number` has its corners at these points of the picture.
        Return this position of the form, with the share of the layout's lines that the picture
        shows where they should then be.
        """
        layout = self.layouts[number]
        wide, high = layout.width, layout.height
        drawn = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        matrix = cv2.getPerspectiveTransform(drawn, corners.astype(np.float32))
        looks = self.looks[number]
        places = cv2.perspectiveTransform(looks.reshape(-1, 1, 2), matrix) * self.shrink
        rows = places.astype(np.float32).reshape(-1, POINTS, 2)
        shown = cv2.remap(self.black, rows, None, cv2.INTER_LINEAR)
        profiles = shown.mean(1).reshape(looks.shape[:2])
        clear = profiles.max(1) - np.median(profiles, 1)
        return Turn(float((clear > SEEN).mean()), number, corners, matrix)


def _is_clear(fitted: Sequence[Turn]) -> bool:
    return any(turn.fits > CLEAR for turn in fitted)


def _list_turns(four: Points) -> Iterator[Points]:
    """Yield the four corners in each order that begins with a possible top left corner of the form.
    Forms are higher than wide, so an order in which the form would be wider than high is left out.
    """
    for turn in range(4):
        turned = np.roll(four, -turn, axis=0)
        if np.linalg.norm(turned[0] - turned[1]) < np.linalg.norm(turned[1] - turned[2]):
            yield turned


def _list_points(layout: Layout) -> Points:
    """Return the points (in mm) at which to look for the printed lines of a form with this layout.
    Along each line there is a spot to look at every few mm. The array holds for each spot several
    parallel rows of points, at different distances from where the line should be.
    """
    across = np.arange(-REACH, REACH + STEP / 2, STEP)[:, None]
    along = np.linspace(-LENGTH / 2, LENGTH / 2, POINTS)[None]
    points = []
    for lines, upright in ((layout.level, False), (layout.upright, True)):
        for at, begin, end in lines:
            count = max(1, int((end - begin) / EVERY))
            for middle in np.linspace(begin, end, 2 * count + 1)[1::2]:
                x, y = np.broadcast_arrays(np.clip(middle + along, begin, end), at + across)
                points.append(np.stack((y, x) if upright else (x, y), -1))
    return np.array(points, np.float32)
