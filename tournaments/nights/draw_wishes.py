from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.draw.engine.request import Constraint, Wish
from tournaments.members import members
from tournaments.models import Member, Night
from tournaments.names import fold
from tournaments.nights.entrants import list_people
from tournaments.nights.nights import compute_table_sizes

Wishes = Sequence[Constraint]  # with the ids of members instead of their numbers in a draw


class Lasting(NamedTuple):
    """A wish that holds for every draw."""

    key: str  # by which a draw can leave it out
    kind: str
    name: str  # of the family or group; empty for a pair
    people: tuple[Member, ...]

    def in_words(self) -> str:
        if self.name:
            return f"{self.name}: {', '.join(map(str, self.people))}"
        return in_words(Constraint(self.kind, 0, 1), [str(member) for member in self.people])


def list_lasting(people: Sequence[Member]) -> list[Lasting]:
    """First the families and groups by name, then the pairs."""
    groups: dict[str, list[Member]] = {}
    for person in people:
        if person.household:
            groups.setdefault(fold(person.household), []).append(person)
    here = {person.pk: person for person in people}
    pairs = {frozenset(pair.people): pair for pair in members.find_pairs(here)}
    return [
        *(
            Lasting(f"group {name}", Wish.APART, group[0].household, tuple(group))
            for name, group in sorted(groups.items())
            if len(group) > 1
        ),
        *(
            Lasting(f"pair {pair.pk}", pair.kind, "", tuple(here[who.pk] for who in pair.people))
            for two, pair in pairs.items()
            if len(two) == 2 and {who.pk for who in two} <= here.keys()
        ),
    ]


def number_wishes(
    night: Night, people: Sequence[Member], tonight: Wishes, kind: str, without: Collection[str]
) -> tuple[Constraint, ...]:
    """Return the lasting wishes and those for this draw only (`tonight`) as constraints, sorted by
    importance. A person's number is their position in `people`; both of a couple have the couple's.

    - A member's usual table is ignored if it does not exist in this draw, or if `tonight` gives the
      member a table. Refuse if `tonight` names a table that does not exist.
    - Two people who should sit together are not kept apart because of their family or group.
    """
    persons = list_people(night, people)
    numbers = {person.pk: number for number, person in enumerate(people)}
    numbers |= {person.pk: number for person, number in persons}
    moved = {numbers.get(wish.player) for wish in tonight if wish.kind == Wish.FIXED_TABLE}
    tables = _tables(night, people, kind)
    fixed = {
        number: Constraint(Wish.FIXED_TABLE, number, person.table)
        for person, number in persons
        if person.table and person.table <= tables
    }
    usual = (wish for number, wish in fixed.items() if number not in moved)
    always = [
        wish for wish in list_lasting([who for who, _n in persons]) if wish.key not in without
    ]
    pairs = [wish for wish in always if not wish.name]
    wishes = [*_apart_or_together(pairs, numbers), *usual, *_tonight(tonight, numbers, tables)]
    together = {wish.people for wish in wishes if wish.kind == Wish.TOGETHER}
    groups = [wish for wish in always if wish.name]
    kept_apart = _apart_or_together(groups, numbers)
    wishes += [wish for wish in kept_apart if wish.people not in together]
    order = list(Wish)
    return tuple(sorted(dict.fromkeys(wishes), key=lambda wish: order.index(Wish(wish.kind))))


def list_passed_over(night: Night, people: Sequence[Member]) -> list[Member]:
    """Return the members whose usual table does not exist tonight."""
    tables = _tables(night, people)
    return [member for member in people if tables and member.table and member.table > tables]


def in_words(wish: Constraint, names: Mapping[int, str] | Sequence[str]) -> str:
    kind, player, other = wish
    if kind == Wish.FIXED_TABLE:
        words = gettext("%(name)s at table %(table)s")
        return words % {"name": names[player], "table": other}
    words = gettext("%(name)s and %(other)s together")
    if kind == Wish.APART:
        words = gettext("%(name)s and %(other)s apart")
    return words % {"name": names[player], "other": names[other]}


def _tables(night: Night, people: Sequence[Member], kind: str = "") -> int:
    return len(compute_table_sizes(night, len(people), kind).tables)


def _apart_or_together(
    wishes: Sequence[Lasting], numbers: Mapping[int, int]
) -> Iterator[Constraint]:
    for wish in wishes:
        for player, other in combinations(
            sorted({numbers[member.pk] for member in wish.people}), 2
        ):
            yield Constraint(wish.kind, player, other)


def _tonight(wishes: Wishes, numbers: Mapping[int, int], tables: int) -> Iterator[Constraint]:
    for kind, player, other in wishes:
        here = {player} if kind == Wish.FIXED_TABLE else {player, other}
        if not here <= numbers.keys() or (kind != Wish.FIXED_TABLE and player == other):
            raise user_error(problems.NO_WISH)
        if kind == Wish.FIXED_TABLE:
            if not 1 <= other <= tables:
                raise user_error(problems.OTHER_TABLE, count=tables)
            yield Constraint(kind, numbers[player], other)
        else:
            low, high = sorted((numbers[player], numbers[other]))
            if low != high:  # the two of a couple
                yield Constraint(kind, low, high)
