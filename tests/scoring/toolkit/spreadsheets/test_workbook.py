from datetime import date
from fractions import Fraction
from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring.toolkit.spreadsheets import formulas
from scoring.toolkit.spreadsheets.csv_lists import Listing
from scoring.toolkit.spreadsheets.workbook import Book, Setup, Styled
from tests.scoring.files.parts import wrong_in


def opened(book):
    return load_workbook(BytesIO(book.build_content()))


def test_a_list_keeps_what_is_text_text():
    book = Book("Members")
    rows = [["=1+1", 5], ["#N/A", -7], ["Ans\0", Fraction(1, 2)], [date(2026, 9, 3), None]]
    book.add_listing(Listing("Members", ["Name", "=No."], rows))
    sheet = opened(book)["Members"]
    assert [[cell.value for cell in row] for row in sheet["A1:B4"]] == [
        ["Name", "=No."], ["=1+1", 5], ["#N/A", -7], ["Ans", 0.5],
    ]  # fmt: skip
    assert {cell.data_type for cell in sheet["A"][:4]} == {"s"}
    assert sheet["B1"].data_type == "s"
    assert sheet["A2"].quotePrefix
    assert sheet["A5"].value.date() == date(2026, 9, 3)
    assert (sheet.freeze_panes, sheet.print_title_rows) == ("B2", "$1:$1")
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("R1 T2", "R1 T2"), ("a/b:c[d]*?\\", "a b c d"), ("'x'", "x"), ("", "1"),
        ("History", "History (2)"), ("n" * 40, "n" * 31), ("=1", "=1"), ("a\x07\tb", "a b"),
    ],
)  # fmt: skip
def test_names_of_sheets_are_such_as_excel_takes(wanted, name):
    assert Book("x").choose_name(wanted) == name


def test_no_two_sheets_have_the_same_name_whatever_their_capitals():
    book = Book("x")
    names = [book.add_page(name, Setup([9])).name for name in ("R" * 31, "r" * 40, "R" * 31)]
    assert names == ["R" * 31, "r" * 27 + " (2)", "R" * 27 + " (3)"]


def test_a_formula_has_beside_it_what_it_comes_to():
    book = Book("x")
    page = book.add_page("A & B's", Setup([9]))
    page.add([1, 2])
    where = formulas.across(1, 1, 2)
    right = formulas.adds_up(where, 2, formulas.WRONG)
    page.add([Styled(formulas.total([where], 3), "sum"), right])
    content = book.build_content()
    known = load_workbook(BytesIO(content), data_only=True).active
    assert [cell.value for cell in known[2]] == [3, "✗"]
    assert load_workbook(BytesIO(content)).active["A2"].value == "=SUM(A1:B1)"


def test_nothing_has_to_be_repaired_whatever_is_written():
    book = Book("a\0<b>&")
    for name in ("O'Brien & <Co>", "o'brien & <co>", "'", "=1", "x" * 99):
        page = book.add_page(name, Setup([9]))
        page.add(["</t>&\x0b", "_x0000_", "\ud800\uffff", "x" * 50_000, "🂡" * 50_000, 1e300])
        page.add_chart("<title>\0", (1, 1, 1), 2, "D1", page)
        page.sheet.print_area = "A1:B1"
    book.add_listing(Listing("=1", ["\0"], []))
    assert wrong_in(book.build_content()) == []


def test_chart_has_its_names_and_figures():
    book = Book("x")
    page = book.add_page("Standing", Setup([9]))
    for place in range(3):
        page.add([f"Player {place}", place])
    page.add_chart("Standing", (1, 1, 3), 2, "D1", page)
    (chart,) = opened(book).active._charts
    (series,) = chart.series
    assert (series.cat.numRef or series.cat.strRef).f == "'Standing'!$A$1:$A$3"
    assert series.val.numRef.f == "'Standing'!$B$1:$B$3"
