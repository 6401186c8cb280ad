"""Names that are written from right to left, and letters that no font here has."""

from random import Random

import pytest
from django.utils.translation import override

from scoring.toolkit.pdf.page import Paper
from scoring.toolkit.pdf.scripts import join_letters, put_in_order
from scoring.toolkit.pdf.text import UNKNOWN
from tests import printed

TURNED = str.maketrans(")]", "([")  # brackets change sides with the text between them


@pytest.mark.parametrize(
    ("read", "drawn"),
    [
        ("Ans (2)", "Ans (2)"),
        ("דוד", "דוד"[::-1]),
        ("לוי, דוד", "לוי, דוד"[::-1]),
        ("דוד (12)", "(12) " + "דוד"[::-1]),
        ("Table 3 · דוד · 14", "Table 3 · " + "דוד"[::-1] + " · 14"),
        ("ab (דוד) cd", "ab (" + "דוד"[::-1] + ") cd"),
        ("דוד…", "…" + "דוד"[::-1]),
        ("שרה כהן-לוי", "שרה כהן-לוי"[::-1]),
        ("כהן-לוי 12 ab", "12 " + "כהן-לוי"[::-1] + " ab"),
        ("דָּוִד", "דוד"[::-1]),
    ],
)
def test_letters_stand_in_the_order_in_which_they_are_read(read, drawn):
    assert put_in_order(join_letters(read)) == drawn


def test_every_text_keeps_all_its_letters():
    chance = Random(7)
    for _ in range(2000):
        text = "".join(chance.choices("דוم-()[]…·/,. 12ab", k=chance.randrange(12)))
        drawn = put_in_order(text)
        assert sorted(drawn.translate(TURNED)) == sorted(text.translate(TURNED))


def test_arabic_letters_join_their_neighbours():
    names = "\N{ARABIC LETTER MEEM INITIAL FORM}\N{ARABIC LETTER HAH MEDIAL FORM}"
    ends = "\N{ARABIC LETTER MEEM MEDIAL FORM}\N{ARABIC LETTER DAL FINAL FORM}"
    assert join_letters("محمد") == names + ends
    assert join_letters("لا") == "\N{ARABIC LIGATURE LAM WITH ALEF ISOLATED FORM}"
    assert join_letters(join_letters("محمد")) == join_letters("محمد")


def written(name):
    paper = Paper("Names")
    for words in ("Ans", name):
        paper.write(words, paper.begin_page().top(9), 12)
    return printed.read(paper.close())


@pytest.mark.parametrize("language", ["nl", "de", "en"])
def test_page_says_which_letters_cannot_be_printed(language):
    with override(language):
        first, second = written("王小明")
    assert UNKNOWN not in first.words
    assert UNKNOWN * 3 in second.said
    assert any(words.startswith(f"{UNKNOWN}: ") for words in second.said)
    assert second.wrong() == []


def test_page_with_names_of_all_scripts_that_it_can_print_says_nothing():
    for name in ("דוד לוי", "محمد الأحمد", "پروین", "Ольга", "Χρήστος"):
        _first, page = written(name)
        assert UNKNOWN not in page.words
