"""Which part of a picture belongs to which of its forms. It takes the packages of
requirements-photo.txt, which are there at night.
"""

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("cv2")

FORM = 135.9, 197.4  # mm between the marks of half an A4
CODE = [(119, 0), (136, 0), (136, 17), (119, 17)]  # on it
MARKS = [(0, 0), (FORM[0], 0), FORM, (0, FORM[1])]


def place(points, x, y, turn=0):
    """Put a form on the glass of a scanner, turned by so many degrees around its middle."""
    turn = np.deg2rad(turn)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middle = np.array(FORM) / 2
    return ((np.array(points, float) - middle) @ spin + middle + (x, y)).astype(np.float32)


@pytest.mark.parametrize(
    "places",
    [
        [(0, 0), (148.5, 0)],  # as they are printed
        [(0, 0, 3), (148.5, 4, 2)],
        [(0, 0), (0, 210)],
        [(0, 0), (148.5, 0, 180)],
        [(0, 0, 90), (0, 148.5, 90)],
        [(0, 0), (148.5, 0), (0, 210), (148.5, 210)],
    ],
)
def test_each_mark_belongs_to_its_own_form(places):
    from tournaments.photo.engine.codes import Area, Code

    codes = [Code(str(number), place(CODE, *where)) for number, where in enumerate(places)]
    for code, where in zip(codes, places, strict=True):
        area = Area(code, [other for other in codes if other is not code])
        inside = [
            [area.has_point((float(x), float(y))) for x, y in place(MARKS, *other)]
            for other in places
        ]
        assert inside == [[other == where] * 4 for other in places]


@pytest.mark.parametrize("turn", [0, 20, 180])
def test_code_says_which_way_up_its_form_lies_and_where(turn):
    from tournaments.photo.engine.codes import Area, Code

    area = Area(Code("", place(CODE, 0, 0, turn)))
    corners = place(MARKS, 0, 0, turn)
    ways = [area.has_corners(np.roll(corners, way, axis=0)) for way in range(4)]
    assert ways == [True, False, False, False]
    assert not area.has_corners(place(MARKS, -148.5, 0, turn))


@pytest.mark.parametrize("turn", range(4))
def test_corners_of_a_code_begin_at_its_own_top_left(turn):
    zxingcpp = pytest.importorskip("zxingcpp")
    from tournaments.photo.engine.codes import read_codes

    image = zxingcpp.create_barcode("Streepje A 1.1", zxingcpp.BarcodeFormat.QRCode).to_image(
        scale=6
    )
    paper = np.full((500, 500), 255, np.uint8)
    shown = np.array(image)
    paper[100 : 100 + len(shown), 200 : 200 + len(shown)] = shown
    [code] = read_codes(np.ascontiguousarray(np.rot90(paper, turn)))
    across = code.corners[1] - code.corners[0]
    ways = [(1, 0), (0, -1), (-1, 0), (0, 1)]
    assert across / np.linalg.norm(across) == pytest.approx(ways[turn], abs=0.05)
