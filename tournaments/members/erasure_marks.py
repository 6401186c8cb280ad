"""Marks of erased people, so that restoring an older back-up erases them again: keyed hashes, which
reveal nobody. They are in the database, for every machine, and in files outside it, which no
restored back-up replaces. See docs/decisions/0021-erased-stays-erased.md.
"""

import hashlib
import hmac
import logging
import os
import re
from collections.abc import Container, Iterable
from datetime import UTC
from pathlib import Path

from django.conf import settings
from django.db import connection

from tournaments import site_key
from tournaments.models import ErasedMark, Member, User

log = logging.getLogger(__name__)

NAME = "erased"
WITHOUT = ""  # no secret
MARK = re.compile(r"[0-9a-f]{32}")


def mark(member: Member | User, secret: str) -> str:
    if isinstance(member, Member):
        identity = f"member {member.public_id}"
    else:
        identity = f"user {member.pk} {member.created.astimezone(UTC).isoformat()}"
    return hmac.new(secret.encode(), identity.encode(), hashlib.sha256).hexdigest()[:32]


def list_marks(member: Member | User) -> list[str]:
    """A member also gets a mark without a key, which stays valid when the site drops its keys. The
    member's id is random, so it reveals nobody either.
    """
    secrets = site_key.list_own() + ([WITHOUT] if isinstance(member, Member) else [])
    return [mark(member, secret) for secret in secrets]


def is_marked(member: Member | User, marks: Container[str], secrets: Iterable[str]) -> bool:
    return any(mark(member, secret) in marks for secret in (*secrets, WITHOUT))


def save_marks(marks: Iterable[str]) -> None:
    rows = [ErasedMark(mark=erased_mark) for erased_mark in sorted(marks)]
    ErasedMark.objects.bulk_create(rows, ignore_conflicts=True)


def note(marks: Iterable[str]) -> None:
    for folder in list_own_folders():
        more = {*marks} - read_known([folder])
        try:
            if more:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
                with os.fdopen(os.open(folder / NAME, flags, 0o600), "w", encoding="ascii") as file:
                    # A new line first, in case the last one was cut short.
                    file.write("".join(f"\n{erased_mark}\n" for erased_mark in sorted(more)))
                    file.flush()
                    os.fsync(file.fileno())
        except OSError as error:
            log.error("That somebody was erased is not noted in %s: %s", folder, error)


def share() -> None:
    in_database, marks = load_recorded(), load_all_known()
    save_marks(marks - in_database)
    note(marks)


def load_all_known() -> set[str]:
    return load_recorded() | read_known(list_own_folders())


def load_recorded() -> set[str]:
    """Return an empty set for the database of an earlier version, without this table."""
    with connection.cursor() as cursor:
        if ErasedMark._meta.db_table not in connection.introspection.table_names(cursor):
            return set()
    return {*ErasedMark.objects.values_list("mark", flat=True)}


def list_own_folders() -> list[Path]:
    return [Path(settings.DATA), Path(settings.BACKUPS)]


def read_known(folders: Iterable[Path]) -> set[str]:
    return {erased_mark for folder in folders for erased_mark in read(folder / NAME)}


def read(path: Path) -> set[str]:
    try:
        return find_marks(path.read_text(encoding="ascii", errors="replace"))
    except OSError:
        return set()


def find_marks(text: str) -> set[str]:
    return {line for line in text.splitlines() if MARK.fullmatch(line)}
