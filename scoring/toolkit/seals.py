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
    """A way in which a seal was made. None stands for the present way."""

    secret: str | None  # None: the site's present one
    algorithm: str


PRESENT = (None,)


def make(salt: str, text: str, way: Way | None = None) -> bytes:
    """Return the seal of this text, in the present way unless another one is given. `salt` names
    the purpose, so that a seal of one kind never fits another.
    """
    secret, algorithm = way or (None, ALGORITHM)
    return salted_hmac(salt, text, secret, algorithm=algorithm).digest()


def list_ways() -> Sequence[Way | None]:
    """Return all ways in which a seal that is recognised may have been made, the present one
    first. Usually there is no other, which this finds at once, since every page begins with it.
    """
    if not (settings.SECRET_KEY_FALLBACKS or FORMER_ALGORITHMS):
        return PRESENT
    secrets = (None, *settings.SECRET_KEY_FALLBACKS)
    ways = [Way(secret, how) for how in (ALGORITHM, *FORMER_ALGORITHMS) for secret in secrets]
    return [None, *ways[1:]]
