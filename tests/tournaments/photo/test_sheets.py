"""Sheets full of cells, which the network is trained with. It takes the packages of
requirements-photo.txt, which are there at night.
"""

import pytest

from tournaments.photo.engine.readings import BLANK, OTHER, parse_number

np = pytest.importorskip("numpy")
pytest.importorskip("cv2")


def test_sheet_gives_cells_with_what_stands_in_them():
    from tournaments.photo.tools import sheets

    image = np.zeros((28, 28), np.float32)
    image[4:24, 10:18] = 1
    random = np.random.default_rng(2)
    found = [
        cell
        for _ in range(2)
        for cell in sheets.make_cells(dict.fromkeys(range(10), image[None]), random)
    ]
    assert len(found) > 60
    for cell, text in found:
        assert cell.shape == (32, 64)
        assert text in (BLANK, "-", "x", OTHER) or parse_number(text) is not None
    seen = [bool(cell.any()) == (text != BLANK) for cell, text in found]
    assert np.mean(seen) > 0.97


def test_moved_cells_are_never_the_same():
    from tournaments.photo.tools import sheets

    cells = np.zeros((2, 32, 64), np.float32)
    cells[:, 8:24, 20:40] = 1
    first, second = sheets.distort(cells, np.random.default_rng(1))
    assert np.abs(first - second).mean() > 0.005
    assert abs(first.sum() - cells[0].sum()) < 0.4 * cells[0].sum()
