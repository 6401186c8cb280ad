"""The secret links of a club: links for visitors, invitations, log-in links, personal links, the
hall page of a night, and links that confirm an e-mail address.

Each link is computed from the site's secret key, like the link of a sheet. So the same link can be
shown again.
"""

from typing import Protocol, TypeVar
from uuid import UUID

from django.utils.crypto import constant_time_compare

from scoring.sheets.links import find_id, seal_id
from tournaments.models import Club, EmailConfirmation, Invitation, LogInLink, Member, Night

Thing = TypeVar("Thing", Club, EmailConfirmation, Invitation, LogInLink, Member, Night)


class Linked(Protocol):
    public_id: UUID
    link_version: int


def make_key(thing: Linked) -> str:
    return seal_id(f"tournaments.links {type(thing).__name__}", thing.public_id, thing.link_version)


def find(model: type[Thing], given: str) -> Thing | None:
    """Return the object to which the secret link `given` belongs. Return None if the link never
    existed or does not work any more.
    """
    id = find_id(given)
    if id is None:
        return None
    thing = model.objects.filter(public_id=id).first()
    candidate = thing or model(public_id=id)  # the same work if there is none
    return thing if constant_time_compare(make_key(candidate), given) else None
