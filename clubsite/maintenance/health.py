import shutil
import threading
from contextlib import suppress

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.config.databases import PATIENCE
from clubsite.middleware import outage
from tournaments.models import LoginAttempt
from tournaments.problems import WRITES_LONG

ROOM = 200_000_000  # bytes that have to be free: for a back-up and a night
DEADLINE = 2.0  # seconds to answer in, whatever the database does
HURRY = 1  # second to wait for another writer


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """One word for each failure, without details: anybody may ask."""
    wrong = ", ".join(list_failures())
    status = 503 if wrong else 200
    return HttpResponse(wrong or "ok", status=status, content_type="text/plain; charset=utf-8")


def list_failures() -> list[str]:
    return find_failures() if connection.vendor == "sqlite" else Check.join_or_begin().wait()


class Check(threading.Thread):
    _beginning = threading.Lock()
    _last: "Check | None" = None

    def __init__(self) -> None:
        super().__init__(name="healthz", daemon=True)
        self.failures = ["database"]  # until the check has ended

    @classmethod
    def join_or_begin(cls) -> "Check":
        with cls._beginning:
            if cls._last is None or not cls._last.is_alive():
                cls._last = cls()
                cls._last.start()
            return cls._last

    def run(self) -> None:
        try:
            self.failures = find_failures()
        finally:
            connection.close()

    def wait(self) -> list[str]:
        self.join(DEADLINE)
        return self.failures


def find_failures() -> list[str]:
    try:
        up_to_date = is_up_to_date()
    except DatabaseError:
        return ["database"]
    has_room = count_free_bytes() >= ROOM
    words = [try_write(), "" if up_to_date else "migrations", "" if has_room else "disk"]
    return [*filter(None, words)]


def try_write() -> str:
    try:
        wait_at_most(HURRY)
        with transaction.atomic():
            LoginAttempt.objects.filter(account="").update(failures=0)
            transaction.set_rollback(True)
    except DatabaseError as error:
        return "busy" if outage.find_outage(error) == WRITES_LONG else "read-only"
    finally:
        with suppress(DatabaseError):  # the database may be gone by now
            wait_at_most(PATIENCE)
    return ""


def wait_at_most(seconds: int) -> None:
    sqlite = connection.vendor == "sqlite"
    words = "PRAGMA busy_timeout = {}000" if sqlite else "SET lock_timeout = '{}s'"
    with connection.cursor() as cursor:
        cursor.execute(words.format(seconds))


def is_up_to_date() -> bool:
    loader = MigrationLoader(connection)
    return {*(loader.applied_migrations or ())} == {*loader.disk_migrations}


def count_free_bytes() -> int:
    try:
        return shutil.disk_usage(settings.DATA).free
    except OSError:
        return 0
