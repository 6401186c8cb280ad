"""What can be done to a club. Everything that is written is written here."""

from typing import Any

from django.db import transaction

from tournaments import problems
from tournaments.accounts import accounts
from tournaments.models import Club, ClubDeed, Role, User
from tournaments.models.club import new_stamp
from tournaments.problems import user_error


@transaction.atomic
def create_club_with_owner(
    *, name: str, slug: str, owner_name: str, login: str, password: str
) -> tuple[Club, User]:
    """A new club with its first owner."""
    user = accounts.create_account(name=owner_name, login=login, password=password)
    return create_club(name=name, slug=slug, owner=user), user


@transaction.atomic
def create_club(*, name: str, slug: str, owner: User) -> Club:
    club = Club(name=name.strip(), slug=slug)
    club.full_clean()
    club.save()
    Role.objects.create(club=club, user=owner, kind=Role.Kind.OWNER)
    return club


@transaction.atomic
def rename(*, club: Club, name: str, slug: str) -> Club:
    club.name, club.slug = name.strip(), slug
    club.full_clean()
    club.save(update_fields=["name", "slug"])
    lock_and_invalidate(club)
    return club


@transaction.atomic
def set_visibility(*, club: Club, seen: str, indexed: bool = False, by: str = "") -> Club:
    """Who may look at its pages. Once nobody may, an old link leads nowhere later on either."""
    if seen not in Club.Seen:
        raise user_error(problems.NO_SIGHT)
    now = _held(club)
    was = {"seen": now.seen, "indexed": now.indexed}
    now.seen, now.indexed = str(seen), indexed and seen == Club.Seen.OPEN
    to = {"seen": now.seen, "indexed": now.indexed}
    if to == was:
        return now
    now.generation += now.seen == Club.Seen.MEMBERS
    return _settled(now, ClubDeed.Kind.SEEN, by, was=was, to=to)


@transaction.atomic
def renew_link(*, club: Club, by: str = "") -> Club:
    """For visitors: who came by the old one is a stranger again."""
    now = _held(club)
    now.generation += 1
    return _settled(now, ClubDeed.Kind.LINK, by)


def _held(club: Club) -> Club:
    lock_and_invalidate(club)
    return Club.objects.get(pk=club.pk)


def _settled(now: Club, kind: str, by: str, **body: Any) -> Club:
    now.save(update_fields=["seen", "indexed", "generation"])
    ClubDeed.objects.create(club=now, kind=kind, body=body, actor=by)
    return now


def lock_and_invalidate(club: Club) -> None:
    """One at a time, so that what was looked up still holds when it is written; and its standings
    are looked up anew. Where forms or a night are locked as well, this comes last.
    """
    Club.objects.filter(pk=club.pk).update(stamp=new_stamp())
