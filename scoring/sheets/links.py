"""Who has a sheet's secret link may write on it.

The key is derived from the site's secret, the sheet's id and its link_version: it can be printed
again at any time, and a higher link_version gives a new one.
"""

import base64
import binascii
import uuid
from collections.abc import Iterable, Iterator, Sequence

from django.urls import reverse
from django.utils.crypto import constant_time_compare

from scoring.models import Sheet
from scoring.toolkit import seals

SALT = "scoring.sheets.links"
ID = 22  # characters for the sheet's id, 16 bytes
SEAL_BYTES = 18  # the signature: 144 bits, 24 characters
LENGTH = ID + 24


def make_key(sheet: Sheet) -> str:
    return seal_id(SALT, sheet.public_id, sheet.link_version)


def list_keys(sheet: Sheet) -> Iterator[str]:
    """The present key first, then those of former secrets."""
    return list_sealed_ids(SALT, sheet.public_id, sheet.link_version)


def list_sealed_ids(salt: str, id: uuid.UUID, link_version: int) -> Iterator[str]:
    """The present text first, then those of former secrets."""
    return (seal_id(salt, id, link_version, secret) for secret in seals.list_secrets())


def is_among(given: str, keys: Iterable[str]) -> bool:
    return any(constant_time_compare(key, given) for key in keys)


def seal_id(salt: str, id: uuid.UUID, link_version: int, secret: str | None = None) -> str:
    """`salt` names the purpose, so that a link to one kind of thing never fits another."""
    signed = f"{id} {link_version}"
    return _text(id.bytes) + _text(seals.make(salt, signed, secret)[:SEAL_BYTES])


def make_next_key(sheet: Sheet) -> str:
    return make_key(Sheet(public_id=sheet.public_id, link_version=sheet.link_version + 1))


def write_id(sheet: Sheet) -> str:
    """The id without its signature: it opens nothing."""
    return _text(sheet.public_id.bytes)


def build_path(sheet: Sheet) -> str:
    return reverse("scoring:sheet", args=[make_key(sheet)])


def find(given: str) -> Sheet | None:
    """None if the key was never valid or has been replaced."""
    id = find_id(given)
    if id is None:
        return None
    sheet = Sheet.objects.filter(public_id=id).first()
    # The same work if there is no sheet, so that timing tells nothing.
    candidate = sheet or Sheet(public_id=id)
    return sheet if is_among(given, list_keys(candidate)) else None


def find_all(given: Sequence[str]) -> list[Sheet]:
    """In the same order, without invalid keys and doubles."""
    ids = {link: id for link in given if (id := find_id(link))}
    by_id = {sheet.public_id: sheet for sheet in Sheet.objects.filter(public_id__in=ids.values())}
    sheets = [(link, by_id[id]) for link, id in ids.items() if id in by_id]
    return list(dict.fromkeys(sheet for link, sheet in sheets if is_among(link, list_keys(sheet))))


def find_id(given: str) -> uuid.UUID | None:
    if len(given) != LENGTH:
        return None
    try:
        return uuid.UUID(bytes=base64.urlsafe_b64decode(given[:ID] + "=="))
    except (binascii.Error, ValueError):  # ValueError: not ASCII
        return None


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
