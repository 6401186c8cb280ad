"""Simulated writers, with which the reader of photographed forms is trained and measured. They
write digits, dashes and corrections as a pen does.

A writer has a hand (slant, size, pen). The digits are samples that real people wrote, or strokes
drawn by this module, which include the European shapes of 1, 4 and 7.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from tournaments.photo.engine.ink import SCALE

Image = Any
Random = Any  # numpy.random.Generator
Glyphs = dict[int, Any]  # figure: images of people's figures, 28 × 28, ink 1
Points = list[tuple[float, float]]

# Strokes in a box from 0 to 1. A figure has several ways to write it, each of one stroke or more.
STROKES: dict[str, list[list[Points]]] = {
    "0": [
        [[(0.5, 0), (0.12, 0.25), (0.12, 0.75), (0.5, 1), (0.88, 0.75), (0.88, 0.25), (0.45, 0)]],
        [[(0.6, 0.02), (0.2, 0.2), (0.15, 0.8), (0.55, 1), (0.9, 0.6), (0.7, 0.1), (0.4, 0.1)]],
    ],
    "1": [
        [[(0.5, 0), (0.5, 1)]],
        [[(0.15, 0.4), (0.6, 0), (0.6, 0), (0.6, 1)]],
        [[(0.25, 0.25), (0.6, 0), (0.6, 0), (0.55, 1)]],
        [[(0.0, 0.55), (0.6, 0), (0.6, 0), (0.6, 1)]],
        [[(0.25, 0.25), (0.5, 0), (0.5, 0), (0.5, 1)], [(0.2, 1), (0.8, 1)]],
    ],
    "2": [
        [[(0.1, 0.25), (0.35, 0), (0.75, 0.05), (0.85, 0.3), (0.1, 1), (0.1, 1), (0.9, 1)]],
        [[(0.15, 0.2), (0.5, 0), (0.85, 0.2), (0.5, 0.7), (0.15, 0.98), (0.15, 0.8), (0.4, 0.85), (0.9, 1)]],
    ],
    "3": [
        [[(0.12, 0.12), (0.5, 0), (0.82, 0.2), (0.4, 0.45), (0.4, 0.45), (0.88, 0.7), (0.5, 1), (0.1, 0.9)]],
        [[(0.1, 0.02), (0.85, 0), (0.85, 0), (0.4, 0.42), (0.85, 0.6), (0.65, 1), (0.1, 0.92)]],
    ],
    "4": [
        [[(0.4, 0), (0.05, 0.62), (0.05, 0.62), (0.92, 0.62)], [(0.66, 0.3), (0.62, 1)]],
        [[(0.65, 1), (0.68, 0), (0.68, 0), (0.05, 0.66), (0.05, 0.66), (0.95, 0.66)]],
        [[(0.15, 0), (0.12, 0.5), (0.12, 0.5), (0.85, 0.5)], [(0.75, 0.1), (0.7, 1)]],
    ],
    "5": [
        [[(0.85, 0.02), (0.22, 0), (0.22, 0), (0.15, 0.45), (0.15, 0.45), (0.65, 0.38), (0.85, 0.72), (0.5, 1), (0.08, 0.9)]],
        [[(0.2, 0), (0.15, 0.45), (0.6, 0.4), (0.85, 0.75), (0.45, 1), (0.1, 0.92)], [(0.2, 0.02), (0.88, 0)]],
        [[(0.85, 0), (0.3, 0.02), (0.2, 0.42), (0.75, 0.55), (0.7, 0.95), (0.1, 0.95)]],
    ],
    "6": [
        [[(0.75, 0), (0.3, 0.3), (0.12, 0.7), (0.45, 1), (0.85, 0.75), (0.5, 0.5), (0.14, 0.72)]],
        [[(0.4, 0), (0.15, 0.5), (0.2, 0.95), (0.75, 0.95), (0.8, 0.6), (0.4, 0.55), (0.18, 0.8)]],
    ],
    "7": [
        [[(0.1, 0.03), (0.9, 0), (0.9, 0), (0.4, 1)]],
        [[(0.1, 0.03), (0.9, 0), (0.9, 0), (0.4, 1)], [(0.25, 0.52), (0.82, 0.45)]],
        [[(0.1, 0.18), (0.12, 0.02), (0.9, 0.03), (0.9, 0.03), (0.45, 1)], [(0.3, 0.5), (0.85, 0.5)]],
        [[(0.08, 0.1), (0.4, 0.05), (0.9, 0), (0.6, 0.45), (0.45, 1)]],
    ],
    "8": [
        [[(0.8, 0.15), (0.45, 0), (0.15, 0.2), (0.5, 0.48), (0.88, 0.75), (0.5, 1), (0.12, 0.78), (0.5, 0.48), (0.82, 0.18)]],
        [[(0.5, 0.45), (0.2, 0.22), (0.5, 0), (0.8, 0.22), (0.5, 0.45), (0.12, 0.72), (0.5, 1), (0.88, 0.72), (0.5, 0.45)]],
    ],
    "9": [
        [[(0.85, 0.25), (0.5, 0), (0.15, 0.25), (0.45, 0.5), (0.85, 0.22), (0.85, 0.22), (0.75, 1)]],
        [[(0.82, 0.25), (0.5, 0), (0.15, 0.25), (0.45, 0.5), (0.85, 0.25), (0.8, 0.75), (0.5, 1), (0.12, 0.9)]],
    ],
    "-": [[[(0, 0.5), (1, 0.5)]], [[(0, 0.55), (0.5, 0.45), (1, 0.5)]], [[(0, 0.4), (0.4, 0.6), (1, 0.45)]]],
    "x": [[[(0.05, 0.05), (0.95, 0.95)], [(0.95, 0), (0.05, 1)]]],
    "+": [[[(0.5, 0), (0.5, 1)], [(0, 0.5), (1, 0.5)]]],
}  # fmt: skip


class Hand(NamedTuple):
    """The handwriting of one simulated writer: the shapes of the signs, their slant and size, the
    pen, and how shaky the lines are.
    """

    glyphs: Glyphs | None  # None: with the strokes above
    ways: dict[str, int]  # which of a sign's strokes this hand uses
    slant: float  # by how much a sign leans to the right, as part of its height
    high: float  # mm
    narrow: float  # how wide a sign is, as part of its height
    pen: float  # mm: how thick a line is
    gap: float  # between two signs, as part of half their height
    shake: float  # how far the points of a stroke are off


def new_hand(random: Random, glyphs: Glyphs | None) -> Hand:
    return Hand(
        glyphs=glyphs,
        ways={sign: int(random.integers(len(ways))) for sign, ways in STROKES.items()},
        slant=float(random.normal(0.08, 0.16)),
        high=float(random.uniform(3.6, 8.0)),
        narrow=float(random.uniform(0.5, 0.85)),
        pen=float(random.uniform(0.25, 0.75)),
        gap=float(random.uniform(0.02, 0.35)),
        shake=float(random.uniform(0.01, 0.05)),
    )


def write(text: str, hand: Hand, random: Random) -> Image:
    """Return an image of this text in this handwriting: 0 is paper and 1 is ink. It has as many
    pixels per mm as a straightened page.
    """
    signs = [_draw_sign(sign, hand, random) for sign in text]
    lifts = random.normal(0, 0.05 * hand.high * SCALE, len(signs))
    lifts -= lifts.min() if signs else 0
    high = max(int(lift) + len(sign) for lift, sign in zip(lifts, signs, strict=True))
    gaps = random.normal(hand.gap, 0.1, len(signs)) * hand.high * SCALE * 0.5
    wide = sum(sign.shape[1] for sign in signs) + int(np.abs(gaps).sum()) + 4
    canvas, x = np.zeros((high, wide), np.float32), 0
    for sign, lift, gap in zip(signs, lifts, gaps, strict=True):
        down = high - len(sign) - int(lift) if text.isdecimal() else (high - len(sign)) // 2
        spot = canvas[down : down + len(sign), x : x + sign.shape[1]]
        np.maximum(spot, sign[:, : spot.shape[1]], out=spot)
        x = max(0, x + sign.shape[1] + int(gap))
    return canvas[:, : max(x, 1) + 2]


def _draw_sign(sign: str, hand: Hand, random: Random) -> Image:
    high = hand.high * SCALE * random.normal(1, 0.06)
    if sign == "-":
        return _draw_strokes(sign, hand, random, random.uniform(0.4, 1.1) * high, 0.15 * high)
    if hand.glyphs is not None and sign.isdecimal():
        return _draw_digit(hand.glyphs[int(sign)], hand, random, high)
    wide = high * hand.narrow * random.normal(1, 0.08) * (0.5 if sign == "1" else 1)
    return _draw_strokes(sign, hand, random, wide, high)


def _draw_digit(images: Image, hand: Hand, random: Random, high: float) -> Image:
    image = images[random.integers(len(images))]
    rows, columns = np.flatnonzero(image.max(1) > 0.2), np.flatnonzero(image.max(0) > 0.2)
    image = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    image = np.pad(image, 2)
    scale = high / (len(image) - 4)
    wide = max(3, int(image.shape[1] * scale * random.uniform(0.85, 1.1)))
    large = cv2.resize(
        image, (wide, max(3, int(len(image) * scale))), interpolation=cv2.INTER_CUBIC
    )
    sharp = cv2.GaussianBlur(large, (0, 0), 0.025 * high)
    level = random.uniform(0.22, 0.5)  # the higher, the thinner the pen
    return np.clip((sharp - level) * 5 + 0.5, 0, 1).astype(np.float32)


def _draw_strokes(sign: str, hand: Hand, random: Random, wide: float, high: float) -> Image:
    way = hand.ways[sign] if random.random() < 0.85 else int(random.integers(len(STROKES[sign])))
    thick = max(1.0, hand.pen * SCALE * random.normal(1, 0.1))
    edge = int(thick + 0.4 * high) + 2
    canvas = np.zeros((int(high) + 2 * edge, int(wide) + 2 * edge), np.uint8)
    for stroke in STROKES[sign][way]:
        points = np.array(stroke) + random.normal(0, hand.shake, (len(stroke), 2))
        points = _round_corners(points)
        x = points[:, 0] * wide + (0.5 - points[:, 1]) * hand.slant * high + edge
        y = points[:, 1] * high + edge
        line = np.stack([x, y], 1).reshape(-1, 1, 2)
        cv2.polylines(
            canvas, [np.int32(line * 16)], False, 255, max(1, round(thick)), cv2.LINE_AA, 4
        )
    rows, columns = np.flatnonzero(canvas.any(1)), np.flatnonzero(canvas.any(0))
    cut = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return cut.astype(np.float32) / 255


def _round_corners(points: Any) -> Any:
    """Return a smooth curve along these points. A point that is listed twice in a row stays a sharp
    corner.
    """
    for _ in range(3):
        if len(points) < 3:
            break
        first, last = points[:1], points[-1:]
        before, after = points[:-1], points[1:]
        cut = np.stack([0.75 * before + 0.25 * after, 0.25 * before + 0.75 * after], 1)
        points = np.concatenate([first, cut.reshape(-1, 2), last])
    return points


def cross_out(ink: Image, random: Random, hand: Hand) -> Image:
    """Return this image of writing with strokes of the pen drawn through it."""
    high, wide = ink.shape
    canvas, thick = (ink * 255).astype(np.uint8), max(1, round(hand.pen * SCALE))
    for _ in range(int(random.integers(1, 6))):
        left, right = random.uniform(-0.1, 0.15) * wide, random.uniform(0.85, 1.1) * wide
        y, to_y = random.uniform(0.2, 0.8, 2) * high
        cv2.line(canvas, (int(left), int(y)), (int(right), int(to_y)), 255, thick, cv2.LINE_AA)
    return canvas.astype(np.float32) / 255


def put_beside(parts: Sequence[Image], gap: int) -> Image:
    """Return one image with these pieces of writing side by side, `gap` pixels apart."""
    high = max(len(part) for part in parts)
    wide = sum(part.shape[1] for part in parts) + gap * (len(parts) - 1)
    canvas, x = np.zeros((high, wide), np.float32), 0
    for part in parts:
        y = (high - len(part)) // 2
        canvas[y : y + len(part), x : x + part.shape[1]] = part
        x += part.shape[1] + gap
    return canvas
