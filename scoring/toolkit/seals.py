"""Seals: keyed hashes by which the site recognises what it gave out, such as links. Their key is
the site's secret. Seals made with a former secret, in SECRET_KEY_FALLBACKS, are recognised too.
"""

from collections.abc import Sequence

from django.conf import settings
from django.utils.crypto import salted_hmac


def make(salt: str, text: str, secret: str | None = None) -> bytes:
    """Return the seal of this text, made with the site's present secret unless another is given.
    `salt` names the purpose, so that a seal made for one purpose is not accepted for another.
    """
    return salted_hmac(salt, text, secret, algorithm="sha256").digest()


def list_secrets() -> Sequence[str | None]:
    """Return the secrets whose seals are recognised: the present one, as None, comes first."""
    return [None, *settings.SECRET_KEY_FALLBACKS]
