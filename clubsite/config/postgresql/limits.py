"""Limit how long one SQL statement may run, in a request or elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_longest: ContextVar[float] = ContextVar("longest", default=float("inf"))


@contextmanager
def limit_statements(seconds: float) -> Iterator[None]:
    """Give up any SQL statement in this block that takes more than this many seconds, even if the
    server is alive. For example, a commit that waits for a lost standby server would otherwise wait
    for ever.
    """
    before = _longest.set(seconds)
    try:
        yield
    finally:
        _longest.reset(before)


def find_longest_statement() -> float:
    return _longest.get()
