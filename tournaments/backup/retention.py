"""How long back-ups are kept; of copies on a stick, `stick.KEPT` stay."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

NEWEST_KEPT = 10  # back-ups, whatever their age
LAST_OF_MONTH_KEPT = timedelta(days=366)  # the last one of each month, beside those
NAME = re.compile(r"streepje-(\d{8}T\d{6})Z\.backup")


def purge_expired(new: Path | None = None) -> int:
    """`new` always stays, even if the clock is wrong."""
    months: set[str] = set()
    gone = 0
    for path in list_newest_first(Path(settings.BACKUPS))[NEWEST_KEPT:]:
        time = find_time(path)
        month = f"{time:%Y-%m}"
        over = month in months or time < datetime.now(UTC) - LAST_OF_MONTH_KEPT
        months.add(month)
        if over and path != new:
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
