"""Seals: keyed hashes by which the site recognises what it gave out, such as links. Their key is
the site's secret.

A site may also have a former secret (docs/decisions/0050-a-new-secret.md). Seals made with the
former secret are still recognised, but new seals are made with the present one. This module also
lets a new hash algorithm replace the former one in the same way.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.utils.crypto import salted_hmac

ALGORITHM = "sha256"
FORMER_ALGORITHMS: Sequence[str] = ()  # whose seals are still recognised


class Way(NamedTuple):
    """The secret and the hash algorithm with which a seal (a keyed hash) was made. None in place of
    a `Way` stands for the present secret and algorithm.
    """

    secret: str | None  # None: the site's present one
    algorithm: str


PRESENT = (None,)


def make(salt: str, text: str, way: Way | None = None) -> bytes:
    """Return the seal (a keyed hash) of this text. It is made with the site's present secret and
    algorithm, unless `way` gives others. `salt` names the purpose, so that a seal made for one
    purpose is not accepted for another.
    """
    secret, algorithm = way or (None, ALGORITHM)
    return salted_hmac(salt, text, secret, algorithm=algorithm).digest()


def list_ways() -> Sequence[Way | None]:
    """Return every combination of secret and algorithm with which the site accepts a seal (a keyed
    hash). The present combination comes first, as None. Usually it is the only one. That case is
    fast, because every page calls this function.
    """
    if not (settings.SECRET_KEY_FALLBACKS or FORMER_ALGORITHMS):
        return PRESENT
    secrets = (None, *settings.SECRET_KEY_FALLBACKS)
    ways = [Way(secret, how) for how in (ALGORITHM, *FORMER_ALGORITHMS) for secret in secrets]
    return [None, *ways[1:]]
