"""Words that travel as a key and its parameters, so that pure code never translates."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


def _(msgid: str) -> str:
    """Mark a text for translation without translating it."""
    return msgid


class Paragraph(NamedTuple):
    """A rule in words, and for which options of a game it holds."""

    text: str  # English; its places are options, `after` (so many games) and `least` (points)
    when: Callable[[Any], bool] = lambda game: True
    counts: bool = False  # what is counted at the end of a game, which a form says before the rest


class Text:
    """An English text with %(named)s places; whoever shows it translates it first."""

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
