"""Finds the member whom each line of a list means, and plans what importing it would do."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeVar

from scoring.toolkit.problems import ProblemCode
from tournaments import problems
from tournaments.files.readers.member_columns import Entry
from tournaments.members import members
from tournaments.models import Club, Member
from tournaments.names import Name, fold

# What happens to a line.
ADD, CHANGE, SAME, DOUBT, WRONG = "add", "change", "same", "doubt", "wrong"
# Why a line is in doubt.
HAS_NUMBER, OTHER_NUMBER, SEVERAL, NEARLY, HAS_ADDRESS, ARCHIVED, TWICE = (
    *("has number", "other number", "several", "nearly", "has address", "archived", "twice"),
)

Thing = TypeVar("Thing")
Letters = tuple[str, str]  # of the first and the family name


class FieldChange(NamedTuple):
    field: str  # of a member; "name" is the whole name
    before: str
    after: str


class Candidate(NamedTuple):
    member: Member
    changes: tuple[FieldChange, ...]


class Step(NamedTuple):
    entry: Entry
    kind: str
    member: Member | None = None
    changes: tuple[FieldChange, ...] = ()
    why: str = ""
    candidates: tuple[Candidate, ...] = ()
    line: int = 0  # an earlier line for the same person
    may_add: bool = True  # as another person
    wrong: tuple[ProblemCode, dict[str, Any]] | None = None


class Plan(NamedTuple):
    steps: tuple[Step, ...]

    def list_steps(self, kind: str) -> list[Step]:
        return [step for step in self.steps if step.kind == kind]

    @property
    def digest(self) -> str:
        """An import is made only if this is still what the user saw in the preview."""
        parts = [
            (step.entry, step.kind, step.member and step.member.pk, step.changes, step.why)
            for step in self.steps
        ]
        choices = [
            [(candidate.member.pk, candidate.changes) for candidate in step.candidates]
            for step in self.steps
        ]
        return sha256(repr((parts, choices)).encode()).hexdigest()[:32]


def plan(club: Club, entries: Iterable[Entry]) -> Plan:
    people, steps = _People(club), []
    for entry in entries:
        step = _step(people, entry)
        people.note(step)
        steps.append(step)
    return Plan(tuple(steps))


class _People:
    def __init__(self, club: Club) -> None:
        self.by_key: dict[bytes, list[Member]] = defaultdict(list)
        self.by_number: dict[str, Member] = {}
        self.by_address: dict[str, list[Member]] = defaultdict(list)
        self.near: SimilarNames[Member] = SimilarNames()
        self.lines: dict[str, int] = {}  # keyed by member number
        self.met: dict[int, int] = {}  # lines keyed by member id
        self.new: SimilarNames[int] = SimilarNames()
        self.new_keys: dict[bytes, int] = {}
        for member in members.list_members(club):
            self.by_key[bytes(member.sort_key)].append(member)
            self.near.add(member.name, member)
            if member.email:
                self.by_address[member.email.casefold()].append(member)
        for member in club.members.filter(erased=None).select_related("merged_into"):
            if member.number:
                self.by_number[member.number] = member.main
            if member.merged_into:
                self.near.add(member.name, member.merged_into)

    def note(self, step: Step) -> None:
        line, name = step.entry.line, step.entry.name
        if step.kind == WRONG:
            return
        if number := step.entry.said.get("number"):
            self.lines.setdefault(number, line)
        if step.member:
            self.met.setdefault(step.member.pk, line)
        elif step.kind == ADD:
            self.new.add(name, line)
            self.new_keys.setdefault(name.sort_key, line)


def _step(people: _People, entry: Entry) -> Step:
    if entry.wrong:
        return Step(entry, WRONG, wrong=entry.wrong)
    number = entry.said.get("number", "")
    if line := people.lines.get(number) if number else None:
        return Step(entry, WRONG, wrong=(problems.NUMBER_TWICE, {"line": line}))
    holder = people.by_number.get(number)
    if holder:
        if holder.name.sort_key == entry.name.sort_key or is_similar(holder.name, entry.name):
            return _known(people, entry, holder)
        return _doubt(entry, HAS_NUMBER, [holder])
    if same := people.by_key.get(entry.name.sort_key):
        return _match_by_name(people, entry, same)
    if near := people.near.find_similar(entry.name):
        return _doubt(entry, NEARLY, near)
    if holders := people.by_address.get(entry.said.get("email", "").casefold()):
        return _doubt(entry, HAS_ADDRESS, holders)
    same_line = people.new_keys.get(entry.name.sort_key)
    if line := same_line or next(iter(people.new.find_similar(entry.name)), 0):
        return Step(entry, DOUBT, why=TWICE, line=line)
    return Step(entry, ADD)


def _match_by_name(people: _People, entry: Entry, same: Sequence[Member]) -> Step:
    number, address = entry.said.get("number"), entry.said.get("email", "").casefold()
    if len(same) > 1:
        same = [member for member in same if address and member.email.casefold() == address] or same
    if len(same) > 1:
        return _doubt(entry, SEVERAL, same)
    if number and same[0].number:
        return _doubt(entry, OTHER_NUMBER, same)
    return _known(people, entry, same[0])


def _known(people: _People, entry: Entry, member: Member) -> Step:
    if line := people.met.get(member.pk):
        return Step(entry, DOUBT, why=TWICE, line=line, may_add=not _has_number(entry, member))
    if member.archived:
        return _doubt(entry, ARCHIVED, [member])
    changes = list_changes(member, entry)
    return Step(entry, CHANGE if changes else SAME, member, changes)


def _doubt(entry: Entry, why: str, members: Iterable[Member]) -> Step:
    candidates = tuple(Candidate(option, list_changes(option, entry)) for option in members)
    may_add = not any(_has_number(entry, option.member) for option in candidates)
    return Step(entry, DOUBT, why=why, candidates=candidates, may_add=may_add and why != HAS_NUMBER)


def _has_number(entry: Entry, member: Member) -> bool:
    return bool(member.number) and member.number == entry.said.get("number")


def list_changes(member: Member, entry: Entry) -> tuple[FieldChange, ...]:
    now = {field: str(getattr(member, field) or "") for field in entry.said}
    changes = [
        FieldChange(field, now[field], value)
        for field, value in entry.said.items()
        if _plain(field, value) != _plain(field, now[field])
    ]
    if member.name.sort_key != entry.name.sort_key and not is_short(entry.name, member.name):
        changes.insert(0, FieldChange("name", str(member), entry.name.full))
    return tuple(changes)


def _plain(field: str, said: str) -> str:
    """Return a value to compare: 06 12345678 equals 06-12345678."""
    if field == "phone":
        return "".join(letter for letter in said if letter.isdigit() or letter == "+")
    return said.casefold() if field == "email" else said


class SimilarNames(Generic[Thing]):
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
        one, two = letters[0], other[0]
        begins = one and two and (one.startswith(two) or two.startswith(one))
        return bool(begins) or is_near(one, two)
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


def _letters(name: Name) -> Letters:
    first, family = ("".join(filter(str.isalnum, fold(part))) for part in (name.first, name.family))
    return first, family
