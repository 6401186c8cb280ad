import pytest

from scoring.toolkit.pdf.page import Paper
from scoring.toolkit.pdf.table import Column, Look, draw_table
from tests import printed

COLUMNS = [Column("No.", 1, "right"), Column("Name", 5, bold=True), Column("Signature", 4)]

PLAIN = Look()


def made(count, look=PLAIN, below=0.0):
    rows = ([str(number), f"Name {number} " * (number % 9), "…"] for number in range(count))
    paper = Paper("Attendance")
    draw_table(paper, "Attendance <12>", COLUMNS, rows, under="Friday", look=look, below=below)
    return paper.close()


def test_list_goes_on_over_the_page_with_its_headings():
    pages = printed.read(made(80))
    heads = [page.said[:5] for page in pages]
    assert heads == [["Attendance <12>", "Friday", "No.", "Name", "Signature"]] * 3
    numbers = [text for page in pages for text in page.said if text.isdecimal()]
    assert [number for number in numbers if number != "…"] == [
        *map(str, range(35)), "1", *map(str, range(35, 70)), "2", *map(str, range(70, 80)), "3"
    ]  # fmt: skip
    assert printed.outline(made(80)) == [(0, "Attendance <12>")]


def test_nothing_in_a_list_touches_anything():
    for look in (Look(), Look(row=9, size=14, ruled=False, striped=True)):
        assert [page.wrong() for page in printed.read(made(40, look))] == [[], []]


def test_an_empty_list_has_its_headings():
    assert printed.read(made(0))[0].said[2:] == ["No.", "Name", "Signature"]


def test_rows_shrink_where_that_saves_a_page():
    look = Look(row=7, least=5.2)
    assert [len(printed.read(made(count, look))) for count in (38, 49, 80)] == [1, 2, 2]
    assert [len(printed.read(made(count, look, 20))) for count in (34, 44, 47)] == [1, 1, 2]
    (page,) = printed.read(made(38, look))
    assert page.wrong() == []


def test_a_short_list_is_larger_as_far_as_page_and_columns_have_room():
    look = Look(row=7, least=5.2, most=1.5)
    columns = [column._replace(width=column.width * 12) for column in COLUMNS]
    for count, times in ((10, 1.5), (30, 1.21), (80, 0.906)):
        paper = Paper("Attendance")
        rows = [[str(number), f"Name {number}", "…"] for number in range(count)]
        draw_table(paper, "Attendance", columns, rows, look=look)
        page, *more = printed.read(paper.close())
        assert bool(more) == (count == 80)
        assert page.wrong() == []
        fifth, sixth = (page.texts[page.said.index(f"Name {number}")].top for number in (5, 6))
        assert sixth - fifth == pytest.approx(7 * times, rel=0.01)
