"""Names of people: parse, combine and sort them in the Dutch way."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from enum import Enum
from typing import NamedTuple

from scoring.toolkit import texts

normalize = texts.normalize

LONGEST = 60
LONGEST_SEARCH, MOST_WORDS = 80, 10
NO_BREAK = "\N{NO-BREAK SPACE}"
NOBODY = "…"  # stands for hidden and erased names
PARTICLES = frozenset(
    [
        *("van", "de", "den", "der", "ter", "ten", "te", "'t", "’t", "‘t", "`t", "'n", "’n"),
        *("het", "in", "op", "aan", "bij", "uit", "over", "onder", "von", "zu", "zum", "zur"),
        *("vom", "la", "le", "les", "du", "da", "das", "dos", "di", "del", "della", "el", "al"),
    ]
)
PARTICLE = re.compile(rf"(?<=[ -])({'|'.join(PARTICLES)}) ", re.IGNORECASE)
# Letters that Unicode does not decompose into a plain letter and an accent.
PLAIN = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "đ": "d", "ł": "l", "ı": "i", "ħ": "h", "þ": "th"}
)
BULLET = re.compile(r"^\s*(?:\d{1,5}[.):]?\s+|[-*•–]\s*)")  # the bullet or number of a list item


class NameDetail(Enum):
    PUBLIC = "as they chose for the public"
    FELLOW = "as they are known in the hall"
    OPENLY = "as in the hall, without who hides from the public"
    FULL = "in full, for who organises"


class Name(NamedTuple):
    first: str
    particle: str = ""  # not used for sorting: van de, ter
    family: str = ""

    @property
    def full(self) -> str:
        return " ".join(filter(None, self))

    @property
    def listed(self) -> str:
        """Such as Berg, Jan van den."""
        if not self.family or self.family == f"{self.family[0]}.":
            return self.full
        return f"{self.family}, {' '.join(part for part in (self.first, self.particle) if part)}"

    @property
    def sort_key(self) -> bytes:
        """Bytes, which every database sorts the same."""
        parts = (self.family or self.first, self.first, self.particle)
        return b"\0".join(_letters(part).encode() for part in parts)

    @property
    def register(self) -> str:
        """The letter in an alphabetical list. The Dutch IJ counts as one letter."""
        word = self.family or self.first
        return "IJ" if word.startswith("IJ") else _letters(word)[:1].upper()


class Shown(NamedTuple):
    name: Name
    marks: tuple[str, ...] = ()  # nickname, member number; the best first


class Label(NamedTuple):
    """A name that is unique on a page."""

    name: Name
    mark: str = ""
    both: str = ""  # first names of a couple

    @property
    def first(self) -> str:
        return self.both or self.name.first

    @property
    def full(self) -> str:
        return self.name.full + self.mark

    @property
    def listed(self) -> str:
        return self.name.listed + self.mark

    @property
    def order(self) -> tuple[bool, bytes, str]:
        """People who are shown only by a number come last."""
        return any(map(str.isdigit, self.name.first)), self.name.sort_key, self.mark

    def fit_into(self, longest: int) -> str:
        """If there is too little room, the name is cut, and the mark is kept."""
        return self.name.full[: longest - len(self.mark)] + self.mark[:longest]


def tell_apart(people: Mapping[int, Shown]) -> dict[int, Label]:
    """Namesakes get their nickname or member number added; who has neither gets a count, in the
    order of ids, so that a new member changes nobody's label. Hidden names stay as they are.
    """
    labels = {pk: Label(person.name) for pk, person in people.items()}
    groups: dict[str, list[int]] = {}
    for pk, person in people.items():
        groups.setdefault(fold(person.name.full), []).append(pk)
    groups.pop(fold(NOBODY), None)
    taken = set(groups)
    for same in groups.values():
        if len(same) > 1:
            marked = _marked({pk: people[pk] for pk in sorted(same)}, taken)
            labels.update({pk: Label(people[pk].name, mark) for pk, mark in marked.items()})
    return labels


def _marked(same: Mapping[int, Shown], taken: set[str]) -> dict[int, str]:
    """`taken` has all names in use: a name with a count must not equal one of these."""
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
    """Return the first mark in brackets that no namesake has."""
    others = {
        fold(mark) for other, namesake in same.items() if other != pk for mark in namesake.marks
    }
    return next((f" ({mark})" for mark in same[pk].marks if fold(mark) not in others), "")


class Reading(NamedTuple):
    """`sure` is False if the line could also be parsed in another way."""

    name: Name
    sure: bool


def clean_search(typed: str) -> str:
    """Leave out what no name can hold: PostgreSQL refuses a NUL, and SQLite a long text."""
    return normalize(typed[:LONGEST_SEARCH].replace("\0", ""))


def split_search(sought: str) -> list[str]:
    return fold(sought).split()[:MOST_WORDS]


def is_clean(text: str) -> bool:
    """Short enough, and without invisible characters or those that turn the direction of text."""
    return len(text) <= LONGEST and texts.is_visible(text)


def fold(text: str) -> str:
    """Return the text without accents and capitals."""
    apart = unicodedata.normalize("NFKD", text).casefold().translate(PLAIN)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def read(line: str) -> Reading | None:
    """The line may have columns for the parts of the name. Return None for more than three."""
    columns = [normalize(column) for column in re.split(r"[\t;]", BULLET.sub("", line))]
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


def is_whole_name(text: str) -> bool:
    """De Boer is a family name alone."""
    reading = read(text)
    return bool(reading and reading.name.family and fold(reading.name.first) not in PARTICLES)


def glue_particles(name: str) -> str:
    """No line ends between a particle and the name behind it."""
    return PARTICLE.sub(rf"\1{NO_BREAK}", name)


def build_name(first: str, family: str) -> Name:
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
    """Split off the particle at the start. At least one word remains."""
    count = 0
    while count < len(words) - 1 and words[count].casefold() in PARTICLES:
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


def _turned(family: str, rest: str) -> Reading:
    """Such as Berg, Jan van den."""
    words, count = rest.split(" "), 0
    while count < len(words) - 1 and words[-1 - count].casefold() in PARTICLES:
        count += 1
    first = " ".join(words[: len(words) - count])
    return Reading(Name(first, " ".join(words[len(words) - count :]), family), sure=True)


def _letters(text: str) -> str:
    """Keep what matters for sorting: letters, digits, and single spaces."""
    kept = "".join(sign if sign.isalnum() else " " if sign in " -" else "" for sign in fold(text))
    return " ".join(kept.split())


def shorten_names(people: Collection[tuple[str, str]]) -> list[str]:
    """`people` have a whole and a first name. Return first names, of several with the same such as
    "Jan B.", and whole names where that does not tell them apart.
    """
    firsts = Counter(first for _name, first in people)
    initials = [f"{first} {name.split()[-1][0]}." for name, first in people]
    return [
        first
        if firsts[first] == 1
        else short
        if initials.count(short) == 1 and short[-2].isalpha() and name != first
        else name
        for (name, first), short in zip(people, initials, strict=True)
    ]


def choose_public_name(shown: str, nickname: str, name: Name) -> Name:
    names = {"full": name, "first": Name(name.first), "nickname": Name(nickname)}
    chosen = names.get(shown)
    return chosen if chosen and chosen.first else Name(NOBODY)


def choose_hall_name(shown: str, nickname: str, number: str, name: Name) -> Name:
    """Initial, nickname, number or initials: everybody must find their table. `number` in words."""
    if shown == "full":
        return name
    family = f"{name.family[0]}." if name.family else ""
    if shown == "first":
        return Name(name.first, "", family)
    if nickname or number:
        return Name(nickname or number)
    return Name(f"{name.first[0]}.", "", family)


def choose_name(detail: NameDetail, shown: str, nickname: str, number: str, name: Name) -> Name:
    """The name of an erased member is gone for every viewer."""
    if detail == NameDetail.FULL or name.first == NOBODY:
        return name
    public = choose_public_name(shown, nickname, name)
    if detail == NameDetail.PUBLIC or (detail == NameDetail.OPENLY and public.full == NOBODY):
        return public
    return choose_hall_name(shown, nickname, number, name)


def list_marks(detail: NameDetail, nickname: str, number: str) -> tuple[str, ...]:
    if detail == NameDetail.PUBLIC:
        return ()
    return tuple(mark for mark in (nickname, number) if mark)
