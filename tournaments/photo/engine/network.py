"""The small neural network that reads the handwriting in a cell. It was trained by tools/train.py.
Its weights are in network.npz, and this module holds the checksum of that file.

The network divides a cell into 32 narrow columns. For each column it tells how probable each sign
is there (a digit, a dash or an x), or no sign. For the whole cell it tells how probable OTHER is,
the code for a cell at which a person must look. The network learns each digit's shape once,
wherever in the cell it stands. The module `texts` turns this output into candidates for the text of
the cell.
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
CHECKSUM = "40a4fa7174ed86e2b765da811c4bd16595234cac5d8ba6683bf783a44ed641f0"

Array = Any


class UnknownWeights(Exception):
    """Raised if the file with the network's weights is not the one that belongs to this version of
    the program.
    """


def load() -> dict[str, Array]:
    content = FILE.read_bytes()
    if hashlib.sha256(content).hexdigest() != CHECKSUM:
        raise UnknownWeights
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def read_cells(weights: dict[str, Array], cells: Sequence[Array]) -> list[list[Reading]]:
    """Read images of cells with the network. Return for each cell its candidates (texts with
    probabilities), the most probable first. Each cell is read several times, moved by a pixel, and
    the results are averaged.
    """
    if not len(cells):
        return []
    shown = np.stack(cells)
    moved = [np.roll(shown, move, axis=(1, 2)) for move in MOVES]
    return texts.average([texts.read(*run(weights, picture)) for picture in moved])


def run(weights: dict[str, Array], cells: Array) -> tuple[Array, Array]:
    """Run the network on images of cells. Return the log probability of each sign (or none) at each
    column of a cell, and the probability that the cell is OTHER, one at which a person must look.
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
    """Return the output of one convolution layer of the network, with negative values set to 0.
    `stride` is by how many pixels the kernel moves down and across.
    """
    side = len(kernel)
    padded = np.pad(layer, ((0, 0), (side // 2, side // 2), (side // 2, side // 2), (0, 0)))
    _count, high, wide, _depth = layer.shape
    down, across = stride
    parts = [
        padded[:, y : y + high : down, x : x + wide : across]
        for y in range(side)
        for x in range(side)
    ]
    sums = np.concatenate(parts, -1) @ kernel.reshape(-1, kernel.shape[-1]) + bias
    return np.maximum(sums, 0)


def _log_softmax(scores: Array) -> Array:
    lower = scores - scores.max(-1, keepdims=True)
    return lower - np.log(np.exp(lower).sum(-1, keepdims=True))
