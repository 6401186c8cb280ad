import re

import pytest
from django.utils import translation

from scoring.browser import offline_files, phone_words

SAID = re.compile(r'\bsay\("(\w+)"')
MADE = re.compile(r"\bsay\(`(\w+_)\$\{")
WORD = re.compile(r"\b\w+\b")


def scripts():
    return "\n".join(
        path.read_text(encoding="utf-8")
        for path in offline_files.list_files().values()
        if path.parent.name == "phone"
    )


def test_scripts_say_nothing_that_has_no_words():
    assert set(SAID.findall(scripts())) - set(phone_words.build_words()) == set()


def test_every_word_is_said_somewhere():
    made = tuple(MADE.findall(scripts()))
    words = set(WORD.findall(scripts()))
    silent = [
        key for key in phone_words.build_words() if key not in words and not key.startswith(made)
    ]
    assert silent == []


@pytest.mark.parametrize("language", ["nl", "de", "en"])
@pytest.mark.parametrize("loose", [False, True])
def test_places_in_words_are_names(language, loose):
    with translation.override(language):
        given = phone_words.build_typing_words(loose=loose).values()
    flat = [text_ for text in given for text_ in ([text] if isinstance(text, str) else text)]
    assert [text for text in flat if re.search(r"%(?!\(\w+\)s|%)", text)] == []


@pytest.mark.parametrize(("language", "club"), [("nl", "club"), ("de", "Verein"), ("en", "club")])
def test_sheet_of_no_club_does_not_speak_of_one(language, club):
    with translation.override(language):
        said, loose = phone_words.build_words(), phone_words.build_words(loose=True)
    of_club = {key for key, text in said.items() if re.search(rf"\b{club}\b", str(text))}
    assert of_club == {key for key in loose if loose[key] != said[key]}
    assert set(loose) == set(said)


# Typing in a paper form


def scripts_for_typing():
    own = offline_files.STATIC / "scoring" / "paper"
    shared = offline_files.STATIC / "scoring" / "phone"
    files = [*own.glob("*.js"), shared / "where_saved.js", shared / "service_worker.js"]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_typing_says_nothing_that_has_no_words():
    given = phone_words.build_typing_words(loose=False)
    assert set(SAID.findall(scripts_for_typing())) - set(given) == set()


def test_every_word_for_typing_is_said_somewhere():
    made = tuple(MADE.findall(scripts_for_typing()))
    own = phone_words.build_typing_words(loose=False).keys() - phone_words.build_words().keys()
    said = set(WORD.findall(scripts_for_typing()))
    assert [key for key in own if key not in said and not key.startswith(made)] == []


@pytest.mark.parametrize("language", ["nl", "de", "en"])
def test_typed_form_of_no_club_does_not_speak_of_one(language):
    with translation.override(language):
        said = phone_words.build_typing_words(loose=True)
    assert [key for key, text in said.items() if re.search(r"\b(club|Verein)\b", str(text))] == []
