import re
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.games.core.fields import Field
from scoring.toolkit.figures import format_points

# Fields


def head_in_words(field: Field) -> str:
    return capfirst(gettext(field.label))


def choice_in_words(field: Field, value: Any) -> str | None:
    choice = field.choices.get(str(value))
    return None if choice is None else gettext(choice)


def value_in_words(field: Field, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return gettext(field.label) if value else gettext("no")
    return choice_in_words(field, value) or str(value)


# Points

OR = "/\N{ZERO WIDTH SPACE}"  # a narrow column may break here


def either_in_words(low: float | None, high: float | None) -> str:
    """Return two scores, such as "5/10", if it is not decided yet which one counts; `low` alone if
    `high` is None or the same.
    """
    words = format_points(low)
    return words if high in (low, None) else f"{words}{OR}{format_points(high)}"


# Names

LONG_WORD = re.compile(r"[^\W\d_]{6,}")
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœı"
CONSONANT = rf"[^\W\d_{VOWELS}]"
# The last consonant before a vowel begins a syllable; ch, str and the like stay together.
ONSET = rf"s?ch|s?[ptk]r|[bdfg]r|[bfgkp]l|{CONSONANT}"
SYLLABLE = re.compile(rf"(?<=[{VOWELS}])({CONSONANT}*?)({ONSET})(?=[{VOWELS}])", re.IGNORECASE)
LONGEST_PART = 7


def break_name(name: str) -> list[str]:
    """Return the words of a name, with soft hyphens where a narrow column may break one: between
    syllables, by rules that are the same for readers of all languages.
    """
    return LONG_WORD.sub(lambda word: _syllables(word[0]), name).split()


def _syllables(word: str) -> str:
    parts: list[str] = []
    for part in SYLLABLE.sub(rf"\1{SOFT_HYPHEN}\2", word).split(SOFT_HYPHEN):
        if parts and (len(parts[-1]) < 2 or len(part) < 2):
            parts[-1] += part
        else:
            parts.append(part)
    return SOFT_HYPHEN.join(piece for part in parts for piece in _halves(part))


def _halves(part: str) -> list[str]:
    if len(part) <= LONGEST_PART:
        return [part]
    middle = (len(part) + 1) // 2
    return [*_halves(part[:middle]), *_halves(part[middle:])]
