import re
from datetime import time
from typing import Any

from django.db import transaction

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import accounts
from tournaments.models import Club, ClubLogEntry, Role, User
from tournaments.models.club import LONGEST_VENUE, new_results_version
from tournaments.names import normalize

MOST_SITES, LONGEST_SITE = 5, 100
SITE = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?")


def create_club_with_owner(
    *, name: str, slug: str, owner_name: str, login: str, password: str
) -> tuple[Club, User]:
    user = accounts.build_account(name=owner_name, login=login, password=password)
    with transaction.atomic():
        owner = accounts.save_account(user)
        return create_club(name=name, slug=slug, owner=owner), owner


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
def introduce(*, club: Club, starts: time | None, venue: str, **said: str) -> Club:
    """`said` are the texts for strangers and whom to ask."""
    locked = _lock_club(club)
    locked.starts, locked.venue = starts, clean_venue(venue)
    for name, text in said.items():
        setattr(locked, name, normalize(text))
    locked.full_clean()
    locked.save(update_fields=["starts", "venue", *said])
    lock_and_invalidate(locked)  # what is sent of a standing tells the usual time and place
    return locked


def clean_venue(venue: str) -> str:
    venue = normalize(venue)
    if len(venue) > LONGEST_VENUE or not venue.isprintable():
        raise user_error(problems.WRONG_NAME)
    return venue


@transaction.atomic
def set_visibility(*, club: Club, visible_to: str, indexed: bool = False, by: str = "") -> Club:
    """If only members may see them, the link for visitors stops working for good."""
    if visible_to not in Club.Visibility:
        raise user_error(problems.NO_SIGHT)
    locked = _lock_club(club)
    before = {"visible_to": locked.visible_to, "indexed": locked.indexed}
    locked.visible_to = str(visible_to)
    locked.indexed = indexed and visible_to == Club.Visibility.OPEN
    after = {"visible_to": locked.visible_to, "indexed": locked.indexed}
    if after == before:
        return locked
    locked.link_version += locked.visible_to == Club.Visibility.MEMBERS
    return _save_settings(locked, ClubLogEntry.Kind.VISIBILITY, by, was=before, to=after)


@transaction.atomic
def set_letters(*, club: Club, letters: bool) -> Club:
    """Whether members may be written to. Letters that wait then end at their next try."""
    club.letters = letters
    club.save(update_fields=["letters"])
    return club


@transaction.atomic
def renew_link(*, club: Club, by: str = "") -> Club:
    locked = _lock_club(club)
    locked.link_version += 1
    return _save_settings(locked, ClubLogEntry.Kind.LINK, by)


@transaction.atomic
def set_website(*, club: Club, framed_by: str, by: str = "") -> Club:
    """`framed_by` is the list as typed."""
    sites = _sites(framed_by)
    locked = _lock_club(club)
    before = {"framed_by": locked.framed_by}
    locked.framed_by = " ".join(sites)
    after = {"framed_by": locked.framed_by}
    if after == before:
        return locked
    return _save_settings(locked, ClubLogEntry.Kind.WEBSITE, by, was=before, to=after)


def _sites(typed: str) -> list[str]:
    """Return scheme and host of each. A website without a scheme gets https."""
    sites = []
    for word in typed.lower().replace(",", " ").split():
        site = "/".join((word if "://" in word else f"https://{word}").split("/")[:3])
        if len(site) > LONGEST_SITE or not SITE.fullmatch(site):
            raise user_error(problems.NO_WEBSITE, given=word)
        sites.append(site)
    if len(sites) > MOST_SITES:
        raise user_error(problems.MANY_WEBSITES, most=MOST_SITES)
    return list(dict.fromkeys(sites))


def _lock_club(club: Club) -> Club:
    lock_and_invalidate(club)
    return Club.objects.get(pk=club.pk)


def _save_settings(now: Club, kind: str, by: str, **body: Any) -> Club:
    settled = ["visible_to", "indexed", "link_version", "framed_by"]
    now.save(update_fields=settled)
    ClubLogEntry.objects.create(club=now, kind=kind, body=body, actor=by)
    return now


def lock_and_invalidate(club: Club) -> None:
    """A caller that also locks nights or sheets must lock those first."""
    Club.objects.filter(pk=club.pk).update(results_version=new_results_version())
