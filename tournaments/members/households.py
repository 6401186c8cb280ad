"""Families and groups, such as the people of one household. A draw never seats members of the same
family or group together.

All database writes for them are in this module, with one exception: the form for a single member
saves that member's family or group itself.
"""

from collections.abc import Collection

from django.db import transaction

from tournaments import problems
from tournaments.club import clubs
from tournaments.members.members import label_people, list_members, sort_by_name
from tournaments.models import Club, Member
from tournaments.names import LONGEST, fold, is_clean, normalize
from tournaments.problems import user_error


@transaction.atomic
def keep_apart(*, club: Club, people: Collection[int], household: str) -> int:
    """Make these members a family or group of this name, so that every draw keeps them apart. With
    an empty name they leave their group. Return the number of members.
    """
    clubs.lock_and_invalidate(club)
    household = normalize(household)
    if len(household) > LONGEST or not is_clean(household):
        raise user_error(problems.WRONG_NAME)
    return list_members(club).filter(pk__in=people).update(household=household)


def list_households(club: Club) -> dict[str, list[Member]]:
    """Return the members of each family or group of the club, keyed by its name; both are
    sorted.
    """
    by_name: dict[str, list[Member]] = {}
    for member in sort_by_name(label_people(list_members(club).exclude(household=""))):
        by_name.setdefault(fold(member.household), []).append(member)
    return {
        min(member.household for member in people): people
        for _key, people in sorted(by_name.items())
    }


def list_names(club: Club) -> list[str]:
    """Return the names of the club's families and groups, sorted."""
    named = list_members(club).exclude(household="").values_list("household", flat=True)
    by_key = {fold(name): name for name in sorted(named, reverse=True)}
    return [by_key[key] for key in sorted(by_key)]


def list_others(member: Member) -> list[Member]:
    """Return the other members of this member's family or group, sorted by name."""
    if not member.household:
        return []
    others = list_members(member.club).exclude(household="").exclude(pk=member.pk)
    same = [other for other in others if fold(other.household) == fold(member.household)]
    return sort_by_name(label_people(same))
