"""Who was erased, for the sake of older back-ups: marks that tell nobody who it was. They are kept
in the database, for every machine of the site, and outside it, where no older back-up takes its
place. docs/decisions/0021-erased-stays-erased.md says why so.
"""

import hashlib
import hmac
import logging
import os
import re
from collections.abc import Iterable
from datetime import UTC
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournaments.models import ErasedMark, Member, User

log = logging.getLogger(__name__)

NAME = "erased"
MARK = re.compile(r"[0-9a-f]{32}")


def mark(one: Member | User, secret: str) -> str:
    """The same for somebody in every back-up of a site, and for nobody else."""
    if isinstance(one, Member):
        said = f"member {one.public_id}"
    else:
        said = f"user {one.pk} {one.created.astimezone(UTC).isoformat()}"
    return hmac.new(secret.encode(), said.encode(), hashlib.sha256).hexdigest()[:32]


def record(marks: Iterable[str]) -> None:
    """In the database."""
    rows = [ErasedMark(mark=one) for one in sorted(marks)]
    ErasedMark.objects.bulk_create(rows, ignore_conflicts=True)


def note(marks: Iterable[str]) -> None:
    """In the data folder and beside the back-ups, which may be on another disk."""
    for folder in own_folders():
        more = {*marks} - known([folder])
        try:
            if more:
                _append(folder, more)
        except OSError as error:
            log.error("That somebody was erased is not noted in %s: %s", folder, error)


def share() -> None:
    """What one machine noted is in the database, and on every machine."""
    there, marks = recorded(), all_known()
    record(marks - there)
    note(marks)


def _append(folder: Path, marks: Iterable[str]) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    how = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with os.fdopen(os.open(folder / NAME, how, 0o600), "w", encoding="ascii") as file:
        file.write("".join(f"\n{one}\n" for one in sorted(marks)))  # apart from a line cut short
        file.flush()
        os.fsync(file.fileno())


def all_known() -> set[str]:
    return recorded() | known(own_folders())


def recorded() -> set[str]:
    """In the database; none in one of an earlier version, which had no table for them."""
    with connection.cursor() as cursor:
        if ErasedMark._meta.db_table not in connection.introspection.table_names(cursor):
            return set()
    return {*ErasedMark.objects.values_list("mark", flat=True)}


def own_folders() -> list[Path]:
    return [Path(settings.DATA), Path(settings.BACKUPS)]


def known(folders: Iterable[Path]) -> set[str]:
    return {one for folder in folders for one in read(folder / NAME)}


def read(path: Path) -> set[str]:
    try:
        return marks_in(path.read_text(encoding="ascii", errors="replace"))
    except OSError:
        return set()


def marks_in(text: str) -> set[str]:
    return {line for line in text.splitlines() if MARK.fullmatch(line)}
