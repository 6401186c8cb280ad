"""Saves the handwriting that clubs keep as examples, with which the network can be trained."""

import io
import time
from pathlib import Path

from tournaments.models import Handwriting


def save_examples(folder: Path) -> int:
    """Save the images of handwritten cells that clubs keep as examples, with their true texts, in a
    new file in this folder. `tools/train.py` can train the network with it. Return the number of
    cells.
    """
    import numpy as np
    from PIL import Image

    kept = list(Handwriting.objects.all())
    texts = [text for handwriting in kept for text in handwriting.texts]
    if kept:
        folder.mkdir(parents=True, exist_ok=True)
        pictures = [np.asarray(Image.open(io.BytesIO(form.picture))) for form in kept]
        cells = np.vstack(pictures).reshape(len(texts), -1, pictures[0].shape[1])
        np.savez(folder / f"{time.time_ns()}.npz", cells=cells, texts=texts)
    return len(texts)
