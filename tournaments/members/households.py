"""Who belongs to which family or group. That a draw keeps them apart: `nights/draw_wishes.py`."""

from collections.abc import Collection

from django.db import transaction

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.members.members import label_people, list_members, sort_by_name
from tournaments.models import Club, Member
from tournaments.names import LONGEST, fold, is_clean, normalize


@transaction.atomic
def keep_apart(*, club: Club, people: Collection[int], household: str) -> int:
    """With an empty name they leave their group."""
    clubs.lock_and_invalidate(club)
    household = normalize(household)
    if len(household) > LONGEST or not is_clean(household):
        raise user_error(problems.WRONG_NAME)
    return list_members(club).filter(pk__in=people).update(household=household)


def list_households(club: Club) -> dict[str, list[Member]]:
    by_name: dict[str, list[Member]] = {}
    for member in sort_by_name(label_people(list_members(club).exclude(household=""))):
        by_name.setdefault(fold(member.household), []).append(member)
    return {
        min(member.household for member in people): people
        for _key, people in sorted(by_name.items())
    }


def list_others(member: Member) -> list[Member]:
    if not member.household:
        return []
    others = list_members(member.club).exclude(household="").exclude(pk=member.pk)
    same = [other for other in others if fold(other.household) == fold(member.household)]
    return sort_by_name(label_people(same))
