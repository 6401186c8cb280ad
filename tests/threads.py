from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

from scoring.toolkit.problems import UserError

T = TypeVar("T")


def do_at_once(calls: Iterable[Callable[[], T]]) -> list[T]:
    """Return what came of those that were not refused."""
    waiting = [*calls]
    ready = Barrier(len(waiting))

    def work(call: Callable[[], T]) -> list[T]:
        ready.wait()
        try:
            return [call()]
        except UserError:
            return []
        finally:
            connection.close()

    with ThreadPoolExecutor(len(waiting)) as pool:
        return [result for came in pool.map(work, waiting) for result in came]
