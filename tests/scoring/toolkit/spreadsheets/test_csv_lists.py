import csv
from datetime import date, datetime
from fractions import Fraction

import pytest
from django.utils import translation

from scoring.toolkit.spreadsheets.csv_lists import Figure, Listing, write_csv, write_value


def read(listing):
    text = "".join(write_csv(listing))
    assert text[0] == "\ufeff"
    return list(csv.reader(text[1:].splitlines(), delimiter=";"))


@pytest.mark.parametrize(("language", "half"), [("nl", "2,5"), ("de", "2,5"), ("en", "2.5")])
def test_decimals_are_written_as_the_language_does(language, half):
    row = [Fraction(5, 2), 2.0, -7, Fraction(1, 3), -0.001]
    with translation.override(language):
        _heads, read_row = read(Listing("x", ["a"] * 5, [row]))
    third = half.replace("2", "0").replace("5", "33")
    assert read_row == [half, "2", "-7", third, "0"]


def test_text_with_a_semicolon_a_quote_or_a_formula_stays_one_cell():
    row = ['Bos; "Ans"', "=1;2", None, date(2026, 9, 3), datetime(2026, 9, 3, 20, 5)]
    assert read(Listing("x", ["a", "b;c", "d", "e", "f"], [row])) == [
        ["a", "b;c", "d", "e", "f"],
        ['Bos; "Ans"', "'=1;2", "", "2026-09-03", "2026-09-03 20:05"],
    ]


def test_figures_have_their_marks_in_text():
    figures = [
        Figure(6, decimals=True),
        Figure(25, mark="†", left_out=True),
        Figure(Fraction(5, 2)),
    ]
    assert [write_value(figure, ",") for figure in figures] == ["6,00", "[25†]", "2,5"]
