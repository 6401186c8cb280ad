"""Seals: keyed hashes by which the site recognises what it gave out, such as links. Their key is
the site's secret.

A site may have a former secret besides (docs/decisions/0050-a-new-secret.md). What was sealed with
it is still recognised, and everything new gets the present secret. The algorithm can be replaced in
the same way, here.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

ALGORITHM = "sha256"
FORMER_ALGORITHMS: Sequence[str] = ()  # whose seals are still recognised


class Way(NamedTuple):
    """A way in which a seal is made, or was."""

    secret: str | None  # None: the site's present one
    algorithm: str


def make(salt: str, text: str, way: Way | None = None) -> bytes:
    """Return the seal of this text, in the present way unless another one is given. `salt` names
    the purpose, so that a seal of one kind never fits another.
    """
    secret, algorithm = way or (None, ALGORITHM)
    return salted_hmac(salt, text, secret, algorithm=algorithm).digest()


def list_ways() -> list[Way]:
    """Return all ways in which a seal that is recognised may have been made, the present one
    first.
    """
    secrets = (None, *settings.SECRET_KEY_FALLBACKS)
    algorithms = (ALGORITHM, *FORMER_ALGORITHMS)
    return [Way(secret, algorithm) for algorithm in algorithms for secret in secrets]
