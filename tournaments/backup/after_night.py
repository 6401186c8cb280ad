import logging
import re
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournaments import machines
from tournaments.backup import create
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
    purge_expired(path)
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
    times = map(find_time, list_newest_first(Path(settings.BACKUPS)))
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


LAST = 10  # newest back-ups, kept whatever their age
LONG = timedelta(days=366)  # how long the last one of each month is kept
NAME = re.compile(r"streepje-(\d{8}T\d{6})Z\.backup")


def purge_expired(new: Path | None = None) -> int:
    """`new` always stays, even if the clock is wrong."""
    gone = 0
    for path in [old for old in _expired(list_newest_first(Path(settings.BACKUPS))) if old != new]:
        with suppress(OSError):  # Windows refuses while somebody copies it: next time
            path.unlink()
            gone += 1
    return gone


def list_newest_first(folder: Path) -> list[Path]:
    paths = (path for path in folder.glob("streepje-*.backup") if NAME.fullmatch(path.name))
    return sorted(paths, key=find_time, reverse=True)


def find_time(path: Path) -> datetime:
    match = NAME.fullmatch(path.name)
    assert match, path
    return datetime.strptime(match[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)


def _expired(paths: list[Path]) -> Iterable[Path]:
    """The last few stay, and the last one of each month for a year."""
    months: set[str] = set()
    for path in paths[LAST:]:
        time = find_time(path)
        month = f"{time:%Y-%m}"
        if month in months or time < datetime.now(UTC) - LONG:
            yield path
        months.add(month)
