"""Checking a password is slow on purpose: log-ins may not use up the threads of a process."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

PATIENCE = 2  # seconds that a log-in waits for its turn
PENALTY = 1  # seconds before a refusal is answered

# One check at a time keeps the processor free for pages and admits three people a second; those who
# wait use a thread but no processor time.
_checking = BoundedSemaphore(1)
_waiting: BoundedSemaphore
_refused: BoundedSemaphore


def share_threads(threads: int) -> None:
    global _waiting, _refused  # noqa: PLW0603  called once, before the first request
    _waiting = BoundedSemaphore(max(1, threads // 5))
    _refused = BoundedSemaphore(max(1, threads // 2 - 1))


share_threads(4)  # as in docs/deploying/; `start` has more and sets its own number


@contextmanager
def wait_for_slot() -> Iterator[bool]:
    """Yield whether this log-in may check its password: False if too many others wait."""
    free = _checking.acquire(blocking=False) or _wait_for_slot()
    try:
        yield free
    finally:
        if free:
            _checking.release()


def _wait_for_slot() -> bool:
    if not _waiting.acquire(blocking=False):
        return False
    try:
        return _checking.acquire(timeout=PATIENCE)
    finally:
        _waiting.release()


def delay_refusal() -> None:
    """Sleep, so that guessing is slow, unless many requests are asleep already."""
    if _refused.acquire(blocking=False):
        try:
            time.sleep(PENALTY)
        finally:
            _refused.release()
