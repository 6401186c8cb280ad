"""Logs without secrets. A log file has one JSON object a line, so that nothing a visitor typed can
look like a log line.
"""

import json
import logging
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

MOST = 1_000_000  # bytes in a file, about
FILES = 12
KEPT = timedelta(days=92)  # after the month of the file
FIELDS = ("user", "by", "club", "kind", "visitor", "model", "changed", "status_code", "times")

# A long part of a path with digits or capitals inside is a link's token, not a page's name.
SEGMENT = re.compile(r"(?<=/)(?=[\w-]*?(?:\d|[a-z][A-Z]|[A-Z][a-z]))[\w-]{16,}(?![\w-])")
NAMES = "token|code|key|sig|signature|password|link"
QUERY = re.compile(rf"([?&](?:{NAMES})=)[^&#\s'\"]+", re.IGNORECASE)
# Only from where a word begins: a long one without @ would be tried from each of its letters.
EMAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
# PostgreSQL's DETAIL quotes the values of the row that it refuses.
DETAIL = re.compile(r"(DETAIL: ).*")
FILE = re.compile(r"(\d{4}-\d\d)(?:-(\d+))?\.log")

Line = dict[str, Any]


def redact(text: str) -> str:
    for pattern, left in ((SEGMENT, "…"), (QUERY, r"\1…"), (EMAIL, "…"), (DETAIL, r"\1…")):
        text = pattern.sub(left, text)
    return text


class Redacted(logging.Formatter):
    """A formatter rather than a filter, so that tracebacks are covered as well."""

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        # A line break of a visitor may split no line.
        record.message = "".join(
            sign if sign.isprintable() else sign.encode("unicode_escape").decode()
            for sign in record.message
        )
        return super().formatMessage(record)


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: Line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        line |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
        if record.exc_info:
            line["trace"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


class File(logging.Handler):
    """Appends lines to this month's file, and to a next one when that is full. Several workers may
    write to the same file: each line is one write, and files are never renamed. If the disk is
    full, the line is lost, but no page fails.
    """

    def emit(self, record: logging.LogRecord) -> None:
        if settings.LOGS is None:
            return
        try:
            _add(Path(settings.LOGS), f"{self.format(record)}\n".encode())
        except OSError:
            pass
        except Exception:  # a log line that can't be formatted
            self.handleError(record)


def _add(folder: Path, line: bytes) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    month = f"{timezone.now():%Y-%m}"
    number, path = 1, folder / f"{month}.log"
    while path.exists() and path.stat().st_size >= MOST:
        number += 1
        path = folder / f"{month}-{number}.log"
    with path.open("ab", buffering=0) as file:
        file.write(line)
    for old in _files(folder)[:-FILES]:
        old.unlink(missing_ok=True)


def _files(folder: Path) -> list[Path]:
    matches = [match for path in folder.glob("*.log") if (match := FILE.fullmatch(path.name))]
    matches.sort(key=lambda match: (match[1], int(match[2] or 1)))
    return [folder / match[0] for match in matches]


def purge_expired() -> int:
    if settings.LOGS is None:
        return 0
    limit = f"{timezone.now() - KEPT:%Y-%m}"
    old = [path for path in _files(Path(settings.LOGS)) if path.stem[:7] < limit]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)
