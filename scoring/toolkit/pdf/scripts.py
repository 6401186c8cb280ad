"""Hebrew and Arabic on paper: the shapes of the letters and the order in which to draw them.

A PDF draws letters one by one from left to right. Text that is written from right to left is
therefore reversed here, and each Arabic letter gets the shape that joins its neighbours. All tables
come from Python's own Unicode data.
"""

import re
import unicodedata
from functools import cache

FORMS = {"<isolated>": 0, "<final>": 1, "<initial>": 2, "<medial>": 3}
MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
MARKS = "\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670"  # vowels, which names do without
RIGHT, DIGITS = {"R", "AL"}, {"EN", "AN"}
BETWEEN_DIGITS = {"ES", "CS"}
APART = "·"  # between two texts on one line, which are put in order each by itself
CLOSING = {")": "(", "]": "[", "}": "{"}
LATIN = "\u0590"  # no letter below it is written from right to left


@cache
def _letter_forms() -> dict[str, dict[int, str]]:
    """Return the shapes of each Arabic letter, and of the letter lam joined with each alef. The
    shapes are for standing alone and for the end, the beginning and the middle of a word.
    """
    forms: dict[str, dict[int, str]] = {}
    for code in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFBE9), *range(0xFBFC, 0xFC00)):
        _add_form(forms, chr(code))
    for code in range(0xFE80, 0xFEFD):
        _add_form(forms, chr(code))
    return forms


def _add_form(forms: dict[str, dict[int, str]], form: str) -> None:
    kind, *codes = unicodedata.decomposition(form).split() or [""]
    if kind in FORMS:
        letters = "".join(chr(int(code, 16)) for code in codes)
        forms.setdefault(letters, {})[FORMS[kind]] = form


def _joins_next(letter: str) -> bool:
    return letter == "\N{ARABIC TATWEEL}" or 2 in _letter_forms().get(letter, {})


def _joins_previous(letter: str) -> bool:
    return letter == "\N{ARABIC TATWEEL}" or 1 in _letter_forms().get(letter, {})


def join_letters(text: str) -> str:
    """Return a text in which each Arabic letter has the shape that joins its neighbours. The signs
    for vowels are removed.
    """
    if max(text, default="") < LATIN:
        return text
    letters = re.sub(f"[{MARKS}]", "", text)
    shown, place, joined = [], 0, False  # joined: the letter before reaches to this one
    while place < len(letters):
        ligature = letters[place : place + 2]
        letter = ligature if ligature in _letter_forms() else letters[place]
        place += len(letter)
        before = joined and _joins_previous(letter)
        after = _joins_next(letter) and _joins_previous(letters[place : place + 1])
        forms = _letter_forms().get(letter, {})
        shown.append(forms.get(before + 2 * after, forms.get(0, letter)))
        joined = _joins_next(letter)
    return "".join(shown)


def put_in_order(text: str) -> str:
    """Return a line's letters in the order in which they are drawn from left to right. A line that
    contains right-to-left parts, such as Hebrew names, still begins on the left.
    """
    if max(text, default="") < LATIN:
        return text
    kinds = ["L" if letter == APART else unicodedata.bidirectional(letter) for letter in text]
    shown, place = "", 0
    while place < len(text):
        if kinds[place] not in RIGHT:
            shown, place = shown + text[place], place + 1
            continue
        end = _end_of_run(text, kinds, place)
        shown, place = shown + _turn(text[place:end], kinds[place:end]), end
    return shown


def _end_of_run(text: str, kinds: list[str], begin: int) -> int:
    """Return the index just behind the right-to-left part that starts at `begin`. The part ends
    with the last right-to-left letter or figure before the next left-to-right letter. A closing
    bracket or an ellipsis behind it is included. `kinds` has the class of each letter in Unicode's
    algorithm for writing directions, such as "L" for left-to-right.
    """
    end = begin + 1
    for place in range(begin, len(kinds)):
        if kinds[place] == "L":
            break
        if kinds[place] in RIGHT | DIGITS:
            end = place + 1
    while end < len(text) and (text[end] == "…" or _closes(text[end], text[begin:end])):
        end += 1
    return end


def _closes(letter: str, before: str) -> bool:
    """Return whether the letter is a bracket that closes one in the text before it."""
    return letter in CLOSING and CLOSING[letter] in before


def _turn(text: str, kinds: list[str]) -> str:
    """Reverse this right-to-left part of a line, but keep the digits of each number in their order.
    `kinds` has the class of each letter in Unicode's algorithm for writing directions.
    """
    parts: list[str] = []
    before = ""  # the kind of the letter before
    for letter, kind, following in zip(text, kinds, [*kinds[1:], ""], strict=True):
        inside = kind in BETWEEN_DIGITS and before == following == "EN"
        if parts and before in DIGITS and (kind in DIGITS or inside):
            parts[-1] += letter
            before = "EN"
            continue
        parts.append(letter.translate(MIRRORED))
        before = kind
    return "".join(reversed(parts))
