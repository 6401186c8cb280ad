"""Limit how long one statement may take, in a request or elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_longest: ContextVar[float] = ContextVar("longest", default=float("inf"))


@contextmanager
def limit_statements(seconds: float) -> Iterator[None]:
    """Give up any statement in this block that takes more than so many seconds, even if the server
    is alive. For example, a commit that waits for a standby server that is gone would otherwise
    wait for ever.
    """
    before = _longest.set(seconds)
    try:
        yield
    finally:
        _longest.reset(before)


def find_longest_statement() -> float:
    return _longest.get()
