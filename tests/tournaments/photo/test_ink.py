"""What of a cell is writing, and what comes in from its lines. It takes the packages of
requirements-photo.txt, which are there at night.
"""

import pytest

np = pytest.importorskip("numpy")
cv2 = pytest.importorskip("cv2")

SIZE = (50, 80)  # pixels of a cell, six a mm


def drawn(*lines, thick=3):
    """A cell with these strokes, each from one point to another."""
    cell = np.zeros(SIZE, np.float32)
    for begin, end in lines:
        cv2.line(cell, begin, end, 1.0, thick)
    return cell


def shown(cell):
    """Which pixels the network is shown."""
    return find_writing(cell).image


def find_writing(cell):
    from tournaments.photo.engine import ink

    return ink.find_writing(cell, 1.0)


SEVEN = ((30, 10), (46, 10)), ((46, 10), (36, 40))


@pytest.mark.parametrize(
    "remnant",
    [
        ((1, 0), (1, 49)),  # the line at the left
        ((77, 0), (79, 49)),  # the one at the right, a little turned
        ((0, 48), (79, 48)),  # the one below
        ((10, 0), (14, 3)),  # the tail of a figure above
    ],
)
def test_what_comes_in_from_outside_is_left_out(remnant):
    assert np.abs(shown(drawn(*SEVEN, remnant)) - shown(drawn(*SEVEN))).max() < 0.2


def test_line_is_left_out_where_writing_touches_it():
    found = shown(drawn(*SEVEN, ((2, 25), (20, 25)), ((1, 0), (1, 49))))
    assert found[12:20, :20].any()
    assert not found[:10, :20].any()


def test_one_that_stands_at_the_edge_stays():
    one = ((3, 8), (3, 40))
    assert np.abs(shown(drawn(*SEVEN, one, thick=4)) - shown(drawn(*SEVEN, thick=4))).max() > 0.5


def test_dust_is_no_writing():
    assert not shown(drawn(((40, 20), (40, 20)), thick=1)).any()
    assert not shown(np.zeros(SIZE, np.float32)).any()


def test_dot_stays_a_dot():
    assert (shown(drawn(((40, 20), (42, 22)))) > 0.1).sum() < 80


def high_at_the_right(begin, end, thick, pressed):
    """How high the pale stroke at the right of a cell is shown, in pixels. There the pen was
    pressed on some of it.
    """
    pale = 0.3 * drawn((begin, end), thick=thick)
    pale[pressed] *= 2.5
    found = shown(np.maximum(drawn(*SEVEN), pale))
    return int((found[:, 40:] > 0.1).sum(0).max())


def test_pale_stroke_is_writing_if_some_of_it_is_dark():
    pale = (60, 10), (56, 40), 2
    assert high_at_the_right(*pale, np.s_[24:26]) > 15
    assert high_at_the_right(*pale, np.s_[0:0]) == 0


@pytest.mark.parametrize(
    "stain",
    [
        ((60, 12), (60, 38), 14),  # wide
        ((60, 0), (60, 30), 2),  # from the cell above
        ((60, 20), (60, 26), 2),  # short
    ],
)
def test_pale_stain_is_no_writing(stain):
    assert high_at_the_right(*stain, np.s_[24:26]) < 7


@pytest.mark.parametrize(
    ("stroke", "is_whole"),
    [
        (((60, 10), (56, 40), 2), False),
        (((60, 0), (60, 30), 2), False),  # high figures reach the edge
        (((60, 0), (60, 6), 2), True),  # the tail of a figure above
        (((56, 20), (62, 20), 2), True),  # short
        (((60, 12), (60, 38), 14), True),  # a stain
        (((77, 0), (79, 49), 2), True),  # the printed line
    ],
)
def test_pale_stroke_that_is_left_out_is_told(stroke, is_whole):
    begin, end, thick = stroke
    pale = 0.35 * drawn((begin, end), thick=thick)
    writing = find_writing(np.maximum(drawn(*SEVEN), pale))
    assert writing.is_whole == is_whole
    assert np.abs(writing.image - shown(drawn(*SEVEN))).max() < 0.2


def test_pale_stroke_is_told_in_the_grain_of_a_bad_picture():
    grain = np.random.default_rng(1).normal(0.08, 0.05, SIZE).astype(np.float32)
    pale = 0.2 * drawn(((60, 10), (56, 40)), thick=3)
    dark = np.maximum(drawn(*SEVEN), pale)
    assert not find_writing(np.clip(dark + grain, 0, 1)).is_whole
    assert find_writing(np.clip(drawn(*SEVEN) + grain, 0, 1)).is_whole
