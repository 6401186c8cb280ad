from datetime import date
from fractions import Fraction

from django.utils import translation

from scoring.toolkit import downloads
from scoring.toolkit.spreadsheets.csv_lists import Listing
from tests import printed


def read(heads, rows, language="nl"):
    with translation.override(language):
        listing = Listing("Leden", heads, rows)
        return printed.read(downloads.print_lists("Leden", [listing], "De Hoop"))


def test_list_stands_on_paper_as_the_language_writes_it():
    (page,) = read(["Naam", "Dag", "Punten"], [["Ans", date(2026, 9, 3), Fraction(5, 2)]])
    assert page.said == ["Leden", "De Hoop", "Naam", "Dag", "Punten", "Ans", "3-9-2026", "2,5"]
    assert page.wrong() == []


def test_rows_may_come_one_by_one():
    (page,) = read(["Naam", "Nr."], ([name, n] for n, name in enumerate(("Ans", "Bob"))))
    assert page.said[4:] == ["Ans", "0", "Bob", "1"]


def test_column_in_which_nobody_has_anything_is_left_out():
    (page,) = read(["Naam", "Nr.", "Gast"], [["Ans", None, ""], ["Bob", 3, ""]])
    assert page.said[2:] == ["Naam", "Nr.", "Ans", "Bob", "3"]


def test_headings_are_whole():
    heads = ["Platz", "Name", "Summe", *["Durchschnitt", "Gewertet"] * 8]
    pages = read(heads, [[1, "Ans", 9, *range(16)]], "de")
    assert len(pages) > 1
    assert all(page.wrong() == [] for page in pages)
    assert sum(page.said.count("Durchschnitt") for page in pages) == 8
    assert not any("…" in words for page in pages for words in page.said)


def test_more_columns_than_a_page_has_go_on_beside_the_names():
    heads = ["Plaats", "Naam", "Totaal", *(f"{n}-9" for n in range(30))]
    pages = read(heads, [[1, "Ans", 20, *range(100, 130)]])
    assert [page.said.count("Ans") for page in pages] == [1, 1]
    figures = [words for page in pages for words in page.said if len(words) == 3]
    assert [figure for figure in figures if figure.isdecimal()] == [str(n) for n in range(100, 130)]
    assert all(page.wrong() == [] for page in pages)
