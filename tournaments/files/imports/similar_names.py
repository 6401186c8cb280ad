"""Names that may be the same person's: Jan Berg and J. van den Berg, Ans Bos and Anns Bos."""

from collections import defaultdict
from typing import Generic, TypeVar

from tournaments.names import Name, fold

Thing = TypeVar("Thing")
Letters = tuple[str, str]


class Known(Generic[Thing]):
    def __init__(self) -> None:
        self.by_part: dict[str, list[tuple[Letters, Thing]]] = defaultdict(list)

    def add(self, name: Name, thing: Thing) -> None:
        letters = _letters(name)
        for part in {*letters} - {""}:
            self.by_part[part].append((letters, thing))

    def find_similar(self, name: Name) -> list[Thing]:
        similar: list[Thing] = []
        letters = _letters(name)
        for part in sorted({*letters} - {""}):  # similar names share at least one part
            for other, thing in self.by_part.get(part, ()):
                if _alike(letters, other) and thing not in similar:
                    similar.append(thing)
        return similar


def is_similar(name: Name, other: Name) -> bool:
    return _alike(_letters(name), _letters(other))


def _alike(letters: Letters, other: Letters) -> bool:
    """First and family name may be swapped; many lists omit particles such as “van”."""
    if letters[::-1] == other and all(letters):
        return True
    if bool(letters[1]) != bool(other[1]):
        return False  # a bare Jan may be any Jan
    if letters[1] == other[1]:
        return _begins(letters[0], other[0]) or is_near(letters[0], other[0])
    return letters[0] == other[0] and is_near(letters[1], other[1])


def is_short(name: Name, other: Name) -> bool:
    (first, family), (whole, same) = _letters(name), _letters(other)
    less = whole.startswith(first) and name.particle.casefold() in ("", other.particle.casefold())
    return family == same and less


def is_near(word: str, other: str) -> bool:
    """Return whether words differ by at most one slip of typing. Short words must be the same."""
    if min(len(word), len(other)) < 4 or abs(len(word) - len(other)) > 1:
        return word == other
    same = 0
    while same < min(len(word), len(other)) and word[same] == other[same]:
        same += 1
    word, other = word[same:], other[same:]
    turned = word[1::-1] + word[2:] == other  # two letters swapped
    return turned or word[1:] == other or word == other[1:] or word[1:] == other[1:]


def _begins(word: str, other: str) -> bool:
    return bool(word and other) and (word.startswith(other) or other.startswith(word))


def _letters(name: Name) -> Letters:
    first, family = ("".join(filter(str.isalnum, fold(part))) for part in (name.first, name.family))
    return first, family
