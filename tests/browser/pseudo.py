"""A made-up language: every translated text stands between two signs that nobody sees and that take
no room, so what stands outside them was never marked for translation. It finds bare words in
templates, scripts and styles alike.

Not words are names (whatever stands in the fields of `NAMES`), the numbers of refusals, and what
the page itself says is none: `translate="no"`, `lang`, `<code>`, `<time>`.
"""

import re
import sys
from functools import cache
from inspect import signature

from django.apps import apps
from django.utils import translation

from tests.browser import checks

OPEN, CLOSE = "\u2062", "\u2063"  # measure.js has them, too; here they are shown as ⟦ and ⟧
BRAND = "Streepje"
APPS = ("clubsite.", "scoring.", "tournaments.")
NAMES = {  # the fields of each model
    "scoring.Seat": "name",
    "scoring.Note": "text",
    "tournaments.Club": "name venue about guests costs contact phone email",
    "tournaments.Reglement": "name",
    "tournaments.Season": "name",
    "tournaments.NightLogEntry": "reason",
    "tournaments.DrawRecord": "reason",
    "tournaments.Invitation": "name",
    "tournaments.Night": "venue",
    "tournaments.Member": "first particle family nickname household",
    "tournaments.User": "name",
}
LETTER = re.compile(r"[^\W\d_]")
CODE = re.compile(r"\b[A-Z]\d{2,3}\b")
QUOTED = re.compile(r'"([^"]*)"')


def speak(monkeypatch):
    """From here on every text that is asked for in the reader's language is marked."""
    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        real = getattr(translation._trans, name)
        monkeypatch.setattr(translation._trans, name, marked(real))
    loaded = tuple(module for name, module in sys.modules.items() if name.startswith(APPS))
    for module, name, draw in kept_by_language(loaded):
        monkeypatch.setattr(module, name, draw.__wrapped__)


@cache
def kept_by_language(modules):
    """Return functions that keep what they drew in each language, each with its module and name."""
    return [
        (module, name, function)
        for module in modules
        for name, function in vars(module).items()
        if callable(function) and hasattr(function, "cache_clear")
        if "_language" in signature(function).parameters
    ]


def marked(real):
    def wrapped(*said):
        text = real(*said)
        return type(text)(f"{OPEN}{text}{CLOSE}") if text else text

    return wrapped


def is_spoken(page):
    return page.evaluate("sign => document.documentElement.outerHTML.includes(sign)", OPEN)


def names():
    return [
        value
        for model, fields in NAMES.items()
        for row in apps.get_model(model).objects.values_list(*fields.split())
        for value in row
        if value
    ]


def remover(names):
    """Return a function that takes these names and the numbers of refusals out of a text."""
    longest_first = sorted({*names, BRAND}, key=len, reverse=True)
    known = re.compile("|".join([*map(re.escape, longest_first), CODE.pattern]))
    return lambda text: known.sub("", text.replace("\N{NO-BREAK SPACE}", " "))


def bare(page, names):
    without = remover(names)
    texts, styles = checks.ask(page, "[measure.bareWords(), measure.wordsOfStyles()]")
    for place, content in styles:
        texts += [(place, text) for text in QUOTED.findall(content)]
    bare = [f"{place}: {text}" for place, text in texts if LETTER.search(without(text))]
    return [string.replace(OPEN, "⟦").replace(CLOSE, "⟧") for string in bare]
