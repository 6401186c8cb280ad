"""The daily work, whatever server serves the site. One worker of one machine does the work on the
database; on each machine, one does that on its own files.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from clubsite.config import program
from clubsite.maintenance import health
from clubsite.maintenance.purge import purge_machine, purge_site
from scoring.toolkit import operating_system
from tournaments import machines
from tournaments.backup import after_night
from tournaments.backup.archive import Damaged
from tournaments.members import erasure_marks
from tournaments.models import Site

log = logging.getLogger(__name__)

HOUR, DAY = 3600.0, timedelta(days=1)
LOCK = 7_305_573_320  # PostgreSQL advisory lock: machines that share a database share no file


def begin() -> None:
    Thread(target=every_hour, args=(Event().wait,), name="daily", daemon=True).start()


def every_hour(over: Callable[[float], bool]) -> None:
    """`over(seconds)` waits that long, and returns true if the loop must stop."""
    while True:
        try:
            do_daily_work()
        except (DatabaseError, OSError, Damaged) as error:  # try again in an hour
            log.error("What is done each day could not be done: %s", type(error).__name__)
        finally:
            connection.close()  # this thread's connection
        if over(HOUR):
            break


def do_daily_work() -> None:
    if health.is_up_to_date():
        with lock_machine() as alone:
            if alone:
                look_after_machine()
        with lock_site() as alone:
            if alone:
                look_after_site()


def look_after_machine() -> None:
    if _is_due(_time_of(_mark("purged"))):
        purge_machine()
        _mark("purged").touch()
    erasure_marks.share()
    machines.report(
        version=program.find_version(),
        free=health.count_free_bytes(),
        last_back_up=after_night.find_last(),
    )


def look_after_site() -> None:
    """The back-up after closing a night may have failed, on a full disk or with a dead worker."""
    if _is_due(find_site_purge()):
        purge_site()
        note_site_purged()
    if after_night.find_missing(after_night.find_last_of_all()):
        after_night.make()


def purge_now() -> None:
    """Give up on a full disk or a long writer: the hourly loop tries again."""
    with suppress(DatabaseError, OSError):
        purge_machine()
        purge_site()
        _mark("purged").touch()
        note_site_purged()
    connection.close()


def find_site_purge() -> datetime | None:
    return Site.objects.values_list("purged", flat=True).first()


def note_site_purged() -> None:
    Site.objects.update_or_create(pk=1, defaults={"purged": timezone.now()})


def _is_due(last: datetime | None) -> bool:
    """A time in the future comes from a wrong clock."""
    return last is None or not timedelta() <= timezone.now() - last < DAY


def _time_of(mark: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(mark.stat().st_mtime, UTC)
    except FileNotFoundError:
        return None


def _mark(name: str) -> Path:
    return Path(settings.DATA) / (f"demo-{name}" if settings.DEMO else name)


@contextmanager
def lock_site() -> Iterator[bool]:
    if connection.vendor != "postgresql":
        with lock_machine() as alone:
            yield alone
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        (alone,) = cursor.fetchone()
        try:
            yield alone
        finally:
            if alone:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


@contextmanager
def lock_machine() -> Iterator[bool]:
    with _mark("daily.lock").open("a", encoding="utf-8") as file:
        yield operating_system.try_lock(file)
