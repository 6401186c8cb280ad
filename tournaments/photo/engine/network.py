"""The small network that says what stands in a cell. It was trained by tools/train.py; its weights
are in network.npz, whose checksum stands here.

It answers two things: the kind of writing (KINDS), and each figure from left to right.
"""

import hashlib
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tournaments.photo.engine.readings import ABSENT, BLANK, DASH, OTHER, Reading

# A number has as many figures as its kind has places.
KINDS = (BLANK, DASH, ABSENT, "0", "00", "000", "-0", "-00", "-000", OTHER)
PLACES = 3
FILE = Path(__file__).parent / "network.npz"
CHECKSUM = "6439f1e02dd806b1c9ebe1e5d6194097d4cb615fb2acf0b5d63625a389262d83"
FEW = 1e-7  # less probable readings are left out

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
    kinds, figures = run(weights, np.stack(cells))
    return [_readings(kind, places) for kind, places in zip(kinds, figures, strict=True)]


def run(weights: dict[str, Array], cells: Array) -> tuple[Array, Array]:
    """Return the probabilities of the kinds, and of the ten figures at each place."""
    layer = cells[..., None]
    for number in range(3):
        layer = _convolve(layer, weights[f"k{number}"], weights[f"b{number}"])
    flat = layer.reshape(len(layer), -1)
    hidden = np.maximum(flat @ weights["w3"] + weights["b3"], 0)
    scores = hidden @ weights["w4"] + weights["b4"]
    kinds = _softmax(scores[:, : len(KINDS)])
    return kinds, _softmax(scores[:, len(KINDS) :].reshape(-1, PLACES, 10))


def _convolve(layer: Array, kernel: Array, bias: Array) -> Array:
    """Return the layer after a kernel of 3 × 3 at every other pixel."""
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    _count, high, wide, _depth = layer.shape
    parts = [padded[:, y : y + high : 2, x : x + wide : 2] for y in range(3) for x in range(3)]
    found = np.concatenate(parts, -1) @ kernel.reshape(-1, kernel.shape[-1]) + bias
    return np.maximum(found, 0)


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def _readings(kinds: Array, figures: Array) -> list[Reading]:
    found = []
    for kind, probability in zip(KINDS, kinds, strict=True):
        if probability >= FEW:
            found += _numbers(kind, float(probability), figures)
    return sorted(found, key=lambda reading: -reading.probability)


def _numbers(kind: str, probability: float, figures: Array) -> list[Reading]:
    """Return what a kind stands for: itself, or each number with so many figures."""
    places = kind.count("0")
    if not places:
        return [Reading(kind, probability)]
    found = [Reading(kind.replace("0", ""), probability)]
    for place in range(places):
        found = [
            Reading(f"{text}{figure}", more)
            for text, chance in found
            for figure in range(10)
            if (more := chance * float(figures[place][figure])) >= FEW
        ]
    return found
