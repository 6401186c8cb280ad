"""What a photo of a form says, and what of it somebody must look at."""

import pytest
from django.utils.translation import override

from scoring.pages.form_photo import FormPhoto, ReadCell

SURE, DOUBTFUL = ReadCell("7", sure=True), ReadCell("7", sure=False)
BLANK, PERHAPS_BLANK = ReadCell("", sure=True), ReadCell("", sure=False)
CROSSED_OUT = ReadCell("", sure=False, known=False)


@pytest.mark.parametrize(
    ("read", "typed", "is_asked"),
    [
        (SURE, "7", False),
        (SURE, "8", True),
        (SURE, "", False),  # it was filled in, and somebody took it out
        (DOUBTFUL, "", True),
        (DOUBTFUL, "8", False),
        (BLANK, "", False),
        (BLANK, "8", True),
        (PERHAPS_BLANK, "", True),
        (CROSSED_OUT, "", True),
        (CROSSED_OUT, "8", False),
    ],
)
def test_cell_is_asked_if_it_is_doubtful_or_says_something_else(read, typed, is_asked):
    assert read.is_asked(typed) is is_asked


@pytest.mark.parametrize(
    ("read", "hint"), [(DOUBTFUL, "7?"), (PERHAPS_BLANK, "empty?"), (CROSSED_OUT, "?")]
)
def test_empty_cell_shows_what_is_proposed(read, hint):
    with override("en"):
        assert read.hint == hint


def photo(**cells):
    named = {name.replace("_", "-").lstrip("g"): cell for name, cell in cells.items()}
    return FormPhoto(1, "/1.jpg", "/", 190, 277, {}, named)


def test_only_what_is_surely_read_is_filled_in():
    read = photo(g1_p1=SURE, g1_p2=DOUBTFUL, g1_p3=CROSSED_OUT)
    assert [read.find_text(f"1-p{place}") for place in range(1, 5)] == ["7", "", "", ""]


def test_last_game_is_that_in_which_something_stands():
    assert photo(g3_p1=SURE, g4_p1=PERHAPS_BLANK, g5_p1=BLANK).last == 3
    assert photo(g3_p1=SURE, g4_p1=CROSSED_OUT).last == 4
    assert photo(g1_p1=BLANK).last == 0
