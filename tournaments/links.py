"""Secret links, computed from the site's secret key: the same one can be shown again."""

from collections.abc import Iterator
from typing import Protocol, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from scoring.sheets.links import find_id, is_among, list_sealed_ids, seal_id
from tournaments.models import Club, EmailConfirmation, Invitation, LogInLink, Member, Night

Thing = TypeVar("Thing", Club, EmailConfirmation, Invitation, LogInLink, Member, Night)


class Linked(Protocol):
    public_id: UUID
    link_version: int


RESULT = "result"  # of a night: its key opens no more than that
ANSWER = "come"  # of a member about one night: its key signs on and off for it alone
STOP = "stop"  # letters to a member: it works as long as the member is there


def make_key(thing: Linked, purpose: str = "") -> str:
    return seal_id(_salt(thing, purpose), thing.public_id, _version(thing, purpose))


def add_key(club: Club, path: str) -> str:
    """Return the path by which also somebody who never visited this club can open the page."""
    if club.visible_to != Club.Visibility.LINK:
        return path
    entrance = reverse("tournaments:club-by-link", args=[make_key(club)])
    return f"{entrance}?{urlencode({'to': path}, safe='/')}"


def list_keys(thing: Linked, purpose: str = "") -> Iterator[str]:
    """The present one, and those made with former secrets of the site."""
    return list_sealed_ids(_salt(thing, purpose), thing.public_id, _version(thing, purpose))


def find(model: type[Thing], given: str, purpose: str = "") -> Thing | None:
    id = find_id(given)
    if id is None:
        return None
    thing = model.objects.filter(public_id=id).first()
    candidate = thing or model(public_id=id)  # the same work if there is none
    return thing if is_among(given, list_keys(candidate, purpose)) else None


def _version(thing: Linked, purpose: str) -> int:
    return 0 if purpose.startswith(STOP) else thing.link_version


def _salt(thing: Linked, purpose: str) -> str:
    return " ".join(["tournaments.links", type(thing).__name__, *purpose.split()])
