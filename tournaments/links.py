"""Secret links, computed from the site's secret key: the same one can be shown again."""

from collections.abc import Iterator
from typing import Protocol, TypeVar
from uuid import UUID

from scoring.sheets.links import find_id, is_among, list_sealed_ids, seal_id
from tournaments.models import Club, EmailConfirmation, Invitation, LogInLink, Member, Night

Thing = TypeVar("Thing", Club, EmailConfirmation, Invitation, LogInLink, Member, Night)


class Linked(Protocol):
    public_id: UUID
    link_version: int


RESULT = "result"  # of a night: its key opens no more than that


def make_key(thing: Linked, purpose: str = "") -> str:
    return seal_id(_salt(thing, purpose), thing.public_id, thing.link_version)


def list_keys(thing: Linked, purpose: str = "") -> Iterator[str]:
    """The present one, and those made with former secrets of the site."""
    return list_sealed_ids(_salt(thing, purpose), thing.public_id, thing.link_version)


def find(model: type[Thing], given: str, purpose: str = "") -> Thing | None:
    id = find_id(given)
    if id is None:
        return None
    thing = model.objects.filter(public_id=id).first()
    candidate = thing or model(public_id=id)  # the same work if there is none
    return thing if is_among(given, list_keys(candidate, purpose)) else None


def _salt(thing: Linked, purpose: str) -> str:
    return " ".join(["tournaments.links", type(thing).__name__, *purpose.split()])
