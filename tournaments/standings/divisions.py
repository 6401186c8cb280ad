"""Who plays in which division of a season. Everything that is written is written here."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from tournaments import problems
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import DivisionMember, Member, Season
from tournaments.problems import user_error
from tournaments.standings import calculate
from tournaments.standings.rules import Division


class Proposal(NamedTuple):
    """Who would play where, by id, going by another season; `tied` share a place on a line, and
    people decide.
    """

    divisions: dict[int, int]
    tied: frozenset[int]


@transaction.atomic
def divide(*, season: Season, divisions: Mapping[int, int | None]) -> Season:
    """By the id of a member; None: in none. Nothing changes for who is not named."""
    clubs.lock_and_invalidate(season.club)
    season = Season.objects.select_related("club").get(pk=season.pk)
    if season.divisions == 1:
        raise user_error(problems.NO_DIVISIONS)
    for number in divisions.values():
        if number is not None and not 1 <= number <= season.divisions:
            raise user_error(problems.NO_DIVISION, given=number, most=season.divisions)
    if members.club_members(season.club).filter(pk__in=divisions).count() != len(divisions):
        raise user_error(problems.NOT_OURS)
    season.division_members.filter(member__in=divisions).delete()
    DivisionMember.objects.bulk_create(
        DivisionMember(season=season, member_id=pk, division=number)
        for pk, number in divisions.items()
        if number is not None
    )
    return season


def read_divisions(season: Season) -> dict[int, int]:
    """By the id of a member."""
    return dict(season.division_members.values_list("member", "division"))


def people(season: Season) -> list[Member]:
    """Whom the season can have in a division."""
    found = members.club_members(season.club)
    here = Q(archived=None, guest=False) | Q(divisions__season=season)
    return members.label_people(found.filter(here).distinct())


def propose(season: Season, before: Season) -> Proposal:
    """By the standing of a season before: up and down where it had divisions, else in parts that
    are as large as each other.
    """
    standing = calculate.season_standing(before)
    found, tied = _moved(standing) if before.divisions > 1 else _cut(standing[0], season.divisions)
    known = {pk: max(1, min(number, season.divisions)) for pk, number in found}
    return Proposal({pk: number for pk, number in known.items() if pk not in tied}, tied)


Places = list[tuple[int, int]]  # the id of a member, and the division


def _moved(standing: Sequence[Division]) -> tuple[Places, frozenset[int]]:
    found = []
    for one in standing:
        if one.number is not None:
            steps = dict.fromkeys(one.up.sure, -1) | dict.fromkeys(one.down.sure, 1)
            found += [(row.player, one.number + steps.get(row.player, 0)) for row in one.rows]
    tied = {player for one in standing for player in one.up.tied + one.down.tied}
    return found, frozenset(tied)


def _cut(whole: Division, parts: int) -> tuple[Places, frozenset[int]]:
    """Who has no place comes in the lowest."""
    ranked = [row for row in whole.rows if row.rank is not None]
    size, more = divmod(len(ranked), parts)
    numbers = [n for n in range(1, parts + 1) for _ in range(size + (n <= more))]
    found = [(row.player, number) for row, number in zip(ranked, numbers, strict=True)]
    tied = set()
    for row, (_player, number) in zip(ranked, found, strict=True):
        first = numbers[(row.rank or 1) - 1]
        if first != number:  # who shares the place began in a higher one
            tied |= {other.player for other in ranked if other.rank == row.rank}
    found += [(row.player, parts) for row in whole.rows if row.rank is None]
    return found, frozenset(tied)
