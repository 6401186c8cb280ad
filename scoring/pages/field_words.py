"""A field of a game, and what was entered in it, in words."""

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.games.core.fields import Field
from scoring.toolkit.texts import Text
from scoring.toolkit.translation import translate


def label_in_words(field: Field) -> str:
    return translate(Text(field.label))


def head_in_words(field: Field) -> str:
    """Return the label as the head of a column."""
    return capfirst(label_in_words(field))


def choice_in_words(field: Field, value: Any) -> str | None:
    """Return the words for one of the field's choices, or None if the value is none of them."""
    choice = field.choices.get(str(value))
    return None if choice is None else translate(Text(choice))


def value_in_words(field: Field, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return label_in_words(field) if value else gettext("no")
    return choice_in_words(field, value) or str(value)
