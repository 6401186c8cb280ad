import re
from html import unescape

import pypdfium2 as pdfium
import pytest
from django.conf import settings
from django.utils import translation

from clubsite.pages import guide
from clubsite.pages.guide import GUIDES, draw_booklet
from tests import printed
from tests.by_day import by_day

LANGUAGES = [code for code, _ in settings.LANGUAGES]
BIGGEST = 5_000_000


@pytest.fixture(scope="module", params=by_day(LANGUAGES, "de"))  # the longest words
def drawn(request):
    with translation.override(request.param):
        return request.param, draw_booklet()


@pytest.fixture
def booklet(client, drawn):
    client.cookies["streepje_language"] = drawn[0]
    return drawn[1]


def test_booklet_has_all_that_the_pages_have(client, booklet):
    pages = printed.read(booklet, heaviest=BIGGEST // 12)
    assert len(booklet) < BIGGEST
    words = squeezed("".join(page.words for page in pages))
    for who, pictures in GUIDES.items():
        page = client.get(f"/help/{who}/").content.decode()
        main = re.search(r"<h1>.*</main>", page, re.DOTALL)[0]
        texts = re.findall(r"<(?:h1|h2|p|li|code)[^>]*>([^<]+)", main)
        assert len(texts) > 2 * len(pictures)
        assert [text for text in texts if squeezed(unescape(text)) not in words] == []
    is_picture = [pdfium.raw.FPDF_PAGEOBJ_IMAGE]
    drawn = [page.get_objects(is_picture) for page in pdfium.PdfDocument(booklet)]
    assert sum(len([*each]) for each in drawn) == sum(map(len, GUIDES.values()))


def test_nothing_in_the_booklet_lies_over_anything_else(booklet):
    assert [page.wrong() for page in printed.read(booklet, heaviest=BIGGEST)] == [[]] * 13


def test_contents_name_the_page_of_each_heading_and_lead_there(booklet):
    first, *_others = pages = printed.read(booklet, heaviest=BIGGEST)
    _contents, *headings = printed.outline(booklet)
    assert [level for level, _title in headings].count(0) == len(GUIDES)
    lines = first.said[-2 * len(headings) - 2 : -2]
    named = dict(zip(lines[::2], map(int, lines[1::2]), strict=True))
    assert [*named] == [title for _level, title in headings]
    for title, number in named.items():
        assert squeezed(title) in squeezed(pages[number - 1].words)
    assert booklet.count(b"/Subtype /Link") == len(headings)


def test_a_browser_that_has_the_booklet_gets_it_no_second_time(client, monkeypatch):
    monkeypatch.setattr(guide, "draw_booklet", lambda: translation.get_language().encode())
    first = client.get("/help/guide.pdf")
    assert (first.content, first["Content-Type"]) == (b"nl", "application/pdf")
    again = client.get("/help/guide.pdf", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    client.cookies["streepje_language"] = "de"
    other = client.get("/help/guide.pdf", headers={"If-None-Match": first["ETag"]})
    assert (other.status_code, other.content) == (200, b"de")
    assert 'href="/help/guide.pdf"' in client.get("/help/").content.decode()


def squeezed(text):
    return re.sub(r"\s|\ufffe", "", text)
