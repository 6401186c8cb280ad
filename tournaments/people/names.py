"""Names of people: how they are typed, put together, and sorted the Dutch way. Pure."""

import re
import unicodedata
from enum import Enum
from typing import NamedTuple

LONGEST = 60
NOBODY = "…"  # who shows no name, and who was erased
PARTICLES = frozenset(
    [
        *("van", "de", "den", "der", "ter", "ten", "te", "'t", "’t", "‘t", "`t", "'n", "’n"),
        *("het", "in", "op", "aan", "bij", "uit", "over", "onder", "von", "zu", "zum", "zur"),
        *("vom", "la", "le", "les", "du", "da", "das", "dos", "di", "del", "della", "el", "al"),
    ]
)
# Letters that do not come apart into a plain one and an accent.
PLAIN = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "đ": "d", "ł": "l", "ı": "i", "ħ": "h", "þ": "th"}
)
BULLET = re.compile(r"^\s*(?:\d{1,5}[.):]?\s+|[-*•–]\s*)")  # of a numbered or dotted list


class Names(Enum):
    """By which names people stand on a page: that depends on who looks at it."""

    PUBLIC = "as they chose for the public"
    FELLOW = "as they are known in the hall"
    FULL = "in full, for who organises"


class Name(NamedTuple):
    first: str
    particle: str = ""  # what stands between and is passed over in sorting: van de, ter
    family: str = ""

    @property
    def full(self) -> str:
        return " ".join(part for part in self if part)

    @property
    def sort_key(self) -> bytes:
        """Family name, first name, particle. Bytes sort alike in every database."""
        parts = (self.family or self.first, self.first, self.particle)
        return b"\0".join(_letters(part).encode() for part in parts)


class Reading(NamedTuple):
    """A line as it was understood; `sure` unless it can be read in another way, too."""

    name: Name
    sure: bool


def tidy(text: str) -> str:
    """One form of each character, no spaces around."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_clean(text: str) -> bool:
    """Nothing invisible, and nothing that turns the text round."""
    return len(text) <= LONGEST and text.isprintable()


def fold(text: str) -> str:
    """Without accents and capitals: by which names are compared and found."""
    apart = unicodedata.normalize("NFKD", text).casefold().translate(PLAIN)
    return "".join(one for one in apart if not unicodedata.combining(one))


def read(line: str) -> Reading | None:
    """First name, particle, family name from a line; columns are taken as they stand. None when
    there are more than three.
    """
    columns = [tidy(one) for one in re.split(r"[\t;]", BULLET.sub("", line))]
    while len(columns) > 1 and not columns[-1]:
        columns.pop()
    if len(columns) > 3:
        return None
    if len(columns) == 3:
        return Reading(Name(*columns), sure=True)
    if len(columns) == 2:
        return Reading(Name(columns[0], *_particle(columns[1].split(" "))), sure=True)
    family, comma, rest = columns[0].partition(",")
    if comma:
        return _turned(tidy(family), tidy(rest))
    return _in_words(columns[0].split(" "))


def of_two(first: str, family: str) -> Name:
    """As typed in two fields: the family name may have a particle in front."""
    return Name(tidy(first), *_particle(tidy(family).split(" ")))


def _in_words(words: list[str]) -> Reading:
    for place in range(1, len(words) - 1):
        if words[place].casefold() in PARTICLES:
            first = " ".join(words[:place])
            return Reading(Name(first, *_particle(words[place:])), sure=True)
    if len(words) == 1:
        return Reading(Name(words[0]), sure=False)
    return Reading(Name(" ".join(words[:-1]), "", words[-1]), sure=len(words) == 2)


def _particle(words: list[str]) -> tuple[str, str]:
    """The particle in front, and the rest, which is never empty."""
    count = 0
    while count < len(words) - 1 and words[count].casefold() in PARTICLES:
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


def _turned(family: str, rest: str) -> Reading:
    """Berg, Jan van den."""
    words, count = rest.split(" "), 0
    while count < len(words) - 1 and words[-1 - count].casefold() in PARTICLES:
        count += 1
    first = " ".join(words[: len(words) - count])
    return Reading(Name(first, " ".join(words[len(words) - count :]), family), sure=True)


def _letters(text: str) -> str:
    """What counts in sorting: letters and figures, and spaces between words."""
    kept = "".join(one if one.isalnum() else " " if one in " -" else "" for one in fold(text))
    return " ".join(kept.split())
