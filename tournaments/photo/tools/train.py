"""Trains the network and writes network.npz. Run it with the packages of requirements-photo.txt and
jax, and with the figures that `digits` names (the folder with 0.json to 9.json):

    python -m tournaments.photo.tools.train FOLDER

It prints the checksum, which belongs in network.py.
"""

import hashlib
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import jax
import jax.numpy as jnp
import numpy as np

from tournaments.photo.engine import network
from tournaments.photo.engine.ink import SCALE, normalize
from tournaments.photo.engine.network import KINDS, PLACES
from tournaments.photo.engine.readings import OTHER
from tournaments.photo.tools import digits, pens

Array = Any
Random = Any  # numpy.random.Generator
DEPTHS, HIDDEN = (1, 24, 40, 64), 160
BATCH, RATE = 256, 2e-3
SEED = 21
WEIGHTS = (0.05, 0.13, 0.04, 0.2, 0.26, 0.12, 0.03, 0.06, 0.03, 0.08)  # how often each kind


def make_cells(count: int, glyphs: digits.Glyphs, random: Random) -> tuple[Array, Array, Array]:
    """Return cells as the network sees them, their kinds, and their figures (-1: none)."""
    cells = np.zeros((count, 32, 64), np.float16)
    kinds = random.choice(len(KINDS), count, p=WEIGHTS)
    figures = np.full((count, PLACES), -1)
    for place in range(count):
        hand = pens.new_hand(random, glyphs if random.random() < 0.65 else None)
        kind = KINDS[kinds[place]]
        least = 10 ** (kind.count("0") - 1) if kind.count("0") > 1 or "-0" in kind else 0
        number = str(random.integers(least, 10 ** kind.count("0"))) if "0" in kind else ""
        text = kind.replace("0", "") + number
        shown = [int(sign) for sign in text if sign.isdecimal()]
        figures[place, : len(shown)] = shown
        cells[place] = make_cell(text, hand, random)
    return cells, kinds, figures


def make_cell(text: str, hand: pens.Hand, random: Random) -> Array:
    """Return a cell with this text, as bad as pictures are."""
    high, wide = int(random.uniform(7.6, 14) * SCALE), int(random.uniform(12, 34) * SCALE)
    cell = np.zeros((high, wide), np.float32)
    if text:
        ink = _other(hand, random) if text == OTHER else pens.write(text, hand, random)
        _put(cell, _squeezed(ink, high, wide), random)
    _dirty(cell, random)
    return normalize(*_photograph(cell, random))


def _squeezed(ink: Array, high: int, wide: int) -> Array:
    scale = min(1.0, 1.05 * high / len(ink), 0.95 * wide / ink.shape[1])
    if scale == 1.0:
        return ink
    size = max(1, int(ink.shape[1] * scale)), max(1, int(len(ink) * scale))
    return cv2.resize(ink, size, interpolation=cv2.INTER_AREA)


def _put(cell: Array, ink: Array, random: Random) -> None:
    free_y, free_x = len(cell) - len(ink), cell.shape[1] - ink.shape[1]
    y = int(np.clip(random.normal(0.5, 0.2), 0, 1) * free_y)
    x = int(np.clip(random.normal(0.5, 0.2), 0, 1) * free_x)
    top, left = max(0, y), max(0, x)
    spot = cell[top : top + len(ink), left : left + ink.shape[1]]
    np.maximum(spot, ink[: len(spot), : spot.shape[1]], out=spot)


def _other(hand: pens.Hand, random: Random) -> Array:
    """Return what must become a question: crossed out, crossed out and mended, a sum in writing."""
    number = str(random.integers(0, 160))
    way = random.random()
    if way < 0.3:
        return pens.cross_out(pens.write(number, hand, random), random, hand)
    struck = pens.cross_out(pens.write(number, hand, random), random, hand)
    better = pens.write(str(random.integers(0, 160)), hand, random)
    if way < 0.7:
        return pens.beside([struck, better], int(random.integers(2, 12)))
    if way < 0.85:
        over = pens.write(str(random.integers(0, 99)), hand, random)
        under = pens.write(str(random.integers(0, 99)), hand, random)
        high, wide = max(len(over), len(under)), max(over.shape[1], under.shape[1])
        both = np.zeros((high, wide), np.float32)
        both[: len(over), : over.shape[1]] = over
        spot = both[: len(under), : under.shape[1]]
        np.maximum(spot, under, out=spot)
        return both
    text = f"{random.integers(1, 60)}+{random.integers(1, 60)}"
    return pens.write(text + ("+20" if random.random() < 0.4 else ""), hand, random)


