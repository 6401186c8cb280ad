"""A fresh site belongs to whoever sits at the machine: `manage.py start` prints a code, which
creates the first club. It works once.
"""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from scoring.models import Sheet
from tournaments.models import Club

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no I, O, 0, 1: codes are read aloud across a hall

_lock = threading.Lock()
_code: str | None = None


def is_empty() -> bool:
    return not Club.objects.exists() and not Sheet.objects.exists()


def is_free() -> bool:
    """Sheets that belong to no club do no harm."""
    return not Club.objects.exists() and not Sheet.objects.filter(loose=False).exists()


def make_code() -> str:
    global _code  # noqa: PLW0603  one process serves one site
    letters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    _code = f"{letters[:4]}-{letters[4:]}"
    return _code


def is_code(typed: str) -> bool:
    return _code is not None and secrets.compare_digest(_plain(typed), _plain(_code))


class WrongCode(Exception):
    """The typed code is not the one that the terminal shows, or was used already."""


@contextmanager
def spend_code(typed: str) -> Iterator[None]:
    """Let one request at a time through. If its block succeeds, the code no longer works."""
    global _code  # noqa: PLW0603
    with _lock:
        if not is_code(typed):
            raise WrongCode
        yield
        _code = None


def _plain(code: str) -> bytes:
    return "".join(code.upper().split()).replace("-", "").encode()
