from datetime import date
from fractions import Fraction
from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring.toolkit.spreadsheets.csv_lists import Listing
from scoring.toolkit.spreadsheets.workbook import Book, Setup
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


def test_nothing_has_to_be_repaired_whatever_is_written():
    book = Book("a\0<b>&")
    for name in ("O'Brien & <Co>", "o'brien & <co>", "'", "=1", "x" * 99):
        page = book.add_page(name, Setup([9]))
        page.add(["</t>&\x0b", "_x0000_", "\ud800\uffff", "x" * 50_000, "🂡" * 50_000, 1e300])
    book.add_listing(Listing("=1", ["\0"], []))
    assert wrong_in(book.build_content()) == []
