"""A crawl in a made-up language: every translated text stands in ⟦…⟧, so what stands outside them
was never marked for translation. It finds bare words in templates, scripts and styles alike.

Not words are names (whatever stands in the fields of `NAMES`), the numbers of refusals, and what
the page itself says is none: `translate="no"`, `lang`, `<code>`, `<time>`.
"""

import re

import pytest
from django.apps import apps
from django.utils import translation

from scoring import words
from tests.browser import checks, pages

BRAND = "Streepje"
NAMES = (  # app, model, field
    ("scoring", "Seat", "name"),
    ("scoring", "Note", "text"),
    ("tournaments", "Club", "name"),
    ("tournaments", "Reglement", "name"),
    ("tournaments", "Season", "name"),
    ("tournaments", "Deed", "reason"),
    ("tournaments", "Drawing", "reason"),
    ("tournaments", "Invitation", "name"),
    ("tournaments", "Member", "first"),
    ("tournaments", "Member", "particle"),
    ("tournaments", "Member", "family"),
    ("tournaments", "Member", "nickname"),
    ("tournaments", "User", "name"),
)
LETTER = re.compile(r"[^\W\d_]")
CODE = re.compile(r"\b[A-Z]\d{2,3}\b")
QUOTED = re.compile(r'"([^"]*)"')


@pytest.fixture
def marked(monkeypatch):
    """Every text that is asked for in the reader's language comes in brackets."""
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        real = getattr(translation._trans, name)
        monkeypatch.setattr(translation._trans, name, in_brackets(real))
    monkeypatch.setattr(words, "_words", {})  # what was translated before


def in_brackets(real):
    def asked(*said):
        text = real(*said)
        return type(text)(f"⟦{text}⟧") if text else text

    return asked


def names():
    return [
        value
        for app, model, field in NAMES
        for value in apps.get_model(app, model).objects.values_list(field, flat=True)
        if value
    ]


def without(text, names):
    for name in sorted([*names, BRAND], key=len, reverse=True):
        text = text.replace(name, "")
    return CODE.sub("", text)


def bare(page, names):
    found = [(place, text) for place, text in checks.look(page, "bareWords()")]
    for place, content in checks.look(page, "wordsOfStyles()"):
        found += [(place, text) for text in QUOTED.findall(content)]
    return [f"{place}: {text}" for place, text in found if LETTER.search(without(text, names))]


@pytest.mark.parametrize("state", [one for one in pages.all_states() if not one.fixed], ids=str)
def test_every_word_is_marked_for_translation(visit, marked, state):
    page = visit(state, state.devices[0])
    wrong = bare(page, names())
    assert not wrong, "\n" + "\n".join(wrong)
    assert "⟦" in page.content(), "nothing is in brackets: does this state show a page of ours?"


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
    phone.set_content(f"<!doctype html><html lang=nl><body>{markup}")
    assert bare(phone, ["Bob"]) == wrong


def test_crawl_reads_styles_too(phone):
    phone.set_content("<style>p::after { content: 'Hello' } b::after { content: '· ' }</style>")
    assert bare(phone, []) == ["p::after: Hello"]
