import ast
import gettext
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SAYS = {"gettext": 1, "gettext_lazy": 1, "ngettext": 1, "ngettext_lazy": 1, "_": 1}


@cache
def find_texts(source: str) -> set[str]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    marked = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in SAYS]
    first = [call.args[0] for call in marked if call.args]
    return {text.value for text in first if isinstance(text, ast.Constant)}


def modules():
    paths = [
        path
        for app in ("scoring", "tournaments", "clubsite")
        for path in ROOT.glob(f"{app}/**/*.py")
    ]
    return [path for path in paths if "migrations" not in path.parts]


@pytest.mark.parametrize("language", ["nl", "de"])
def test_every_text_of_the_code_is_translated(language):
    """gettext's tools miss texts in some places, such as an f-string."""
    texts = {key[0] if isinstance(key, tuple) else key for key in catalogue(language)}
    lacking = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in modules()
        for text in find_texts(path.read_text(encoding="utf-8"))
        if text not in texts
    }
    assert sorted(lacking) == []


def catalogue(language):
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)._catalog


ONE_WORD = {
    "Telefon": "Handy",
    "Club": "Verein",
    "Spielleiter": "Spielleitung",
    "Vorhand": "wer beginnt",
}


@pytest.mark.parametrize("other", ONE_WORD)
def test_german_has_one_word_for_one_thing(other):
    texts = {str(text) for text in catalogue("de").values()} - {"Telefon"}  # the label of a number
    word = re.compile(rf"\b{other}(?:s|e|en)?\b")
    assert [text for text in texts if word.search(text)] == [], f"say {ONE_WORD[other]}"
