"""One verb stops between two of its statements, another runs whole meanwhile, the first goes on."""

import queue
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import connection

from scoring.toolkit.problems import UserError

Call = Callable[[], str]
TOO_LONG = 10  # seconds; nothing here takes one
DEADLOCK = "100ms"  # after so long PostgreSQL looks whether two wait for each other


class Met(NamedTuple):
    first: str  # what came of it
    second: str
    places: list[int]  # where the first could have been stopped: each time in which transaction
    entry: int  # which of these is where its verb began, with all that it was asked about found
    waited: bool  # the second, for a lock of the first


def whole(call: Call) -> str:
    try:
        return call()
    except UserError:
        return "refused"
    except Exception as error:
        return f"FAULT {type(error).__name__}: {' '.join(str(error).split())[:200]}"


class Stop:
    """Counts the places between statements, and stops at one of them until it is let go on.

    On PostgreSQL that is after each statement in a transaction, and before each that begins one.
    On SQLite nobody else can write while a transaction is open, so only the latter.
    """

    def __init__(self, place: int) -> None:
        self.place, self.transaction = place, 0
        self.places: list[int] = []
        self.entry = 0
        self.reached, self.go_on = threading.Event(), threading.Event()

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        if not _in_transaction():
            self.transaction += 1
            if self.transaction > 1:
                self._pass()
        if not self.entry and (connection.in_atomic_block or sql.startswith("BEGIN")):
            self.entry = len(self.places)
        result = execute(sql, params, many, context)
        if connection.vendor == "postgresql" and _in_transaction():
            self._pass()
        return result

    def _pass(self) -> None:
        self.places.append(self.transaction)
        if len(self.places) == self.place:
            self.reached.set()
            assert self.go_on.wait(TOO_LONG), "nobody let it go on"


def _in_transaction() -> bool:
    inner: Any = connection.connection
    if connection.vendor == "postgresql":
        return inner is not None and inner.info.transaction_status != 0
    return inner is not None and bool(inner.in_transaction)


class Thread:
    def __init__(self) -> None:
        self.tasks: queue.Queue[Any] = queue.Queue()
        self.done = threading.Event()
        self.came: Any = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self.backend = self.do(self._begin)

    def _run(self) -> None:
        while task := self.tasks.get():
            self.came = task()
            self.done.set()
        connection.close()

    @staticmethod
    def _begin() -> Any:
        if connection.vendor != "postgresql":
            return None
        with connection.cursor() as cursor:
            cursor.execute(f"SET deadlock_timeout = '{DEADLOCK}'")
            cursor.execute("SELECT pg_backend_pid()")
            return cursor.fetchone()[0]

    def start(self, task: Callable[[], Any]) -> None:
        self.done.clear()
        self.tasks.put(task)

    def do(self, task: Callable[[], Any]) -> Any:
        self.start(task)
        return self.end()

    def end(self) -> Any:
        return self.came if self.done.wait(TOO_LONG) else "FAULT waits for ever"

    def waits(self) -> bool:
        if self.backend is None:
            return False
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self.backend])
            return bool(cursor.fetchone()[0])

    def stop(self) -> None:
        self.tasks.put(None)
        self.thread.join(TOO_LONG)


class Two:
    def __init__(self) -> None:
        self.first, self.other = Thread(), Thread()

    def stop(self) -> None:
        self.first.stop()
        self.other.stop()

    def meet(self, first: Call, second: Call, place: int = 0) -> Met:
        """`second` runs whole while `first` stops at this place, or as far as it gets before it
        waits for a lock of the first; 0: after it.
        """
        stop = Stop(place)

        def stopping() -> str:
            with connection.execute_wrapper(stop):
                came = whole(first)
            stop.reached.set()
            return came

        self.first.start(stopping)
        assert stop.reached.wait(TOO_LONG), "the first never came there"
        if not place:
            self.first.end()
        self.other.start(lambda: whole(second))
        waited = False
        while not waited and not self.other.done.wait(0.003):
            waited = self.other.waits()
        stop.go_on.set()
        return Met(self.first.end(), self.other.end(), stop.places, stop.entry, waited)
