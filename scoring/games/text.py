"""Words that travel as a key and its parameters, so that pure code never translates."""

from collections.abc import Mapping


def _(msgid: str) -> str:
    """Mark a text for translation without translating it."""
    return msgid


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
