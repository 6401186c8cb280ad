"""Secret addresses of a club: for visitors, invitations, log-in links, personal links, a night's
hall page, and those that prove an e-mail address. Like that of a sheet, each is worked out from
the site's key, so that it can be shown again.
"""

from typing import Protocol, TypeVar
from uuid import UUID

from django.utils.crypto import constant_time_compare

from scoring.sheets.links import id_in, sealed
from tournaments.models import Club, Confirmation, Invitation, LogInLink, Member, Night

Thing = TypeVar("Thing", Club, Confirmation, Invitation, LogInLink, Member, Night)


class Linked(Protocol):
    public_id: UUID
    generation: int


def key(thing: Linked) -> str:
    return sealed(f"tournaments.links {type(thing).__name__}", thing.public_id, thing.generation)


def find(model: type[Thing], given: str) -> Thing | None:
    """None for a link that never was and for one that works no longer, with no difference."""
    id = id_in(given)
    if id is None:
        return None
    thing = model.objects.filter(public_id=id).first()
    asked = thing or model(public_id=id)  # as much work where there is none
    return thing if constant_time_compare(key(asked), given) else None
