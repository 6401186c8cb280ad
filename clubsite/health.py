"""Is the site alive, and can it keep what it is given? For whoever watches it from outside."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite import unwell
from tournaments.backup import tables
from tournaments.models import Attempt
from tournaments.problems import WRITES_LONG

ROOM = 200_000_000  # bytes that have to be free: a back-up, and a night on top of it


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """One word for each thing that is wrong, and none of why: anybody may ask."""
    wrong = ", ".join(failing())
    status = 503 if wrong else 200
    return HttpResponse(wrong or "ok", status=status, content_type="text/plain; charset=utf-8")


def failing() -> Iterator[str]:
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
    that somebody else has been writing for as long as anybody waits.
    """
    try:
        with transaction.atomic():
            Attempt.objects.filter(account="").update(failures=0)
            transaction.set_rollback(True)
    except DatabaseError as error:
        return "busy" if unwell.why(error) == WRITES_LONG else "read-only"
    return ""


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
