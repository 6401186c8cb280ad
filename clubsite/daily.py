"""What a site does by itself each day, whatever serves it: of many workers one does it, beside its
pages.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from django.conf import settings
from django.db import DatabaseError, connection

from clubsite import firstrun, health
from clubsite.tidy import tidy
from tournaments.backup import keeping
from tournaments.backup.archive import Damaged

log = logging.getLogger(__name__)

HOUR, DAY = 3600.0, 86_400.0


def begin() -> None:
    """In a thread of its own, which ends with the process."""
    Thread(target=every_hour, args=(Event().wait,), name="daily", daemon=True).start()


def every_hour(over: Callable[[float], bool]) -> None:
    """`over` waits so many seconds, and tells whether that was all."""
    while True:
        try:
            look()
        except (DatabaseError, OSError, Damaged) as error:  # another hour
            log.error("What is done each day could not be done: %s", type(error).__name__)
        finally:
            connection.close()  # of this thread
        if over(HOUR):
            break


def look() -> None:
    """A back-up of a closed night that is in none was cut off: the disk was full, a worker died."""
    with _alone() as alone:
        if not alone or not health.is_up_to_date():
            return
        if _due(_mark("tidied")):
            tidy()
            _mark("tidied").touch()
        if keeping.missing(keeping.last()):
            keeping.make()


def done() -> None:
    """It was done just now, by somebody who did not look."""
    _mark("tidied").touch()


def _due(mark: Path) -> bool:
    """A mark of tomorrow was made by a clock that was wrong."""
    try:
        return not 0 <= time.time() - mark.stat().st_mtime < DAY
    except FileNotFoundError:
        return True


def _mark(name: str) -> Path:
    return Path(settings.DATA) / (f"demo-{name}" if settings.DEMO else name)


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else is at it; the system lets go when a process dies."""
    with _mark("daily.lock").open("a", encoding="utf-8") as file:
        yield firstrun.try_lock(file)