def _dirty(cell: Array, random: Random) -> None:
    """Draw what is left of the cell's lines, writing that comes in from beside, and dust."""
    high, wide = cell.shape
    for edge in range(4):
        if random.random() < 0.15:
            _draw_edge(cell, edge, random)
    if random.random() < 0.15:
        x, down = int(random.uniform(0, wide)), int(random.uniform(2, 0.18 * high))
        y = random.choice([0, high])
        end = int(x + random.normal(0, 6)), down if y == 0 else high - down
        cv2.line(cell, (x, int(y)), end, 1.0, int(random.integers(1, 4)), cv2.LINE_AA)
    for _ in range(int(random.poisson(0.3))):
        spot = int(random.uniform(0, wide)), int(random.uniform(0, high))
        cv2.circle(cell, spot, int(random.integers(0, 2)), float(random.uniform(0.3, 1)), -1)


def _draw_edge(cell: Array, edge: int, random: Random) -> None:
    depth = int(random.integers(1, 4))
    turned = cell if edge < 2 else cell.T
    strip = turned[:depth] if edge % 2 else turned[-depth:]
    begin, end = sorted(random.integers(0, turned.shape[1] + 1, 2))
    strip[:, begin:end] = np.maximum(strip[:, begin:end], random.uniform(0.3, 1))


def _photograph(cell: Array, random: Random) -> tuple[Array, float]:
    """Return the cell as a picture shows it, and how dark full ink seems to be."""
    contrast = random.uniform(0.3, 0.95)
    turn = random.normal(0, 1.5)
    high, wide = cell.shape
    bend = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
    cell = cv2.warpAffine(cell, bend, (wide, high))
    if random.random() < 0.5:  # fewer pixels than here
        small = random.uniform(0.45, 1)
        size = max(8, int(wide * small)), max(8, int(high * small))
        cell = cv2.resize(cv2.resize(cell, size, interpolation=cv2.INTER_AREA), (wide, high))
    cell = cv2.GaussianBlur(cell, (0, 0), random.uniform(0.3, 1.8))
    noise = random.normal(0, random.uniform(0, 0.06), cell.shape)
    shown = np.clip(cell * contrast + noise, 0, 1).astype(np.float32)
    return shown, contrast * random.uniform(0.7, 1.1)


# The network


def begin(random: Random) -> dict[str, Array]:
    weights = {}
    for number, (before, after) in enumerate(pairwise(DEPTHS)):
        weights[f"k{number}"] = random.normal(0, (2 / 9 / before) ** 0.5, (3, 3, before, after))
        weights[f"b{number}"] = np.zeros(after)
    flat = DEPTHS[-1] * 4 * 8
    weights["w3"] = random.normal(0, (2 / flat) ** 0.5, (flat, HIDDEN))
    weights["w4"] = random.normal(0, (1 / HIDDEN) ** 0.5, (HIDDEN, len(KINDS) + 10 * PLACES))
    weights |= {"b3": np.zeros(HIDDEN), "b4": np.zeros(len(KINDS) + 10 * PLACES)}
    return {name: jnp.array(value, jnp.float32) for name, value in weights.items()}


def forward(weights: dict[str, Array], cells: Array, drop: Array) -> Array:
    layer = cells[..., None]
    for number in range(3):
        layer = jax.lax.conv_general_dilated(
            layer,
            weights[f"k{number}"],
            (2, 2),
            ((1, 1), (1, 1)),
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        )
        layer = jax.nn.relu(layer + weights[f"b{number}"])
    hidden = jax.nn.relu(layer.reshape(len(layer), -1) @ weights["w3"] + weights["b3"])
    return (hidden * drop) @ weights["w4"] + weights["b4"]


