"""Makes back-ups by itself after a night, and deletes old ones."""

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

LAST = 10  # newest back-ups, kept whatever their age
LONG = timedelta(days=366)  # how long the last one of each month is kept
ODD = timedelta(minutes=5)  # clock difference of two machines that share a folder
NAME = re.compile(r"streepje-(\d{8}T\d{6})Z\.backup")

# A thread, so that the page does not wait. Ctrl+C does wait, so that whoever closes a night and
# then stops the site has a back-up.
_making = ThreadPoolExecutor(max_workers=1, thread_name_prefix="backups")
_asked = deque["Future[bool]"](maxlen=1)  # the last one submitted


def make() -> Path:
    """Make a back-up now, then delete expired ones."""
    folder = Path(settings.BACKUPS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"streepje-{datetime.now(UTC):%Y%m%dT%H%M%S}Z.backup"
    create.write(path)
    purge_expired(path)
    return path


def purge_expired(new: Path | None = None) -> int:
    """Delete expired back-ups and return how many were deleted. The back-up `new` always stays,
    even if the clock is wrong.
    """
    gone = 0
    for path in [old for old in _over(_all(Path(settings.BACKUPS))) if old != new]:
        with suppress(OSError):  # Windows refuses while somebody copies it: next time
            path.unlink()
            gone += 1
    return gone


def after_closing() -> "Future[bool] | None":
    """Start a back-up in the background, because a night was closed. If one is waiting to start, it
    will include this night too, so at most one runs and one waits.
    """
    if not settings.BACKS_UP:
        return None
    for last in [*_asked]:
        if not (last.running() or last.done()):
            return last
    _asked.append(running := _making.submit(_make))
    return running


def _make() -> bool:
    try:
        make()
        machines.report(last_back_up=last())
        return True
    except Exception as error:
        log.error("The back-up after closing a night failed: %s", error)
        return False
    finally:
        connection.close()  # of this thread


def last() -> datetime | None:
    """Return the time of the last back-up on this machine. Times in the future come from a wrong
    clock and are ignored.
    """
    now = datetime.now(UTC)
    times = map(_made, _all(Path(settings.BACKUPS)))
    return max((time for time in times if time <= now + ODD), default=None)


def last_of_all(others: Iterable[Machine] | None = None) -> datetime | None:
    """Return the time of the last back-up on any machine that still serves the site. `others` are
    the other machines, if the caller knows them.
    """
    own, serving = last(), machines.others() if others is None else others
    times = [machine.last_back_up for machine in serving if machine.last_back_up]
    return max([*times, *([own] if own else [])], default=None)


def missing(last: datetime | None) -> datetime | None:
    """Return when a night was last closed, if the last back-up (made at `last`) does not include
    that; otherwise None. Times in the future come from a wrong clock and are ignored.
    """
    closings = NightLogEntry.objects.filter(
        kind=NightLogEntry.Kind.CLOSED, time__lte=datetime.now(UTC) + ODD
    )
    closed = closings.order_by("time").last()
    if closed is None or not settings.BACKS_UP:
        return None
    return None if last and closed.time <= last + timedelta(seconds=1) else closed.time


def _all(folder: Path) -> list[Path]:
    """Return the back-ups in a folder, the newest first."""
    found = (path for path in folder.glob("streepje-*.backup") if NAME.fullmatch(path.name))
    return sorted(found, key=_made, reverse=True)


def _made(path: Path) -> datetime:
    match = NAME.fullmatch(path.name)
    assert match, path
    return datetime.strptime(match[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)


def _over(newest_first: list[Path]) -> Iterable[Path]:
    """Yield the expired back-ups. The last few stay, and the last one of each month stays for a
    year.
    """
    months: set[str] = set()
    for path in newest_first[LAST:]:
        made_at = _made(path)
        month = f"{made_at:%Y-%m}"
        if month in months or made_at < datetime.now(UTC) - LONG:
            yield path
        months.add(month)
