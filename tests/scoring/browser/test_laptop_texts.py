"""What the page says on which a paper form is typed in."""

import re

import pytest
from django.utils import translation

from scoring.browser import laptop_texts, offline_files
from tests.scoring.browser.test_phone_texts import MADE, SAID


def scripts():
    own = offline_files.STATIC / "scoring" / "paper"
    shared = offline_files.STATIC / "scoring" / "phone"
    files = [*own.glob("*.js"), shared / "where.js", shared / "awake_and_offline.js"]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_scripts_say_nothing_that_has_no_words():
    assert set(SAID.findall(scripts())) - set(laptop_texts.build_words(loose=False)) == set()


def test_every_word_of_its_own_is_said_somewhere():
    made = tuple(MADE.findall(scripts()))
    own = laptop_texts._here().keys() | laptop_texts._typing().keys()
    said = set(re.findall(r"\b\w+\b", scripts()))
    assert [key for key in own if key not in said and not key.startswith(made)] == []


@pytest.mark.parametrize("language", ["nl", "de", "en"])
def test_form_of_no_club_does_not_speak_of_one(language):
    with translation.override(language):
        said = laptop_texts.build_words(loose=True)
    assert [key for key, text in said.items() if re.search(r"\b(club|Verein)\b", str(text))] == []
