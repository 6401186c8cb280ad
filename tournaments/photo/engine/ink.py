"""The ink in a cell: cut free from paper, light and lines, at the size that the network knows."""

from typing import Any

import cv2
import numpy as np

Image = Any  # an array of grey values
SCALE = 6  # pixels a millimetre, in a page that was straightened
HIGH, WIDE = 32, 64  # what the network sees
ROOM = 3  # pixels that stay white around the ink
LARGEST = 26 / (4.5 * SCALE)  # smaller writing is not blown up further: a dot stays a dot
FAINT = 28.0  # grey values between paper and ink; less is no writing
SPECK = 0.35  # mm: smaller is dust


def blackness(picture: Image) -> Image:
    """Return how dark each pixel is beside the paper around it, from 0 (paper) to 1 (ink)."""
    around = cv2.medianBlur(cv2.dilate(picture, np.ones((7, 7), np.uint8)), 41)
    darker = cv2.subtract(around, picture).astype(np.float32)
    return darker / np.maximum(around.astype(np.float32), 60.0)


def strength(black: Image) -> float:
    """Return how dark the ink of a page or a cell is: the darkest part, without single pixels."""
    return float(np.quantile(cv2.GaussianBlur(black, (3, 3), 0), 0.995))


def normalize(black: Image, dark: float) -> Image:
    """Return the ink of a cell (`black`, as blackness gives it) in the size of the network. `dark`
    is how dark full ink is.
    """
    ink = np.clip(black / max(dark, 0.12), 0, 1)
    mask = _without_edges((ink > 0.4).astype(np.uint8))
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


def _without_edges(mask: Image) -> Image:
    """Return the ink without dust, and without what comes in from the lines of the cell or from
    the writing beside it.
    """
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    high, wide = mask.shape
    keep = np.zeros(count, np.uint8)
    for part in range(1, count):
        x, y, across, down, area = stats[part]
        if max(across, down) < SPECK * SCALE or area < 3:
            continue
        at_edge = x == 0 or y == 0 or x + across == wide or y + down == high
        near = min(centres[part][0], wide - centres[part][0]) < 1.2 * SCALE
        near = near or min(centres[part][1], high - centres[part][1]) < 1.2 * SCALE
        keep[part] = not (at_edge and near)
    return keep[labels]
