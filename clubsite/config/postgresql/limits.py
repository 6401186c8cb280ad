from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_longest: ContextVar[float] = ContextVar("longest", default=float("inf"))


@contextmanager
def limit_statements(seconds: float) -> Iterator[None]:
    """Give up any statement that takes longer, even if the server is alive: a commit that waits for
    a lost standby would wait for ever.
    """
    before = _longest.set(seconds)
    try:
        yield
    finally:
        _longest.reset(before)


def find_longest_statement() -> float:
    return _longest.get()
