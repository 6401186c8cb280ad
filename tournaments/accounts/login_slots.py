"""How many threads of a process log-ins may take. Checking a password takes long on purpose, and
whoever guesses asks again at once: other pages have to go on beside both.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

PATIENCE = 2  # seconds that a log-in waits for its turn
PENALTY = 1  # seconds before a refusal is answered

# One at a time keeps the processor free for pages, and lets three people a second in; those who
# wait take a thread and no processor.
_checking = BoundedSemaphore(1)
_waiting: BoundedSemaphore
_refused: BoundedSemaphore


def share_threads(threads: int) -> None:
    """Of so many threads in this process log-ins leave pages at least one."""
    global _waiting, _refused  # noqa: PLW0603  once, before the first is asked for
    _waiting = BoundedSemaphore(max(1, threads // 5))
    _refused = BoundedSemaphore(max(1, threads // 2 - 1))


share_threads(4)  # as docs/deploying/ has it; `start` has more, and says so


@contextmanager
def checking_slot() -> Iterator[bool]:
    """Whether a password may be checked now: False where too many others are."""
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
    """Let a refused try wait for its answer, asleep, so that guessing in a loop costs no processor
    time. Where many of them wait already the answer goes out at once.
    """
    if _refused.acquire(blocking=False):
        try:
            time.sleep(PENALTY)
        finally:
            _refused.release()
