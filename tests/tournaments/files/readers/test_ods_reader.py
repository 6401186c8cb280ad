"""Workbooks of LibreOffice as it writes them, and what only some of them hold."""

from datetime import date, datetime
from decimal import Decimal

import pytest

from tests.tournaments.evenings import refused
from tests.tournaments.files.readers import ods
from tournaments import problems
from tournaments.files import readers

PHONE = 'office:value-type="float" office:value="612345678"'


def cells(rows, before="", styles=ods.STYLES):
    data = ods.workbook(ods.content(ods.table(rows, before=before), styles))
    return [line.cells for line in readers.read(data).leaves[0].lines]


def only_cell(cell):
    (line,) = cells(ods.row(cell))
    return line[0]


def test_values_come_as_they_were_typed_and_worksheets_by_their_names():
    first = ["Éva", 12, 12.5, True, date(2026, 9, 3), datetime(2026, 9, 3, 20), None, " Jan "]
    data = ods.saved(["Naam"], [], first, Tweede=[["b"]])
    book = readers.read(data)
    assert [worksheet.name for worksheet in book.leaves] == ["Leden", "Tweede"]
    assert [line.number for line in book.leaves[0].lines] == [1, 3]
    day = date(2026, 9, 3)
    values = {0: "Éva", 1: 12, 2: Decimal("12.5"), 3: True, 4: day, 5: day, 7: "Jan"}
    assert book.leaves[0].lines[1].cells == values
    assert readers.read(ods.workbook()).remarks == ()
    macros = ods.workbook(**{"Basic/Standard/script-lb.xml": "<x/>"})
    assert readers.read(macros).remarks == (problems.MACROS,)


def test_what_repeats_counts_as_often_as_it_is_filled():
    twice, empty = "table:number-columns-repeated='2'", "table:number-columns-repeated='3'"
    rows = ods.row(ods.cell("x", twice), ods.cell(None, empty), ods.cell(7))
    rows += ods.row(ods.cell(None), said="table:number-rows-repeated='5'")
    rows += ods.row(ods.cell("y"), said="table:number-rows-repeated='2'")
    data = ods.workbook(ods.content(ods.table(rows)))
    assert readers.read(data).leaves[0].lines == (
        (1, {0: "x", 1: "x", 5: 7}),
        (7, {0: "y"}),
        (8, {0: "y"}),
    )


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("<x><text:p>Ans<text:s text:c='2'/>van<text:tab/>B</text:p><text:p>os</text:p></x>", None),
        ("<text:p>Ans <text:span>van</text:span>\n  Bos</text:p>", "Ans van Bos"),
        ("<text:p>a<text:s text:c='2'/>b</text:p><text:p>c</text:p>", "a  b\nc"),
        ("<office:annotation><text:p>Remark</text:p></office:annotation><text:p>A</text:p>", "A"),
        ("<draw:frame><draw:text-box><text:p>No</text:p></draw:text-box></draw:frame>", None),
    ],
)
def test_only_the_text_of_the_cell_itself_counts(cell, value):
    found = cells(
        ods.row(f"<table:table-cell office:value-type='string'>{cell}</table:table-cell>")
    )
    assert found == ([{0: value}] if value else [])


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("office:value-type='percentage' office:value='0.5'", Decimal("0.5")),
        ("office:value-type='time' office:time-value='PT19H45M00S'", "19:45"),
        ("office:value-type='string' office:string-value='Ans'", "Ans"),
        ("office:value-type='float' office:value='2' table:formula='of:=1+1'", 2),
    ],
)
def test_kinds_of_values(said, value):
    assert only_cell(ods.cell(None, said)) == value


@pytest.mark.parametrize(
    ("said", "check"),
    [
        ("table:formula='of:=1+1'", problems.NO_VALUE),
        ("office:value-type='string' calcext:value-type='error'", problems.ERROR_VALUE),
        ("office:value-type='float' office:value='1e300'", problems.NO_FIGURE),
        ("office:value-type='date' office:date-value='soon'", problems.NO_FIGURE),
        ("office:value-type='time' office:time-value='soon'", problems.NO_FIGURE),
        (f"office:value-type='string' office:string-value='{'a' * 1001}'", problems.LONG_CELL),
    ],
)
def test_a_cell_that_says_nothing_does_no_harm_to_the_others(said, check):
    assert only_cell(ods.cell(None, said)).check == check


def test_noughts_in_front_are_kept_by_style_of_cell_row_or_column():
    column = "<table:table-column table:number-columns-repeated='2'/>"
    column += "<table:table-column table:default-cell-style-name='ce1'/>"
    plain = ods.cell(None, PHONE)
    rows = ods.row(ods.cell(None, f"{PHONE} table:style-name='ce1'"), plain, plain)
    rows += ods.row(plain, said="table:default-cell-style-name='ce1'")
    phone = "0612345678"
    assert cells(rows, column) == [{0: phone, 1: 612345678, 2: phone}, {0: phone}]


def test_cells_of_no_worksheet_are_left_out():
    covered = "<table:covered-table-cell office:value-type='string'><text:p>Under</text:p>"
    rows = ods.row(ods.cell("A"), f"{covered}</table:covered-table-cell>", ods.cell("B"))
    copied = ods.table(ods.row(ods.cell("Copied")), "'file:///tmp/x.ods'#Blad1")
    link = f"<table:dde-links><table:dde-link>{copied}</table:dde-link></table:dde-links>"
    data = ods.workbook(ods.content(ods.table(rows) + copied + link))
    (worksheet,) = readers.read(data).leaves
    assert worksheet.lines == ((1, {0: "A", 2: "B"}),)


def test_password_and_other_documents_are_told():
    manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>"
    locked = ods.workbook("\\x93\\x12", **{"META-INF/manifest.xml": manifest})
    assert refused(readers.read, data=locked) == ["C113"]
    text = ods.content("").replace("spreadsheet", "text")
    assert refused(readers.read, data=ods.workbook(text)) == ["C114"]
