"""Clubs and who may see them. All database writes for a club itself are in this module."""

from typing import Any

from django.db import transaction

from tournaments import problems
from tournaments.accounts import accounts
from tournaments.models import Club, ClubLogEntry, Role, User
from tournaments.models.club import new_results_version
from tournaments.problems import user_error


@transaction.atomic
def create_club_with_owner(
    *, name: str, slug: str, owner_name: str, login: str, password: str
) -> tuple[Club, User]:
    """Create a club and an account. The account becomes the first owner of the club."""
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
def set_visibility(*, club: Club, visible_to: str, indexed: bool = False, by: str = "") -> Club:
    """Set who may see the club's pages. When only members may see them, the visitors' link stops
    working for good.
    """
    if visible_to not in Club.Visibility:
        raise user_error(problems.NO_SIGHT)
    locked = _held(club)
    before = {"visible_to": locked.visible_to, "indexed": locked.indexed}
    locked.visible_to, locked.indexed = (
        str(visible_to),
        indexed and visible_to == Club.Visibility.OPEN,
    )
    after = {"visible_to": locked.visible_to, "indexed": locked.indexed}
    if after == before:
        return locked
    locked.link_version += locked.visible_to == Club.Visibility.MEMBERS
    return _settled(locked, ClubLogEntry.Kind.VISIBILITY, by, was=before, to=after)


@transaction.atomic
def renew_link(*, club: Club, by: str = "") -> Club:
    """Renew the visitors' link. The old link stops working."""
    locked = _held(club)
    locked.link_version += 1
    return _settled(locked, ClubLogEntry.Kind.LINK, by)


def _held(club: Club) -> Club:
    lock_and_invalidate(club)
    return Club.objects.get(pk=club.pk)


def _settled(now: Club, kind: str, by: str, **body: Any) -> Club:
    now.save(update_fields=["visible_to", "indexed", "link_version"])
    ClubLogEntry.objects.create(club=now, kind=kind, body=body, actor=by)
    return now


def lock_and_invalidate(club: Club) -> None:
    """Lock the club and invalidate its cached standings. A caller that also locks nights or sheets
    must lock these before: first nights, then sheets.
    """
    Club.objects.filter(pk=club.pk).update(results_version=new_results_version())
