"""The search for a form in a picture. It takes the packages of requirements-photo.txt, which are
there at night.
"""

import pytest

from tournaments.photo.engine.layout import Layout

np = pytest.importorskip("numpy")
pytest.importorskip("cv2")

LAYOUT = Layout(160, 240, [(y, 10, 150) for y in range(40, 220, 10)], [(10, 40, 210)])


def picture(*corners):
    """A form on white paper, four pixels a mm, with these of its corner marks."""
    paper = np.full((1100, 800), 255, np.uint8)
    for y in LAYOUT.level:
        paper[80 + 4 * round(y[0]) :][:2, 120:680] = 0
    for x, y in corners:
        paper[72 + 4 * y : 88 + 4 * y, 72 + 4 * x : 88 + 4 * x] = 0
    return paper


TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT = (0, 0), (160, 0), (160, 240), (0, 240)


def test_four_marks_are_enough():
    from tournaments.photo.engine.search import CLEAR, Search

    shown = picture(TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT)
    best = max(Search(shown, [LAYOUT]).try_fours(), key=lambda turn: turn.fits)
    assert best.fits > CLEAR - 0.1
    assert best.corners == pytest.approx(
        np.array([[80, 80], [720, 80], [720, 1040], [80, 1040]]), abs=2
    )


def test_corner_that_is_not_seen_is_where_the_lines_fit():
    from tournaments.photo.engine.search import Search

    search = Search(picture(TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT), [LAYOUT])
    assert search.try_fours() == []
    best = max(search.try_threes(), key=lambda turn: turn.fits)
    assert best.corners[2] == pytest.approx([720, 1040], abs=60)


def test_search_ends_in_time(monkeypatch):
    from tournaments.photo.engine import search

    monkeypatch.setattr(search, "SECONDS", -1)
    shown = picture(TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT)
    assert search.Search(shown, [LAYOUT]).try_threes() == []
