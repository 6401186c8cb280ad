from django.utils.formats import number_format
from django.utils.translation import gettext

from scoring.toolkit.texts import Text


def translate(text: Text | str) -> str:
    """Into the active language; a plain string stays."""
    if isinstance(text, str):
        return text
    pattern = gettext(text.msgid) if text.msgid else ""
    if not text.params:
        return pattern.replace("%%", "%")
    return pattern % {key: _translate_param(value) for key, value in text.params.items()}


def _translate_param(value: object) -> object:
    if isinstance(value, Text):
        return translate(value)
    if isinstance(value, list):
        return ", ".join(translate(part) if isinstance(part, Text) else str(part) for part in value)
    return number_format(value) if isinstance(value, float) else value
