"""Limit how many threads of a process log-ins may use. Checking a password is slow on purpose, and
attackers send one log-in after another. Other pages must stay fast meanwhile.
"""

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
    """Let log-ins use only some of the `threads` that this process has, so that other pages can
    always be served.
    """
    global _waiting, _refused  # noqa: PLW0603  called once, before the first request
    _waiting = BoundedSemaphore(max(1, threads // 5))
    _refused = BoundedSemaphore(max(1, threads // 2 - 1))


share_threads(4)  # as in docs/deploying/; `start` has more and sets its own number


@contextmanager
def wait_for_slot() -> Iterator[bool]:
    """Wait for permission to check a password, because only a few threads may do so at a time.
    Yield True if this log-in may check its password now. Yield False if too many others wait
    already.
    """
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
    """Sleep before a refused attempt is answered, so that guessing is slow. Return at once if many
    requests are asleep already.
    """
    if _refused.acquire(blocking=False):
        try:
            time.sleep(PENALTY)
        finally:
            _refused.release()
