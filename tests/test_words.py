"""What is said in the code is said in Dutch and German as well."""

import ast
import gettext
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SAYS = {"gettext": 1, "gettext_lazy": 1, "ngettext": 1, "ngettext_lazy": 1, "_": 1}


def said(source: str) -> set[str]:
    """The texts that a module marks for translation, wherever in it they stand."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    marked = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in SAYS]
    first = [call.args[0] for call in marked if call.args]
    return {one.value for one in first if isinstance(one, ast.Constant)}


def modules():
    found = [
        path
        for app in ("scoring", "tournaments", "clubsite")
        for path in ROOT.glob(f"{app}/**/*.py")
    ]
    return [path for path in found if "migrations" not in path.parts]


@pytest.mark.parametrize("language", ["nl", "de"])
def test_every_text_of_the_code_is_translated(language):
    """Tools that gather texts pass over some places, such as an f-string."""
    texts = {one[0] if isinstance(one, tuple) else one for one in catalogue(language)}
    lacking = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in modules()
        for text in said(path.read_text(encoding="utf-8"))
        if text not in texts
    }
    assert sorted(lacking) == []


def test_texts_are_found_wherever_they_stand():
    assert said("f\"{gettext('one')}\"; _('two')") == {"one", "two"}


def catalogue(language):
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)._catalog


# After "Who": what is told by the rest of the sentence, or stands in a list.
NAMED = "is new|made it|made a link|sits where|plays where|plays here|may come|was let in|logs in:"


def test_english_says_whoever_where_it_means_anybody_who():
    texts = {one[0] if isinstance(one, tuple) else one for one in catalogue("de")}
    told = re.compile(rf"(?:^|[.!?] )Who (?!{NAMED})[^.?]*\.")
    assert [text for text in texts if told.search(text)] == []


ONE_WORD = {
    "Telefon": "Handy",
    "Club": "Verein",
    "Spielleiter": "Spielleitung",
    "Vorhand": "wer beginnt",
}


@pytest.mark.parametrize("other", ONE_WORD)
def test_german_has_one_word_for_one_thing(other):
    said = {str(one) for one in catalogue("de").values()} - {"Telefon"}  # of a number
    word = re.compile(rf"\b{other}(?:s|e|en)?\b")
    assert [one for one in said if word.search(one)] == [], f"say {ONE_WORD[other]}"
