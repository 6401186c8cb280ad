import pytest

from scoring.toolkit.spreadsheets.csv_lists import LONGEST, escape_for_workbook, escape_text

FORMULAS = ["=1+1", "+31 6", "-Jan", "@sum", "＝1+1", "＋1", "－1", "＠x", " =1+1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_work_out_gets_an_apostrophe_in_a_text_file(text):
    assert escape_text(text) == f"'{text}"


@pytest.mark.parametrize("text", [f"{before}=cmd|' /C calc'!A0" for before in "\t\r\n\v\0\x1b"])
def test_what_comes_before_a_formula_and_is_not_seen_does_not_hide_it(text):
    assert escape_text(text) == "'=cmd|' /C calc'!A0"


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Bos,=cmd", "Bos,'=cmd"),
        ("Bos; @x|-A1", "Bos;' @x|'-A1"),
        ("5,-5+cmd|' /C calc'!A0", "5,'-5+cmd|' /C calc'!A0"),
    ],
)
def test_where_another_program_would_begin_a_cell_stands_an_apostrophe_too(text, marked):
    assert escape_text(text) == marked


@pytest.mark.parametrize("text", ["10, -5, 3", "Bos, Ans - Cor", "06, +31 6", "5, -"])
def test_figures_and_dashes_between_words_stay_as_they_are(text):
    assert escape_text(text) == text


@pytest.mark.parametrize("text", ["Ans", "'s-Gravenhage", "a=b", "5-3", "#1", "Gé 🂡", "", "-", "="])
def test_other_text_stays_as_it_is(text):
    assert (escape_text(text), escape_for_workbook(text)) == (text, text)


@pytest.mark.parametrize("text", ["=1+1", "+31 6", "-Jan", "@sum"])
def test_in_a_workbook_it_stays_readable(text):
    assert escape_for_workbook(text) == text


def test_what_can_not_be_seen_or_kept_goes():
    assert escape_for_workbook("a\x00b\x07c\tD\nE\u202ef\ud800g\uffff") == "abc D Efg"


def test_a_coded_character_stays_the_letters_that_were_typed():
    assert escape_for_workbook("_x000D__x0041_ _x_ a_x12") == "_x005F_x000D__x005F_x0041_ _x_ a_x12"


@pytest.mark.parametrize("letter", ["x", "🂡"])
def test_a_cell_is_as_long_as_excel_takes_it(letter):
    kept = escape_for_workbook(letter * 40_000)
    assert LONGEST - 2 < len(kept.encode("utf-16-le")) // 2 <= LONGEST
    assert kept.lstrip(letter) == "…"
