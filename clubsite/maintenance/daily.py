"""The daily work, whatever server serves the site. One worker of one machine does the work on the
database; on each machine, one does that on its own files.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Event, Thread

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from clubsite.config import logs, program
from clubsite.config.databases import hold_lock
from clubsite.maintenance import health
from scoring.sheets import lifecycle
from scoring.toolkit import operating_system
from tournaments import machines
from tournaments.accounts import invitations, login_links, mail, mail_queue, sessions, throttle
from tournaments.backup import after_night, retention
from tournaments.backup.archive import Damaged
from tournaments.files.imports import members
from tournaments.members import erasure, erasure_marks, past_imports
from tournaments.models import Site
from tournaments.nights import signing_up
from tournaments.publishing import letters_to_send

log = logging.getLogger(__name__)

HOUR, DAY = 3600.0, timedelta(days=1)
AT_ONCE = 100  # sheets in one transaction, so that other writers hardly wait
LOCK = 7_305_573_320


def begin() -> None:
    Thread(target=every_hour, args=(Event().wait,), name="daily", daemon=True).start()


def every_hour(over: Callable[[float], bool]) -> None:
    """`over(seconds)` waits that long, and returns true if the loop must stop."""
    while True:
        try:
            do_daily_work()
        except (DatabaseError, OSError, Damaged) as error:  # try again in an hour
            log.error("What is done each day could not be done: %s", type(error).__name__)
        except Exception:  # a mistake of ours must not end the back-ups
            log.exception("What is done each day could not be done")
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
    mark, last = _mark("purged"), None
    with suppress(FileNotFoundError):
        last = datetime.fromtimestamp(mark.stat().st_mtime, UTC)
    if _is_due(last):
        purge_machine()
        mark.touch()
    erasure_marks.share()
    machines.report(
        version=program.find_version(),
        free=health.count_free_bytes(),
        last_back_up=after_night.find_last(),
    )


def look_after_site() -> None:
    """The back-up after closing a night may have failed, on a full disk or with a dead worker."""
    if _is_due(Site.objects.values_list("purged", flat=True).first()):
        purge_site()
        note_site_purged()
    if after_night.find_missing(after_night.find_last_of_all()):
        after_night.make()
    signing_up.fill_all_places()
    letters_to_send.ask_who_comes()
    mail.wake()


def purge_now() -> None:
    """Give up on a full disk or a long writer: the hourly loop tries again."""
    with suppress(DatabaseError, OSError):
        purge_machine()
        purge_site()
        _mark("purged").touch()
        note_site_purged()
    connection.close()


def note_site_purged() -> None:
    Site.objects.update_or_create(pk=1, defaults={"purged": timezone.now()})


def _is_due(last: datetime | None) -> bool:
    """A time in the future comes from a wrong clock."""
    return last is None or not timedelta() <= timezone.now() - last < DAY


def _mark(name: str) -> Path:
    return Path(settings.DATA) / (f"demo-{name}" if settings.DEMO else name)


def lock_site() -> AbstractContextManager[bool]:
    return hold_lock(LOCK) if connection.vendor == "postgresql" else lock_machine()


@contextmanager
def lock_machine() -> Iterator[bool]:
    with _mark("daily.lock").open("a", encoding="utf-8") as file:
        yield operating_system.try_lock(file)


def purge() -> dict[str, int]:
    return purge_site() | purge_machine()


def purge_site() -> dict[str, int]:
    counts = {
        "sheets": sum(iter(partial(lifecycle.purge_expired, AT_ONCE), 0)),
        "guests": sum(iter(partial(erasure.purge_guests, AT_ONCE), 0)),
        "sessions": sessions.purge_expired(),
        "links": login_links.purge_expired() + invitations.purge_expired(),
        "attempts": throttle.purge_expired(),
        "files": members.purge_expired() + past_imports.purge_expired(),
        "letters": mail_queue.purge_expired(),
        "machines": machines.purge_expired(),
    }
    erasure.wipe_log()
    return counts


def purge_machine() -> dict[str, int]:
    return {"logs": logs.purge_expired(), "copies": retention.purge_expired()}
