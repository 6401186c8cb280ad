"""Who plays in which division of a season. Only this module writes divisions."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Max, Q

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.members import couples, members
from tournaments.models import DivisionMember, Member, Season
from tournaments.models.member import MAIN
from tournaments.standings import calculate
from tournaments.standings.inputs import find_period
from tournaments.standings.rules.breakdown import Division


class Proposal(NamedTuple):
    """Those in `tied` share the place at the border of two divisions: the organiser chooses."""

    divisions: dict[int, int]
    tied: frozenset[int]


@transaction.atomic
def divide(*, season: Season, divisions: Mapping[int, int | None], period: int = 1) -> Season:
    """None takes a member out of all. It holds until a later period has divisions of its own."""
    clubs.lock_and_invalidate(season.club)
    season = Season.objects.select_related("club").get(pk=season.pk)
    if season.divisions == 1:
        raise user_error(problems.NO_DIVISIONS)
    for number in divisions.values():
        if number is not None and not 1 <= number <= season.divisions:
            raise user_error(problems.NO_DIVISION, given=number, most=season.divisions)
    if members.list_members(season.club).filter(pk__in=divisions).count() != len(divisions):
        raise user_error(problems.NOT_OURS)
    chosen = {**read_divisions(season, period), **divisions}
    season.division_members.filter(period=period).delete()
    DivisionMember.objects.bulk_create(
        DivisionMember(season=season, member_id=pk, division=number, period=period)
        for pk, number in chosen.items()
        if number is not None
    )
    return season


def read_divisions(season: Season, period: int = 1) -> dict[int, int]:
    """A merged duplicate passes its division on to the member who was kept, unless that has one."""
    rows = season.division_members.filter(period__lte=period)
    last = rows.aggregate(last=Max("period"))["last"]
    own_first = rows.filter(period=last).order_by(F("member__merged_into").desc(nulls_last=True))
    return dict(own_first.values_list(MAIN, "division"))


def list_people(season: Season) -> list[Member]:
    """Return all but guests and archived members, plus who is in a division already; of a couple,
    the member who stands for it, labelled with both names.
    """
    candidates = members.list_members(season.club)
    if season.by_couple:
        first = [couple.first for couple in couples.list_couples(season)]
        return couples.label_entrants(season, candidates.filter(pk__in=first))
    divided = Q(divisions__season=season) | Q(doubles__divisions__season=season)
    eligible = Q(archived=None, guest=False) | divided
    return members.label_people(candidates.filter(eligible).distinct())


def propose(season: Season, before: Season, period: int = 1) -> Proposal:
    """If `before` had divisions, the first players of each go up and the last ones down: those of
    the period before, in the same season. If it had none, or this is the first period of the same
    season, its standing is cut into parts of equal size.
    """
    same, key = before.pk == season.pk, ""
    if before.periods and (last := period - 1 if same else find_period(before)):
        key = f"p{last}"
    standing = calculate.compute_season_standing(before, key=key)
    stand_ins = couples.stand_ins(season)
    moves = before.divisions > 1 and (bool(key) or not same)
    pairs, tied = _moved(standing) if moves else _cut(standing[0], season.divisions)
    known = {stand_ins.get(pk, pk): max(1, min(number, season.divisions)) for pk, number in pairs}
    tied = frozenset(stand_ins.get(pk, pk) for pk in tied)
    return Proposal({pk: number for pk, number in known.items() if pk not in tied}, tied)


Places = list[tuple[int, int]]  # member id and division


def _moved(standing: Sequence[Division]) -> tuple[Places, frozenset[int]]:
    pairs = []
    for division in standing:
        if division.number is not None:
            steps = dict.fromkeys(division.up.sure, -1) | dict.fromkeys(division.down.sure, 1)
            pairs += [
                (row.player, division.number + steps.get(row.player, 0)) for row in division.rows
            ]
    tied = {player for division in standing for player in division.up.tied + division.down.tied}
    return pairs, frozenset(tied)


def _cut(whole: Division, parts: int) -> tuple[Places, frozenset[int]]:
    """Also return who share a place on both sides of a cut. Who has none goes to the lowest."""
    ranked = [row for row in whole.rows if row.rank is not None]
    size, more = divmod(len(ranked), parts)
    numbers = [n for n in range(1, parts + 1) for _ in range(size + (n <= more))]
    pairs = [(row.player, number) for row, number in zip(ranked, numbers, strict=True)]
    tied = set()
    for row, (_player, number) in zip(ranked, pairs, strict=True):
        first = numbers[(row.rank or 1) - 1]
        if first != number:  # the place is shared with players in a higher part
            tied |= {other.player for other in ranked if other.rank == row.rank}
    pairs += [(row.player, parts) for row in whole.rows if row.rank is None]
    return pairs, frozenset(tied)
