"""Texts that pure code returns untranslated."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


def _(msgid: str) -> str:
    """Mark a text for translation."""
    return msgid


def ngettext_lazy(singular: str, plural: str) -> tuple[str, str]:
    """Mark a text and its plural; makemessages looks for this name."""
    return singular, plural


class Paragraph(NamedTuple):
    """Shown only if the game's options meet `when`."""

    text: str  # English; its parameters: options, `after` (number of games), `least` (points)
    when: Callable[[Any], bool] = lambda game: True
    counts: bool = False  # about counting at the end of a game; a form shows these rules first


class Text:
    """An English text with %(named)s parameters, translated when it is shown."""

    __slots__ = ("msgid", "params")

    def __init__(self, msgid: str, **params: object) -> None:
        self.msgid = msgid
        self.params: Mapping[str, object] = params

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.msgid, self.params) == (other.msgid, other.params)

    def __hash__(self) -> int:
        return hash(self.msgid)

    def __repr__(self) -> str:
        return f"Text({self.msgid!r}, {dict(self.params)!r})"


EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
JOINED_EMOJI = re.compile(f"(?<=[{EMOJI}\ufe0f])\u200d(?=[{EMOJI}])")  # by a zero-width joiner


def normalize(text: str) -> str:
    """One form for texts that look the same: trimmed, single spaces, NFC."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_visible(text: str) -> bool:
    """Whether every character can be printed, or joins two emoji."""
    return JOINED_EMOJI.sub("", text).isprintable()
