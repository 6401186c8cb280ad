"""Simulates writing on paper forms, and photos of them that are as poor as those that clubs
take.
"""

import math
from typing import Any, NamedTuple

import cv2
import numpy as np

from tournaments.photo.engine.ink import SCALE
from tournaments.photo.engine.readings import Box

Image = Any
Random = Any  # numpy.random.Generator

DENSE = 8  # pixels a mm of the paper
LEVELS = ("scanner", "good photo", "bad photo")


def draw_writing(paper: Image, ink: Image, box: Box, dark: float, random: Random) -> None:
    """Put writing (`ink`) into a cell of a paper, somewhere near its middle. `box` is the cell, in
    mm from the paper's corner, and `dark` is how dark the ink is. `random` gives the random
    numbers.
    """
    most = min(1.0, 0.95 * box.height * SCALE / len(ink), 0.92 * box.width * SCALE / ink.shape[1])
    scale = most * DENSE / SCALE
    size = max(1, int(ink.shape[1] * scale)), max(1, int(len(ink) * scale))
    ink = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    free_x, free_y = box.width * DENSE - size[0], box.height * DENSE - size[1]
    left = box.x * DENSE + free_x * np.clip(random.normal(0.5, 0.12), 0, 1)
    top = box.y * DENSE + free_y * np.clip(random.normal(0.5, 0.15), 0, 1)
    spot = paper[int(top) : int(top) + size[1], int(left) : int(left) + size[0]]
    part = ink[: spot.shape[0], : spot.shape[1]]
    spot[:] = np.minimum(spot, 255 - part * 255 * dark).astype(np.uint8)


class Quality(NamedTuple):
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
    jpeg: int  # its quality as a file
    table: bool  # whether there is a table around the paper


QUALITIES = {
    "scanner": Quality((1754, 2480), 0.0, 1.5, 0.0, 0.95, 0.6, 3, 80, table=False),
    "good photo": Quality((2600, 3200), 0.04, 4, 1.5, 0.75, 0.9, 5, 75, table=True),
    "bad photo": Quality((1900, 2400), 0.08, 9, 4.0, 0.5, 1.4, 9, 50, table=True),
}


def photograph_paper(paper: Image, level: str, random: Random) -> Image:
    """Return a simulated photo of this paper, in grey values. `level` is its quality level, one of
    LEVELS, which limits how poor it may be. `random` gives the random numbers.
    """
    quality = QUALITIES[level]
    long = int(random.uniform(*quality.long))
    picture = _frame_paper(_bend_paper(paper, quality, random), quality, long, random)
    picture = _light_picture(picture, quality, random)
    if level == "bad photo" and random.random() < 0.5:
        _spill_coffee(picture, random)
    picture = cv2.GaussianBlur(picture, (0, 0), max(0.3, random.uniform(0.4, 1) * quality.blur))
    grain = random.standard_normal(picture.shape, np.float32)
    picture = picture + grain * np.float32(random.uniform(0.3, 1) * quality.noise)
    grey = np.clip(picture, 0, 255).astype(np.uint8)
    _done, packed = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality.jpeg])
    return cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)


def _bend_paper(paper: Image, quality: Quality, random: Random) -> Image:
    """Return the paper distorted as if it did not lie flat: with a wave across and a wave down.
    `quality` has the limits for this quality of photo: how far a wave may shift the paper (if 0, it
    stays flat). `random` gives the random numbers.
    """
    if not quality.bend:
        return paper
    high, wide = paper.shape
    x, y = np.arange(wide)[None], np.arange(high)[:, None]
    depth = random.uniform(-1, 1, 2) * quality.bend * DENSE
    phase, length = random.uniform(0, 6.3, 2), random.uniform(0.5, 1.2, 2)
    off_y = depth[0] * np.sin(phase[0] + 6.3 * length[0] * x / wide * 0.7)
    off_x = depth[1] * np.sin(phase[1] + 6.3 * length[1] * y / high * 0.7) * 0.5
    map_x = x.astype(np.float32) + off_x.astype(np.float32)
    map_y = y.astype(np.float32) + off_y.astype(np.float32)
    return cv2.remap(paper, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _frame_paper(paper: Image, quality: Quality, long: int, random: Random) -> Image:
    high, wide = paper.shape
    room = random.uniform(0.03, 0.12) if quality.table else 0.0
    scale = long / max(high, wide) * (1 - room)
    size = int(wide * long / max(high, wide)), int(high * long / max(high, wide))
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    middle = np.array([wide / 2, high / 2], np.float32)
    turn = np.deg2rad(random.uniform(-1, 1) * quality.turn)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    moved = (corners - middle) @ spin.T * scale * (1 - 0.6 * abs(np.sin(turn)))
    moved += random.uniform(-1, 1, (4, 2)) * quality.tilt * long * 0.5
    moved += np.array(size) / 2
    ground = np.full(
        (size[1], size[0]), random.uniform(60, 150) if quality.table else 250.0, np.float32
    )
    if quality.table:
        rough = random.normal(0, 12, (size[1] // 8 + 1, size[0] // 40 + 1)).astype(np.float32)
        ground += cv2.resize(rough, size)
    matrix = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    inside = cv2.warpPerspective(np.ones(paper.shape, np.float32), matrix, size)
    shown = cv2.warpPerspective(paper.astype(np.float32), matrix, size, flags=cv2.INTER_AREA)
    return ground * (1 - inside) + shown * inside


def _light_picture(picture: Image, quality: Quality, random: Random) -> Image:
    """Return the picture with light that comes from one side. In bad light, sometimes add the
    shadow of a hand. `quality` tells how dark the darkest side is at this quality of photo, and
    `random` gives the random numbers.
    """
    high, wide = picture.shape
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None]
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    angle = random.uniform(0, 6.3)
    along = (math.cos(angle) * x + math.sin(angle) * y + 1.4) / 2.8
    light = quality.shade + (1 - quality.shade) * along
    if quality.shade < 0.6 and random.random() < 0.5:
        edge = math.cos(angle + 1) * x + math.sin(angle + 1) * y - random.uniform(-0.5, 0.8)
        light = light * (1 - 0.35 / (1 + np.exp(-edge * 25)))
    return picture * (light * random.uniform(0.85, 1)).astype(np.float32)


def _spill_coffee(picture: Image, random: Random) -> None:
    """Draw the stain of a coffee cup on the picture. `random` gives the random numbers that decide
    where.
    """
    high, wide = picture.shape
    ring = np.zeros(picture.shape, np.float32)
    middle = int(random.uniform(0.2, 0.8) * wide), int(random.uniform(0.2, 0.8) * high)
    cv2.circle(ring, middle, int(0.14 * wide), 1.0, max(2, int(0.008 * wide)), cv2.LINE_AA)
    ring = cv2.GaussianBlur(ring, (0, 0), 2)
    picture *= 1 - 0.25 * ring
