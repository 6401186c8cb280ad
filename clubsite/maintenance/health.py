"""Is the site alive, and can it keep what it is given? For whoever watches it from outside."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.config.databases import PATIENCE
from clubsite.middleware import outage
from tournaments.backup import tables
from tournaments.models import Attempt
from tournaments.problems import WRITES_LONG

ROOM = 200_000_000  # bytes that have to be free: a back-up, and a night on top of it
DEADLINE = 2.0  # seconds in which who asks is answered, whatever the database does
HURRY = 1  # second to wait for another writer


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """One word for each thing that is wrong, and none of why: anybody may ask."""
    wrong = ", ".join(failing())
    status = 503 if wrong else 200
    return HttpResponse(wrong or "ok", status=status, content_type="text/plain; charset=utf-8")


def failing() -> list[str]:
    """A file on the disk is looked at here; a server, which may hang, by a thread beside this."""
    return [*find_failures()] if connection.vendor == "sqlite" else Look.join_or_begin().wait()


class Look(threading.Thread):
    """One look at a server, on a connection of its own. While it is under way nobody begins another
    one: however often somebody asks, it stays one thread.
    """

    _beginning = threading.Lock()
    _last: "Look | None" = None

    def __init__(self) -> None:
        super().__init__(name="healthz", daemon=True)
        self.found = ["database"]  # for as long as nothing else is known

    @classmethod
    def join_or_begin(cls) -> "Look":
        with cls._beginning:
            if cls._last is None or not cls._last.is_alive():
                cls._last = cls()
                cls._last.start()
            return cls._last

    def run(self) -> None:
        try:
            self.found = [*find_failures()]
        finally:
            connection.close()

    def wait(self) -> list[str]:
        self.join(DEADLINE)
        return self.found


def find_failures() -> Iterator[str]:
    if not answers():
        yield "database"
        return
    if word := refuses():
        yield word
    checks: dict[str, Callable[[], bool]] = {
        "migrations": is_up_to_date,
        "disk": has_room,
    }
    yield from (word for word, check in checks.items() if not check())


def answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def refuses() -> str:
    """What keeps something from being written, which is taken back; empty: nothing does. `busy` is
    that somebody else is writing and goes on for a while.
    """
    try:
        with in_a_hurry(), transaction.atomic():
            Attempt.objects.filter(account="").update(failures=0)
            transaction.set_rollback(True)
    except DatabaseError as error:
        return "busy" if outage.why(error) == WRITES_LONG else "read-only"
    return ""


@contextmanager
def in_a_hurry() -> Iterator[None]:
    """Hardly wait for other writers."""
    said = (
        "PRAGMA busy_timeout={}000" if connection.vendor == "sqlite" else "SET lock_timeout='{}s'"
    )
    with connection.cursor() as cursor:
        cursor.execute(said.format(HURRY))
        try:
            yield
        finally:
            with suppress(DatabaseError):  # it is away by now
                cursor.execute(said.format(PATIENCE))


def is_up_to_date() -> bool:
    """The database is that of this program, neither older nor newer."""
    return {*tables.applied(connection)} == _known()


@cache
def _known() -> set[tuple[str, str]]:
    return {*MigrationLoader(None, ignore_no_migrations=True).disk_migrations}


def free() -> int:
    """Bytes of the disk that the data folder is on; 0 where there is no such folder."""
    try:
        return shutil.disk_usage(settings.DATA).free
    except OSError:
        return 0


def has_room() -> bool:
    return free() >= ROOM
