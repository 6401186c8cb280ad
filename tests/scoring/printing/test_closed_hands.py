from itertools import pairwise

import pytest
from django.utils.translation import override

from scoring import games
from scoring.pages import rulebook
from scoring.printing import form_pages
from tests import printed
from tests.by_day import by_day
from tests.scoring.printing import forms
from tests.scoring.printing.forms import Kind

GAME = "rummikub-international"
HIGH = 0.729 / printed.MM  # a figure, for each point of its size


def pages_of(size, language, count=1):
    kind = Kind(GAME, size, language, 4, "long")
    with override(language):
        made = [forms.made(kind, number) for number in range(count)]
        return printed.read(form_pages.print_forms(made, size)), rulebook.build_rulebook(
            games.find(GAME)({})
        ).hands


def table_on(page, left=0.0):
    """Its rows: the words of each cell, by the lines around it."""
    right = left + (page.wide / 2 if page.wide > page.high else page.wide)
    upright = [
        line for line in page.lines if line.bottom - line.top > 100 and left < line.left < right
    ]
    level = [
        line for line in page.lines if line.right - line.left > 100 and left < line.left < right
    ]
    across = sorted({round(word.left, 1) for word in upright})
    down = sorted({round(word.top, 1) for word in level})
    return [
        [cell(page, edges, rows) for edges in pairwise(across) if edges[1] - edges[0] > 1]
        for rows in pairwise(down)
        if rows[1] - rows[0] > 1
    ]


def cell(page, edges, rows):
    inside = [
        text
        for text in page.texts
        if edges[0] < text.left and text.right < edges[1] + 0.5
        if rows[0] < text.top and text.bottom < rows[1] + 0.5
    ]
    return " ".join(word.text for word in sorted(inside, key=lambda word: word.top))


@pytest.mark.parametrize("language", by_day(forms.LANGUAGES, "de"))  # the longest words
@pytest.mark.parametrize("size", form_pages.SIZES)
def test_back_of_a_form_is_a_table_of_all_forty_hands(size, language):
    (front, *_rules, back), hands = pages_of(size, language)
    assert (front.wrong(), back.wrong()) == ([], [])
    wanted = [
        [str(hand.number), hand.name, hand.rule, *(str(value) for value in hand.values)]
        for hand in hands
    ]
    assert len(wanted) == 40
    halves = (0.0, back.wide / 2) if size == "two" else (0.0,)
    for left in halves:
        _heads, *rows = table_on(back, left)
        assert rows == wanted
    figures = [text for text in back.texts if text.text.isdecimal()]
    assert min(figure.bottom - figure.top for figure in figures) > 6.0 * HIGH
    assert (
        min(figure.bottom - figure.top for figure in figures if len(figure.text) > 2) > 7.0 * HIGH
    )
    assert hands[-1].name not in front.words, "no longer in the small print"


@pytest.mark.parametrize(("size", "leaves"), [("a4", 4), ("a5", 5), ("two", 4)])
def test_several_forms_have_the_table_once_behind_them(size, leaves):
    found, hands = pages_of(size, "nl", count=3)
    assert len(found) == leaves
    assert [hands[-1].name in page.words for page in found] == [False] * (leaves - 1) + [True]


def test_game_without_closed_hands_has_no_table():
    with override("nl"):
        made = forms.made(Kind("rummikub", "a4", "nl", 4, "short"))
        assert len(printed.read(form_pages.print_forms([made], "a4"))) == 1
