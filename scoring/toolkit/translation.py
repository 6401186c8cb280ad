from django.utils.formats import number_format
from django.utils.translation import get_language, gettext

from scoring.toolkit.texts import Text


class Translator:
    """Into one language; long lists repeat the same texts."""

    def __init__(self) -> None:
        self._found: dict[str, str] = {}

    def __call__(self, text: object) -> str:
        if not isinstance(text, Text):
            raise TypeError(f"{type(text).__name__} has no words")
        pattern = self._found.get(text.msgid)
        if pattern is None:
            pattern = self._found[text.msgid] = gettext(text.msgid) if text.msgid else ""
        if not text.params:
            return pattern.replace("%%", "%")
        return pattern % {key: self._param(value) for key, value in text.params.items()}

    def _param(self, value: object) -> object:
        if isinstance(value, Text):
            return self(value)
        if isinstance(value, list):
            return ", ".join(self(part) if isinstance(part, Text) else str(part) for part in value)
        if isinstance(value, float):
            return number_format(value)
        return value


_words: dict[str | None, Translator] = {}


def translate(text: Text | str) -> str:
    """Into the active language; a plain string stays."""
    if isinstance(text, str):
        return text
    return _words.setdefault(get_language(), Translator())(text)
