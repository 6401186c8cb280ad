"""The crawl finds words that were never marked for translation; test_axe.py sends it everywhere."""

import pytest

from tests.browser import pseudo

pytestmark = pytest.mark.wide


@pytest.mark.parametrize(
    ("markup", "wrong"),
    [
        ("<p>⟦Hello⟧ 5 · ×", []),
        ("<p>⟦Hello <b>you</b> there⟧", []),
        ("<p>⟦Game ⟦jokeren⟧ of⟧ 3", []),
        ("<p>⟦Hello⟧ Bob, J12", []),
        ("<p>Streepje", []),
        ("<p>⟦Name⟧ ended", ["p “⟦Name⟧ ended”: ended"]),
        ("<p>Hello", ["p “Hello”: Hello"]),
        ("<p hidden>Hello", ["p “Hello”: Hello"]),
        ("<template><p>Hello", ["p “Hello”: Hello"]),
        ("<p>Boberdebob", ["p “Boberdebob”: Boberdebob"]),
        ("<p translate=no>Hello", []),
        ("<p lang=de>Hallo", []),
        ("<code>ls</code>", []),
        ("<img alt=Hello>", ["img “”: Hello"]),
        ("<input placeholder=Hello>", ["input “”: Hello"]),
        ("<button aria-label=Hello>×", ["button “Hello”: Hello"]),
        ("<p>⟦cut", ["brackets: a text was cut in the middle"]),
    ],
)
def test_crawl_finds_bare_words_and_nothing_else(phone, markup, wrong):
    spoken = markup.replace("⟦", pseudo.OPEN).replace("⟧", pseudo.CLOSE)
    phone.set_content(f"<!doctype html><html lang=nl><body>{spoken}")
    assert pseudo.bare(phone, ["Bob"]) == wrong


def test_crawl_reads_styles_too(phone):
    phone.set_content("<style>p::after { content: 'Hello' } b::after { content: '· ' }</style>")
    assert pseudo.bare(phone, []) == ["p::after: Hello"]


def test_signs_take_no_room(phone):
    text = "Wie heeft er uitgelegd? <b>Ans</b> en Bob, allebei"
    spoken = text
    for word in ("Wie", "Ans", "allebei"):
        spoken = spoken.replace(word, f"{pseudo.OPEN}{word}{pseudo.CLOSE}")
    phone.set_content(f"<p><span>{text}</span><p><span>{spoken}</span>")
    plain, marked = (phone.locator("span").nth(place).bounding_box() for place in (0, 1))
    assert plain["width"] == pytest.approx(marked["width"], abs=0.01)
    assert plain["height"] == pytest.approx(marked["height"], abs=0.01)