def loss(
    weights: dict[str, Array], cells: Array, kinds: Array, figures: Array, drop: Array
) -> Array:
    scores = forward(weights, cells, drop)
    by_kind = jax.nn.log_softmax(scores[:, : len(KINDS)])
    by_place = jax.nn.log_softmax(scores[:, len(KINDS) :].reshape(-1, PLACES, 10))
    kind_loss = -jnp.take_along_axis(by_kind, kinds[:, None], 1).mean()
    picked = jnp.take_along_axis(by_place, jnp.maximum(figures, 0)[..., None], 2)[..., 0]
    return kind_loss - (picked * (figures >= 0)).sum() / len(cells)


@jax.jit  # type: ignore[untyped-decorator, unused-ignore]
def step(weights: Array, state: Array, at: int, rate: float, batch: Array) -> Array:
    """Return the weights, the state and the loss after a step of Adam."""
    mean, square = state
    found, slopes = jax.value_and_grad(loss)(weights, *batch)
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slopes)
    square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, square, slopes)
    grown_mean, grown_square = 1 - 0.9**at, 1 - 0.999**at
    weights = jax.tree.map(
        lambda weight, slope, spread: (
            weight
            - rate * (slope / grown_mean / (jnp.sqrt(spread / grown_square) + 1e-8) + 1e-4 * weight)
        ),
        weights,
        mean,
        square,
    )
    return weights, (mean, square), found


def train(glyphs: digits.Glyphs, chunks: int, each: int, passes: int, go_on: str = "") -> None:
    """Train with so many chunks of new cells, going over each chunk so many times. With `go_on`
    begin with the weights that are there; it also is the seed of other cells.
    """
    random = np.random.default_rng([SEED, *go_on.encode()])
    weights, at = (load() if go_on else begin(random)), 0
    state = jax.tree.map(jnp.zeros_like, (weights, weights))
    steps = chunks * passes * (each // BATCH)
    for chunk in range(chunks):
        began, losses = time.monotonic(), []
        cells = make_cells(each, glyphs, random)
        for batch in _batches(cells, passes, random):
            at += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * at / steps)) + 1e-5
            weights, state, found = step(weights, state, at, rate, batch)
            losses.append(found)
        took = time.monotonic() - began
        print(f"{chunk + 1}/{chunks}: loss {np.mean(losses):.4f}, {took:.0f} s", flush=True)
        save(weights)


def _batches(cells: tuple[Array, Array, Array], passes: int, random: Random) -> Array:
    shown, kinds, figures = cells
    for order in (random.permutation(len(shown)) for _ in range(passes)):
        for begins in range(0, len(order) - BATCH + 1, BATCH):
            some = order[begins : begins + BATCH]
            drop = (random.random((BATCH, HIDDEN)) < 0.8).astype(np.float32) / 0.8
            yield _moved(shown[some], random), kinds[some], figures[some], drop


def _moved(cells: Array, random: Random) -> Array:
    """Return cells a little beside where they were, and a little paler or darker."""
    moved = np.roll(cells.astype(np.float32), random.integers(-1, 2, 2), axis=(1, 2))
    return np.clip(moved * random.uniform(0.8, 1.15, (len(cells), 1, 1)), 0, 1).astype(np.float32)


def load() -> dict[str, Array]:
    with np.load(network.FILE) as file:
        return {name: jnp.asarray(file[name], jnp.float32) for name in file.files}


def save(weights: dict[str, Array]) -> None:
    half = {name: np.asarray(value, np.float16) for name, value in weights.items()}
    np.savez(network.FILE, **half)


def check(glyphs: digits.Glyphs | None, count: int) -> str:
    """Say how many cells with figures of these writers are read right by the picture alone."""
    random = np.random.default_rng(SEED + 1)
    weights = {name: np.asarray(value) for name, value in load().items()}
    cells, kinds, figures = make_cells(count, glyphs or {}, random)
    said, places = network.run(weights, cells.astype(np.float32))
    right = said.argmax(1) == kinds
    right &= ((places.argmax(2) == figures) | (figures < 0)).all(1)
    return f"{right.mean():.4f} of {count}"


def main() -> None:
    for_training, kept_back = digits.split(digits.from_npm(Path(sys.argv[1])))
    chunks, each, passes = (int(word) for word in (sys.argv[2:5] or ["40", "8192", "2"]))
    train(for_training, chunks, each, passes, *sys.argv[5:6])
    print("writers kept back:", check(kept_back, 2000))
    print("8 × 8, other writers:", check(digits.from_sklearn(), 2000))
    print(hashlib.sha256(network.FILE.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
