import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

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
