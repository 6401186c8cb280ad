import pytest
from django.utils.translation import override

from scoring.toolkit.pdf.page import Paper
from scoring.toolkit.pdf.text import UNKNOWN
from tests import printed


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
    """Those that are written from right to left come as they are: no letter is lost."""
    for name in ("דוד לוי", "محمد الأحمد", "پروین", "Ольга", "Χρήστος"):
        _first, page = written(name)
        assert UNKNOWN not in page.words
        assert {*name} <= {*page.words}
