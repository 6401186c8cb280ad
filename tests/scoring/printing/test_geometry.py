"""Where the cells of a form are, as data: what is drawn must be there."""

import pytest
from django.utils.translation import override

from scoring import games
from scoring.printing import form_pages, geometry, marks
from scoring.printing.marks import PageCode, read_code
from tests import printed
from tests.scoring.printing import forms
from tests.scoring.printing.forms import Kind

MARGIN, AWAY = 9.0, 2.7  # of the paper, and from a form's corner to its mark
NEAR = 0.06  # mm


def drawn(kind):
    with override(kind.language):
        made = forms.made(kind)
        pages = geometry.list_pages(made, kind.size)
        return pages, printed.read(form_pages.print_forms([made], kind.size))[: len(pages)]


def is_ruled(page, x, y, to_x, to_y):
    """Whether one line, or several that touch, go from here to there."""
    level = to_y - y < NEAR
    across, begin, end = (y, x, to_x) if level else (x, y, to_y)
    on_it = sorted(
        (line.left, line.right) if level else (line.top, line.bottom)
        for line in page.lines
        if (line.bottom - line.top < 1 if level else line.right - line.left < 1)
        and abs((line.top + line.bottom if level else line.left + line.right) / 2 - across) < NEAR
    )
    for first, last in on_it:
        if first <= begin + 1:
            begin = max(begin, last)
    return begin >= end - 1


@pytest.mark.parametrize("size", ["a4", "a5"])
@pytest.mark.parametrize("key", ["jokeren", "amerikaans-jokeren", "rummikub"])
def test_every_cell_has_its_four_lines_where_the_geometry_says(key, size):
    found, paper = drawn(Kind(key, size, "nl", 4, "long"))
    for geometric, page in zip(found, paper, strict=True):
        assert len({cell.box for cell in geometric.cells}) == len(geometric.cells)
        for cell in geometric.cells:
            left, top = cell.box.x + MARGIN - AWAY, cell.box.y + MARGIN - AWAY
            right, bottom = left + cell.box.width, top + cell.box.height
            assert is_ruled(page, left, top, right, top), cell
            assert is_ruled(page, left, bottom, right, bottom), cell
            assert is_ruled(page, left, top, left, bottom), cell
            assert is_ruled(page, right, top, right, bottom), cell


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_every_game_of_the_form_has_a_cell_for_each_column(system):
    kind = Kind(system.key, "a4", "en", system.seats[1], "short")
    with override("en"):
        made = forms.made(kind)
        found = geometry.list_pages(made, "a4")
    cells = [cell for page in found for cell in page.cells if cell.kind == "game"]
    each = len(made.places) * len(made.parts)
    assert len(cells) % each == 0
    assert sorted({cell.game for cell in cells})[: made.needed] == [*range(1, made.needed + 1)]


def test_half_a_sheet_is_as_large_as_its_marks_are_apart():
    [page, *_] = drawn(Kind("jokeren", "two", "nl", 4, "short"))[0]
    assert (page.width, page.height) == (148.5 - 2 * MARGIN + 2 * AWAY, 210 - 2 * MARGIN + 2 * AWAY)
    assert page.level[0][0] > 20
    assert page.upright[0][0] > 20


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("https://club.example/s/abc-_1/#2.1", PageCode("abc-_1", 2, 1)),
        ("Streepje abc-_1 1.3", PageCode("abc-_1", 1, 3)),
        ("https://club.example/s/abc-_1/", None),
        ("something else", None),
        ("", None),
    ],
)
def test_code_of_a_page_is_read(text, code):
    assert read_code(text) == code


def test_code_reads_as_it_was_written():
    made = forms.made(Kind("jokeren", "a4", "nl", 4, "short"))
    assert read_code(marks.write_page_code(made, 3)) == PageCode("0" * 46, 3, marks.LAYOUT)
    local = made._replace(address=None, sheet="abc")
    assert read_code(marks.write_page_code(local, 1)) == PageCode("abc", 1, marks.LAYOUT)
    assert marks.write_page_code(local._replace(sheet=""), 1) == ""
