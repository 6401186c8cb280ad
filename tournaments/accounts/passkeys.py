"""Passkeys as the second step. Browsers offer them only on https and on localhost. The package that
checks them (`webauthn`) is optional: its cryptography library is as large as all else together.
"""

import importlib.util
import ipaddress
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import second_step
from tournaments.models import Passkey, User
from tournaments.names import is_clean

MOST = 10  # of an account
LONGEST = 20_000  # characters of what a browser sends


class SiteAddress(NamedTuple):
    """The address of this site as the browser sees it: a passkey works only where it was made."""

    origin: str  # with the scheme and the port
    host: str


def is_installed() -> bool:
    return importlib.util.find_spec("webauthn") is not None


def can_work_at(place: SiteAddress) -> bool:
    if place.host == "localhost":
        return True
    try:
        ipaddress.ip_address(place.host.strip("[]"))
    except ValueError:
        return place.origin.startswith("https://")
    return False


def list_usable(user: User, place: SiteAddress) -> list[Passkey]:
    if not (is_installed() and can_work_at(place)):
        return []
    return [*user.passkeys.filter(host=place.host)]


def build_add_options(user: User, place: SiteAddress, challenge: str) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=place.host,
        rp_name="Streepje",
        user_name=user.login,
        user_display_name=user.name,
        user_id=str(user.pk).encode(),
        challenge=bytes.fromhex(challenge),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.DISCOURAGED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=_described(user.passkeys.filter(host=place.host)),
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def build_use_options(user: User, place: SiteAddress, challenge: str) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=place.host,
        challenge=bytes.fromhex(challenge),
        allow_credentials=_described(list_usable(user, place)),
        user_verification=structs.UserVerificationRequirement.PREFERRED,
    )
    return dict(json.loads(webauthn.options_to_json(options)))


def _described(passkeys: Any) -> list[Any]:
    from webauthn import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    ids = (base64url_to_bytes(passkey.credential) for passkey in passkeys)
    return [PublicKeyCredentialDescriptor(id=id) for id in ids]


@transaction.atomic
def add(*, user: User, place: SiteAddress, challenge: str, answer: str, name: str) -> list[str]:
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    if not is_clean(name):
        raise user_error(problems.WRONG_NAME)
    if user.passkeys.count() >= MOST:
        raise user_error(problems.MOST_PASSKEYS)
    with _refusing():
        made = webauthn.verify_registration_response(
            credential=_read(answer),
            expected_challenge=bytes.fromhex(challenge),
            expected_rp_id=place.host,
            expected_origin=place.origin,
        )
    credential = bytes_to_base64url(made.credential_id)
    if Passkey.objects.filter(credential=credential).exists():
        raise user_error(problems.KNOWN_PASSKEY)
    first = not second_step.is_on(user)
    Passkey.objects.create(
        user=user,
        name=name,
        host=place.host,
        credential=credential,
        public_key=made.credential_public_key,
        count=made.sign_count,
    )
    return second_step.note_added(user=user, first=first)


@transaction.atomic
def check(*, user: User, place: SiteAddress, challenge: str, answer: str) -> None:
    import webauthn

    credential = _read(answer)
    passkeys = Passkey.objects.select_for_update().filter(user=user, host=place.host)
    passkey = passkeys.filter(credential=str(credential.get("id", ""))).first()
    if passkey is None:
        raise user_error(problems.WRONG_PASSKEY)
    with _refusing():
        used = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=bytes.fromhex(challenge),
            expected_rp_id=place.host,
            expected_origin=place.origin,
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.count,
        )
    passkey.count, passkey.used = used.new_sign_count, timezone.now()
    passkey.save(update_fields=["count", "used"])


def _read(answer: str) -> dict[str, Any]:
    try:
        read = json.loads(answer[:LONGEST])
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise user_error(problems.WRONG_PASSKEY)
    return read


@contextmanager
def _refusing() -> Iterator[None]:
    """A browser may send anything, and `webauthn` then raises errors of many kinds."""
    try:
        yield
    except Exception as error:
        second_step.log.warning("a passkey was refused: %s", type(error).__name__)
        raise user_error(problems.WRONG_PASSKEY) from error
