"""Limits how many files are read at once on this machine, so that other pages stay fast."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import IO

from django.conf import settings

from scoring.toolkit import operating_system
from tournaments import problems
from tournaments.problems import user_error

MOST = 2  # processes that read
PATIENCE = 10  # seconds that a request waits for its turn
PAUSE = 0.1

_waiting = BoundedSemaphore(1)  # requests of this process: the others get an answer at once


@contextmanager
def reading_slot() -> Iterator[None]:
    """Hold one of the few slots for reading files during the `with` block, so that not too many are
    read at once. Refuse if no slot becomes free in time.
    """
    taken = _try_slot() or _wait_for_slot()
    if taken is None:
        raise user_error(problems.PHOTOS_BUSY)
    with taken:  # the lock goes with the file
        yield


def _wait_for_slot() -> IO[str] | None:
    if not _waiting.acquire(blocking=False):
        return None
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(PAUSE)
            if taken := _try_slot():
                return taken
        return None
    finally:
        _waiting.release()


def _try_slot() -> IO[str] | None:
    """Look for a free slot for reading a file. Return its lock file, open and locked, or None if
    all slots are taken.
    """
    for number in range(MOST):
        file = (settings.DATA / f"photo-{number + 1}.lock").open("a", encoding="utf-8")
        if operating_system.try_lock(file):
            return file
        file.close()
    return None
