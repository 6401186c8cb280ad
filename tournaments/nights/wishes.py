"""Wishes for a draw: who sits with whom or where, always or for one draw only."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext

from tournaments import problems
from tournaments.draw.engine.request import Constraint
from tournaments.draw.json_input import CONSTRAINTS
from tournaments.models import Member, Pair, Season
from tournaments.nights.nights import tables_for
from tournaments.problems import user_error

FIXED = "fixed_table"
Wishes = Sequence[Constraint]  # with the ids of members instead of their numbers in a draw


def numbered(
    season: Season, people: Sequence[Member], tonight: Wishes = ()
) -> tuple[Constraint, ...]:
    """Return the constraints for a draw of these people, the most important kind first. People are
    numbered by their place in the list. If a member has a fixed table tonight, the member's usual
    table does not count.
    """
    numbers = {person.pk: number for number, person in enumerate(people)}
    moved = {wish.one for wish in tonight if wish.kind == FIXED}
    tables = _tables(season, people)
    usual = (
        Constraint(FIXED, numbers[person.pk], person.table)
        for person in people
        if person.table and person.table <= tables and person.pk not in moved
    )
    wishes = [*_pairs(numbers), *usual, *_tonight(tonight, numbers, tables)]
    return tuple(sorted(dict.fromkeys(wishes), key=lambda person: CONSTRAINTS.index(person.kind)))


def passed_over(season: Season, people: Sequence[Member]) -> list[Member]:
    """Return the members whose usual table is missing tonight because there are too few tables."""
    tables = _tables(season, people)
    return [member for member in people if tables and member.table and member.table > tables]


def in_words(wish: Constraint, names: Mapping[int, str] | Sequence[str]) -> str:
    kind, one, other = wish
    if kind == FIXED:
        words = gettext("%(name)s at table %(table)s")
        return words % {"name": names[one], "table": other}
    words = gettext("%(name)s and %(other)s together")
    if kind == "apart":
        words = gettext("%(name)s and %(other)s apart")
    return words % {"name": names[one], "other": names[other]}


def _tables(season: Season, people: Sequence[Member]) -> int:
    return len(tables_for(season, len(people)).tables)


def _pairs(numbers: Mapping[int, int]) -> Iterator[Constraint]:
    for pair in Pair.objects.filter(first__in=numbers, second__in=numbers).order_by("pk"):
        yield Constraint(pair.kind, numbers[pair.first_id], numbers[pair.second_id])


def _tonight(wishes: Wishes, numbers: Mapping[int, int], tables: int) -> Iterator[Constraint]:
    for kind, one, other in wishes:
        here = {one} if kind == FIXED else {one, other}
        if not here <= numbers.keys() or (kind != FIXED and one == other):
            raise user_error(problems.NO_WISH)
        if kind == FIXED:
            if not 1 <= other <= tables:
                raise user_error(problems.OTHER_TABLE, count=tables)
            yield Constraint(kind, numbers[one], other)
        else:
            low, high = sorted((numbers[one], numbers[other]))
            yield Constraint(kind, low, high)
