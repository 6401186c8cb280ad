"""Workbooks as programs really write them, and what only some of them write."""

import io
from datetime import date, datetime, time
from decimal import Decimal

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from tests.tournaments.files.readers import hostile
from tournaments import problems
from tournaments.files import readers
from tournaments.files.readers.cells import name_cell


def saved(*rows, **more):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for name, rows_there in more.items():
        worksheet = book.create_sheet(name)
        for row in rows_there:
            worksheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def cells(data):
    return [line.cells for line in readers.read(data).leaves[0].lines]


def test_what_openpyxl_writes_comes_back():
    rich = CellRichText("Ans ", TextBlock(InlineFont(b=True), "Bos"))
    row = [
        "Éva",
        12,
        12.5,
        0.1 + 0.2,
        True,
        date(2026, 9, 3),
        datetime(2026, 9, 3, 20),
        time(19, 45),
    ]
    data = saved(["Naam"], [], [*row, None, "  ", " Jan ", rich], Leden=[["b"]])
    book = readers.read(data)
    assert [worksheet.name for worksheet in book.leaves] == ["Sheet", "Leden"]
    assert [line.number for line in book.leaves[0].lines] == [1, 3]
    day = date(2026, 9, 3)
    values = ["Éva", 12, Decimal("12.5"), Decimal("0.3"), True, day, day, "19:45"]
    assert book.leaves[0].lines[1].cells == dict(enumerate(values)) | {10: "Jan", 11: "Ans Bos"}


def test_noughts_in_front_are_kept_where_the_format_shows_them():
    book = Workbook()
    book.active["B3"] = 612345678
    book.active["B3"].number_format = "0000000000"
    file = io.BytesIO()
    book.save(file)
    (line,) = readers.read(file.getvalue()).leaves[0].lines
    assert line == (3, {1: "0612345678"})
    assert name_cell(3, 1) == "B3"


@pytest.mark.parametrize(
    ("inside", "said", "value"),
    [
        *(("<f>1+1</f><v>2</v>", "", 2), ("<f>A2</f><v>Ans</v>", 't="str"', "Ans")),
        *(("<f>A2</f><v></v>", 't="str"', None), ("<f>cmd|'/c calc'!A1</f><v>5</v>", "", 5)),
        ("<v>2026-09-03T20:00:00</v>", 't="d"', date(2026, 9, 3)),
        ("<v>46268.5</v>", 's="1"', date(2026, 9, 3)),
        ("<is><r><t>Ans</t></r><r><t> Bos</t></r></is>", 't="inlineStr"', "Ans Bos"),
        ("<is><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></is>", 't="inlineStr"', "東京"),
        ("<is><t>a_x000D_b</t></is>", 't="inlineStr"', "a\rb"),
        ("<v>'=1+1</v>", 't="str"', "=1+1"),
        ("<v>1.50E2</v>", "", 150),
    ],
)
def test_what_other_programs_write(inside, said, value):
    assert cells(hostile.cell(inside, said)) == ([{0: value}] if value is not None else [])


@pytest.mark.parametrize(
    ("inside", "said", "check"),
    [
        ("<v>#REF!</v>", 't="e"', problems.ERROR_VALUE),
        (f"<is><t>{'a' * 1001}</t></is>", 't="inlineStr"', problems.LONG_CELL),
        ("<v>1e300</v>", "", problems.NO_FIGURE),
    ],
)
def test_a_cell_that_says_nothing_does_no_harm_to_the_others(inside, said, check):
    (line,) = cells(hostile.cell(inside, said))
    assert line[0].check == check


def test_days_of_a_workbook_that_counts_from_1904():
    from_1904 = hostile.WORKBOOK.replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
    rows = '<row r="1"><c r="A1" s="1"><v>1</v></c></row>'
    data = hostile.workbook(workbook=from_1904, worksheet=hostile.worksheet(rows))
    assert cells(data) == [{0: date(1904, 1, 2)}]


def test_macros_are_left_alone_and_that_is_said():
    data = hostile.workbook(**{"xl/vbaProject.bin": b"\xd0\xcf\x11\xe0"})
    assert readers.read(data).remarks == (problems.MACROS,)
    assert readers.read(hostile.workbook()).remarks == ()
