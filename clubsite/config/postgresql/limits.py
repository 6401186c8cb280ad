"""How long one statement may take at most, in a request or elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_longest: ContextVar[float] = ContextVar("longest", default=float("inf"))


@contextmanager
def limit_statements(seconds: float) -> Iterator[None]:
    """Give up each statement in here after so long, also where the server is well: its standbys may
    be gone, and a commit that waits for one of them waits for ever.
    """
    before = _longest.set(seconds)
    try:
        yield
    finally:
        _longest.reset(before)


def longest_statement() -> float:
    return _longest.get()
