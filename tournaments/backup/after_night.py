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
    folder = Path(settings.BACKUPS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"streepje-{datetime.now(UTC):%Y%m%dT%H%M%S}Z.backup"
    create.write(path)
    retention.purge_expired(path)
    return path


def back_up_after_closing() -> "Future[bool] | None":
    """A back-up that still waits to start will include this night, too. None if this site makes no
    back-ups.
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
    """Times in the future come from a wrong clock."""
    now = datetime.now(UTC)
    times = map(retention.find_time, retention.list_newest_first(Path(settings.BACKUPS)))
    return max((time for time in times if time <= now + ODD), default=None)


def find_last_of_all(others: Iterable[Machine] | None = None) -> datetime | None:
    own, serving = find_last(), machines.list_others() if others is None else others
    times = [machine.last_back_up for machine in serving if machine.last_back_up]
    return max([*times, *([own] if own else [])], default=None)


def find_missing(last: datetime | None) -> datetime | None:
    """Return when a night was closed that no back-up includes yet; `last` is the last back-up."""
    closings = NightLogEntry.objects.filter(
        kind=NightLogEntry.Kind.CLOSED, time__lte=datetime.now(UTC) + ODD
    )
    closed = closings.order_by("time").last()
    if closed is None or not settings.BACKS_UP:
        return None
    return None if last and closed.time <= last + timedelta(seconds=1) else closed.time
