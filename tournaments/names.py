"""Names of people: how they are typed, put together, and sorted the Dutch way. Pure."""

import re
import unicodedata
from collections.abc import Mapping
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


class NameDetail(Enum):
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
    def listed(self) -> str:
        """As people look it up in a list, which goes by family name: Berg, Jan van den."""
        if not self.family:
            return self.full
        return f"{self.family}, {' '.join(part for part in (self.first, self.particle) if part)}"

    @property
    def sort_key(self) -> bytes:
        """Family name, first name, particle. Bytes sort alike in every database."""
        parts = (self.family or self.first, self.first, self.particle)
        return b"\0".join(_letters(part).encode() for part in parts)


class Shown(NamedTuple):
    """Somebody as a page may call them, and what it may say to tell them from a namesake."""

    name: Name
    marks: tuple[str, ...] = ()  # a nickname, a member number: the best first


class Label(NamedTuple):
    """Somebody told apart from everybody else of the same set."""

    name: Name
    mark: str = ""

    @property
    def full(self) -> str:
        return self.name.full + self.mark

    @property
    def listed(self) -> str:
        return self.name.listed + self.mark

    @property
    def order(self) -> tuple[bool, bytes, str]:
        """As a list is looked up; who shows only a number comes last."""
        return self.name.first[:1].isdigit(), self.name.sort_key, self.mark

    def fitted(self, longest: int) -> str:
        """The full name cut to so many characters, what tells it apart left whole."""
        return self.name.full[: longest - len(self.mark)] + self.mark[:longest]


def tell_apart(people: Mapping[int, Shown]) -> dict[int, Label]:
    """By id, everybody by a name that nobody else of these has. Namesakes have their own mark
    behind it; who has none a number of their own, from 2 on, in the order of their ids: whoever
    joins later changes nobody's. Who shows no name at all stays as they are.
    """
    found = {pk: Label(one.name) for pk, one in people.items()}
    groups: dict[str, list[int]] = {}
    for pk, one in people.items():
        groups.setdefault(fold(one.name.full), []).append(pk)
    groups.pop(fold(NOBODY), None)
    taken = set(groups)
    for same in groups.values():
        if len(same) > 1:
            marked = _marked({pk: people[pk] for pk in sorted(same)}, taken)
            found.update({pk: Label(people[pk].name, mark) for pk, mark in marked.items()})
    return found


def _marked(same: Mapping[int, Shown], taken: set[str]) -> dict[int, str]:
    """What is put behind the name of each of these namesakes."""
    marks = {pk: _own_mark(pk, same) for pk in same}
    count = 1
    for pk in [pk for pk, mark in marks.items() if not mark]:
        name = fold(same[pk].name.full)
        while count > 1 and f"{name} {count}" in taken:
            count += 1
        marks[pk] = f" {count}" if count > 1 else ""
        count += 1
    return marks


def _own_mark(pk: int, same: Mapping[int, Shown]) -> str:
    """The first of somebody's marks that none of their namesakes has."""
    others = {fold(mark) for other, one in same.items() if other != pk for mark in one.marks}
    return next((f" ({mark})" for mark in same[pk].marks if fold(mark) not in others), "")


class Reading(NamedTuple):
    """A line as it was understood; `sure` unless it can be read in another way, too."""

    name: Name
    sure: bool


def normalize(text: str) -> str:
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
    columns = [normalize(one) for one in re.split(r"[\t;]", BULLET.sub("", line))]
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
        return _turned(normalize(family), normalize(rest))
    return _in_words(columns[0].split(" "))


def of_two(first: str, family: str) -> Name:
    """As typed in two fields: the family name may have a particle in front."""
    return Name(normalize(first), *_particle(normalize(family).split(" ")))


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
