"""Keyed hashes by which the site knows what it gave out, such as links."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.crypto import salted_hmac


def make(salt: str, text: str, secret: str | None = None) -> bytes:
    """`salt` names the purpose: a seal is not accepted for another."""
    return salted_hmac(salt, text, secret, algorithm="sha256").digest()


def list_secrets() -> Sequence[str | None]:
    """The present secret, as None, comes first."""
    return [None, *settings.SECRET_KEY_FALLBACKS]
