"""The secret address of a sheet: whoever has it may write. It is worked out from the site's key,
so a form can be printed again, and only the generation is kept, so it can be renewed.
"""

import base64
import binascii
import uuid
from collections.abc import Sequence

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scoring.models import Sheet

ID = 22  # characters for the sheet's id, 16 bytes
SEAL_BYTES = 18  # for what only the site can make: 144 bits, 24 characters
LENGTH = ID + 24
# In plain words, since every page and every save begins with it.
BY_ID = "SELECT * FROM scoring_sheet WHERE public_id = %s"


def key(sheet: Sheet) -> str:
    return sealed("scoring.sheets.links", sheet.public_id, sheet.generation)


def sealed(salt: str, id: uuid.UUID, generation: int) -> str:
    """What only this site can make of an id."""
    said = f"{id} {generation}"
    seal = salted_hmac(salt, said, algorithm="sha256").digest()[:SEAL_BYTES]
    return _text(id.bytes) + _text(seal)


def next_key(sheet: Sheet) -> str:
    """The one that leads here once the link is renewed."""
    return key(Sheet(public_id=sheet.public_id, generation=sheet.generation + 1))


def path(sheet: Sheet) -> str:
    return reverse("scoring:sheet", args=[key(sheet)])


def find(given: str) -> Sheet | None:
    """None for a key that never was and for one that was renewed, with no difference."""
    id = id_in(given)
    if id is None:
        return None
    sheet = next(iter(Sheet.objects.raw(BY_ID, [id.hex])), None)
    asked = sheet or Sheet(public_id=id)  # as much work where there is none
    return sheet if constant_time_compare(key(asked), given) else None


def find_all(given: Sequence[str]) -> list[Sheet]:
    """In the same order, without those that lead nowhere."""
    ids = {one: id for one in given if (id := id_in(one))}
    found = {sheet.public_id: sheet for sheet in Sheet.objects.filter(public_id__in=ids.values())}
    sheets = [(one, found[id]) for one, id in ids.items() if id in found]
    return [sheet for one, sheet in sheets if constant_time_compare(key(sheet), one)]


def id_in(given: str) -> uuid.UUID | None:
    if len(given) != LENGTH:
        return None
    try:
        return uuid.UUID(bytes=base64.urlsafe_b64decode(given[:ID] + "=="))
    except (binascii.Error, ValueError):  # ValueError: not ASCII
        return None


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
