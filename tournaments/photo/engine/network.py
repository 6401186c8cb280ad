"""The small network that reads the writing in a cell. It was trained by tools/train.py; its weights
are in network.npz, whose checksum stands here.

It looks at a cell in COLUMNS columns and says for each which sign stands there, or none, and for
the whole cell whether it is OTHER. What a figure looks like is learned once for all places.
`texts` makes readings of it.
"""

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tournaments.photo.engine import texts
from tournaments.photo.engine.readings import Reading

STRIDES = ((2, 2), (2, 1), (2, 1), (1, 1))  # down and across, of each layer that looks around
MOVES = ((0, 0), (1, 1), (-1, 1))  # pixels by which a cell is moved, to be looked at again
BESIDE = 2  # columns to each side that a column is read with
FILE = Path(__file__).parent / "network.npz"
CHECKSUM = "53d5ab6d3197557732748dda2596f297ab748034b15b69a87a2071fd7c43d10d"

Array = Any


class UnknownWeights(Exception):
    """The file of the network is not the one that this program was made with."""


def load() -> dict[str, Array]:
    content = FILE.read_bytes()
    if hashlib.sha256(content).hexdigest() != CHECKSUM:
        raise UnknownWeights
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def read_cells(weights: dict[str, Array], cells: Sequence[Array]) -> list[list[Reading]]:
    """Return the readings of each cell, the most probable first."""
    if not len(cells):
        return []
    shown = np.stack(cells)
    moved = [np.roll(shown, move, axis=(1, 2)) for move in MOVES]
    return texts.mean([texts.read(*run(weights, picture)) for picture in moved])


def run(weights: dict[str, Array], cells: Array) -> tuple[Array, Array]:
    """Return the logarithms of how probable each sign is at each column, and how probable it is
    that the cell is OTHER.
    """
    layer = cells[..., None]
    for number, stride in enumerate(STRIDES):
        layer = _convolve(layer, weights[f"k{number}"], weights[f"b{number}"], stride)
    count, _high, wide, _depth = layer.shape
    columns = layer.transpose(0, 2, 1, 3).reshape(count, wide, -1)
    columns = np.maximum(columns @ weights["w4"] + weights["b4"], 0)
    padded = np.pad(columns, ((0, 0), (BESIDE, BESIDE), (0, 0)))
    near = np.concatenate([padded[:, at : at + wide] for at in range(2 * BESIDE + 1)], -1)
    columns = np.maximum(near @ weights["w5"] + weights["b5"], 0)
    signs = columns @ weights["w6"] + weights["b6"]
    whole = np.concatenate([columns.mean(1), columns.max(1)], -1)
    whole = np.maximum(whole @ weights["w7"] + weights["b7"], 0) @ weights["w8"] + weights["b8"]
    return _log_softmax(signs / weights["heat"]), 1 / (1 + np.exp(-whole[:, 0]))


def _convolve(layer: Array, kernel: Array, bias: Array, stride: tuple[int, int]) -> Array:
    """Return what a kernel finds at every so many pixels down and across."""
    side = len(kernel)
    padded = np.pad(layer, ((0, 0), (side // 2, side // 2), (side // 2, side // 2), (0, 0)))
    _count, high, wide, _depth = layer.shape
    down, across = stride
    parts = [
        padded[:, y : y + high : down, x : x + wide : across]
        for y in range(side)
        for x in range(side)
    ]
    found = np.concatenate(parts, -1) @ kernel.reshape(-1, kernel.shape[-1]) + bias
    return np.maximum(found, 0)


def _log_softmax(scores: Array) -> Array:
    lower = scores - scores.max(-1, keepdims=True)
    return lower - np.log(np.exp(lower).sum(-1, keepdims=True))
