"""Makes a back-up automatically after a night. Also tells whether a night was closed after the last
back-up, so that no back-up includes it yet.
"""

import logging
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournaments import machines
from tournaments.backup import create, retention
from tournaments.models import Machine, NightLogEntry

log = logging.getLogger(__name__)

ODD = timedelta(minutes=5)  # clock difference of two machines that share a folder

# A thread, so that the page does not wait. Ctrl+C does wait, so that whoever closes a night and
# then stops the site has a back-up.
_making = ThreadPoolExecutor(max_workers=1, thread_name_prefix="backups")
_submitted = deque["Future[bool]"](maxlen=1)  # the last one submitted


def make() -> Path:
    """Make a back-up now, then delete expired ones."""
    folder = Path(settings.BACKUPS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"streepje-{datetime.now(UTC):%Y%m%dT%H%M%S}Z.backup"
    create.write(path)
    retention.purge_expired(path)
    return path


def back_up_after_closing() -> "Future[bool] | None":
    """Start a back-up in the background, because a night was closed. If another back-up is still
    waiting to start, start no new one, because that one will include this night, too. Return the
    back-up's future, or None if this site makes no back-ups.
    """
    if not settings.BACKS_UP:
        return None
    for last in [*_submitted]:
        if not (last.running() or last.done()):
            return last
    _submitted.append(running := _making.submit(_make))
    return running


def _make() -> bool:
    try:
        make()
        machines.report(last_back_up=find_last())
        return True
    except Exception as error:
        log.error("The back-up after closing a night failed: %s", error)
        return False
    finally:
        connection.close()  # of this thread


def find_last() -> datetime | None:
    """Return the time of the last back-up on this machine. Times in the future come from a wrong
    clock and are ignored.
    """
    now = datetime.now(UTC)
    times = map(retention.find_time, retention.list_newest_first(Path(settings.BACKUPS)))
    return max((time for time in times if time <= now + ODD), default=None)


def find_last_of_all(others: Iterable[Machine] | None = None) -> datetime | None:
    """Return the time of the last back-up on any machine that still serves the site. `others` are
    the other machines; if it is None, they are looked up.
    """
    own, serving = find_last(), machines.list_others() if others is None else others
    times = [machine.last_back_up for machine in serving if machine.last_back_up]
    return max([*times, *([own] if own else [])], default=None)


def find_missing(last: datetime | None) -> datetime | None:
    """Return the time at which a night was last closed, if no back-up includes that night yet.
    `last` is the time of the last back-up. Return None if the back-up was made after the closing,
    or if this site makes no back-ups. Closing times in the future come from a wrong clock and are
    ignored.
    """
    closings = NightLogEntry.objects.filter(
        kind=NightLogEntry.Kind.CLOSED, time__lte=datetime.now(UTC) + ODD
    )
    closed = closings.order_by("time").last()
    if closed is None or not settings.BACKS_UP:
        return None
    return None if last and closed.time <= last + timedelta(seconds=1) else closed.time
