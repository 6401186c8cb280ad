"""Words that travel as a key and its parameters: whoever shows them translates them."""

from collections.abc import Mapping
from typing import Any, NamedTuple


def _(msgid: str) -> str:
    """Mark a text for translation without translating it."""
    return msgid


class Text(NamedTuple):
    """An English text with %(named)s places."""

    msgid: str
    params: Mapping[str, Any]
