from django.utils.translation import override

from scoring.toolkit.pdf.page import MARGIN, Box, Paper
from tests import printed

ADDRESS = "https://club.example/s/wkNmG0q1QeKkzWmBq0qZ3A0123456789abcdefABCDEF01/"


def drawn():
    with override("de"):
        paper = Paper("<b>Klaverjassen</b> & co")
    room = paper.begin_page("Tafel 1")
    paper.draw_frame(room.top(20))
    paper.write("Łukasz <i>Ş</i>", room.top(20).inset(1), 14)
    paper.draw_code(ADDRESS, Box(20, 60, 30, 30))
    paper.begin_page("Tafel \U0001f980 2", level=1)
    paper.write_paragraph("Ệ " * 400, Box(20, 60, 50, 30), bold=True)
    return paper.close()


def test_page_holds_what_was_drawn():
    first, second = printed.read(drawn())
    assert first.said == ["Łukasz <i>Ş</i>", "<b>Klaverjassen</b> & co", "1"]
    assert [round(figure, 1) for figure in (first.wide, first.high)] == [210, 297]
    assert len(first.lines) == 4
    assert first.wrong() == second.wrong() == []


def test_pages_are_numbered_when_there_are_several():
    found = [page.words.splitlines()[-1].split()[-3:] for page in printed.read(drawn())]
    assert found == [["1", "/", "2"], ["2", "/", "2"]]
    last = printed.read(drawn())[-1].texts[-1]
    assert last.text == "2"
    assert 210 - MARGIN - last.right < 8, "near where the page ends"
    alone = Paper("One")
    alone.begin_page()
    assert printed.read(alone.close())[0].said == []


def test_code_is_read_by_a_phone():
    assert printed.scanned(drawn()) == [[ADDRESS], []]


def test_document_has_title_language_and_bookmarks():
    assert printed.facts(drawn()) == ("<b>Klaverjassen</b> & co", "de")
    assert printed.outline(drawn()) == [(0, "Tafel 1"), (1, "Tafel □ 2")]


def test_fonts_are_embedded():
    assert printed.fonts(drawn()) == {"DejaVuSansCondensed": True, "DejaVuSansCondensed-Bold": True}


def test_same_paper_has_the_same_bytes():
    assert drawn() == drawn()


def test_paper_without_a_page_has_an_empty_one():
    assert [page.texts for page in printed.read(Paper("Nothing").close())] == [[]]


def test_what_lies_over_something_else_is_seen():
    paper = Paper("Wrong")
    room = paper.begin_page()
    paper.write("Ans", room.top(10))
    paper.write("Bob", room.top(10))
    paper.draw_rules([(room.x, room.y + 5, room.right, room.y + 5)])
    paper.write("Cor", Box(0, 100, 30, 9))
    assert len(printed.read(paper.close())[0].wrong()) == 4
