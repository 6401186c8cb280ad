"""Where a long name may break in a narrow column: between syllables, by simple rules that do not
depend on the language, so that it breaks alike for all readers.
"""

import re

LONG_WORD = re.compile(r"[^\W\d_]{6,}")
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
VOWELS = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœı"
CONSONANT = rf"[^\W\d_{VOWELS}]"
# The last consonant before a vowel begins a syllable; ch, str and the like stay together.
ONSET = rf"s?ch|s?[ptk]r|[bdfg]r|[bfgkp]l|{CONSONANT}"
SYLLABLE = re.compile(rf"(?<=[{VOWELS}])({CONSONANT}*?)({ONSET})(?=[{VOWELS}])", re.IGNORECASE)
LONGEST_PART = 7


def break_name(name: str) -> list[str]:
    """Return the words of a name. Soft hyphens in them mark where a narrow column may break a
    word.
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
