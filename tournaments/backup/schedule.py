"""Back-ups that the site makes by itself, and how long each is kept."""

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
from tournaments.models import Deed, Machine

log = logging.getLogger(__name__)

LAST = 10  # are kept whatever their age
LONG = timedelta(days=366)  # and of older ones the last of each month, for a year
ODD = timedelta(minutes=5)  # clocks of two machines that share a folder
NAME = re.compile(r"streepje-(\d{8}T\d{6})Z\.backup")

# Beside the page, which does not wait; Ctrl+C does, so that whoever closes a night and then the
# laptop has it.
_making = ThreadPoolExecutor(max_workers=1, thread_name_prefix="backups")
_asked = deque["Future[bool]"](maxlen=1)  # the last that was asked for


def make() -> Path:
    """One more, now; those that are no longer kept go."""
    folder = Path(settings.BACKUPS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"streepje-{datetime.now(UTC):%Y%m%dT%H%M%S}Z.backup"
    create.write(path)
    purge_expired(path)
    return path


def purge_expired(new: Path | None = None) -> int:
    """Those that nobody has to keep any more; how many. The new one is none of them, whatever the
    clock says.
    """
    gone = 0
    for path in [one for one in _over(_all(Path(settings.BACKUPS))) if one != new]:
        with suppress(OSError):  # somebody takes it along, which Windows minds: another time
            path.unlink()
            gone += 1
    return gone


def after_closing() -> "Future[bool] | None":
    """A night is over: what was played there is the last thing to lose. Never in the way of it. One
    that is not begun yet will hold this night, too: where many clubs close within the hour and a
    back-up takes minutes, none waits for more than two.
    """
    if not settings.BACKS_UP:
        return None
    for last in [*_asked]:
        if not (last.running() or last.done()):
            return last
    _asked.append(asked := _making.submit(_make))
    return asked


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
    """When the last good one was made; a file has its name only once it was read again. One of
    tomorrow is of a clock that was wrong.
    """
    now = datetime.now(UTC)
    made = map(_made, _all(Path(settings.BACKUPS)))
    return max((time for time in made if time <= now + ODD), default=None)


def last_of_all(others: Iterable[Machine] | None = None) -> datetime | None:
    """The last good one on any machine that still serves the site."""
    own, found = last(), machines.others() if others is None else others
    there = [one.last_back_up for one in found if one.last_back_up]
    return max([*there, *([own] if own else [])], default=None)


def missing(last: datetime | None) -> datetime | None:
    """When a night was closed last, if the last back-up should hold that and does not. Here, too,
    tomorrow is of a clock that was wrong, which no back-up would ever catch up with.
    """
    closings = Deed.objects.filter(kind=Deed.Kind.CLOSED, time__lte=datetime.now(UTC) + ODD)
    closed = closings.order_by("time").last()
    if closed is None or not settings.BACKS_UP:
        return None
    return None if last and closed.time <= last + timedelta(seconds=1) else closed.time


def _all(folder: Path) -> list[Path]:
    """The newest first."""
    found = (path for path in folder.glob("streepje-*.backup") if NAME.fullmatch(path.name))
    return sorted(found, key=_made, reverse=True)


def _made(path: Path) -> datetime:
    match = NAME.fullmatch(path.name)
    assert match, path
    return datetime.strptime(match[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)


def _over(newest_first: list[Path]) -> Iterable[Path]:
    """Those that nobody has to keep any more."""
    months: set[str] = set()
    for path in newest_first[LAST:]:
        made = _made(path)
        month = f"{made:%Y-%m}"
        if month in months or made < datetime.now(UTC) - LONG:
            yield path
        months.add(month)
