"""Keep an uploaded club file in the database for a day. So any machine of the site can preview and
import it.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from io import BufferedReader, RawIOBase
from typing import Any

from django.core.files import File
from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.accounts import accounts
from tournaments.files.transfer import import_club
from tournaments.files.transfer.club_file import MOST_BYTES, PackedClub
from tournaments.files.transfer.import_club import NightRead, Preview
from tournaments.models import Club, ClubFile, ClubFilePart, User
from tournaments.problems import user_error

KEPT = timedelta(days=1)
MOST_KEPT = 3
PART = 1 << 20  # bytes a row


def save_file(*, file: "File[bytes]") -> str:
    """Save an uploaded club file for a day. Return the secret token with which to find the file
    again.
    """
    if (file.size or 0) > MOST_BYTES:
        raise user_error(problems.LARGE_CLUB, most=MOST_BYTES // 1_000_000)
    assert file.file, "it was uploaded"
    PackedClub(file.file)
    with transaction.atomic():
        kept = ClubFile.objects.create(token=secrets.token_urlsafe(24))
        file.seek(0)
        for number, content in enumerate(iter(lambda: file.read(PART), b"")):
            ClubFilePart.objects.create(file=kept, number=number, content=content)
        older = [*ClubFile.objects.values_list("pk", flat=True)[MOST_KEPT:]]
        ClubFile.objects.filter(pk__in=older).delete()
    return kept.token


def read_preview(token: str) -> Preview | None:
    """Return the saved preview of the uploaded club file, or None if it was not previewed yet.
    `token` is the secret text that `save_file` returned for the file.
    """
    stored = _kept(token).found
    return None if stored is None else Preview(**stored)


def preview(token: str) -> Iterator[NightRead]:
    """Read the whole uploaded club file, save its preview, and yield the progress. A file that is
    refused is deleted.
    """
    try:
        with open_file(token) as file:
            for step in import_club.preview(file):
                if isinstance(step, NightRead):
                    yield step
                else:
                    ClubFile.objects.filter(token=token).update(found=step._asdict())
    except UserError:
        ClubFile.objects.filter(token=token).delete()
        raise


def apply_file(*, kept: str, name: str, slug: str, owner: User) -> Club:
    checked = read_preview(kept)
    if checked is None:
        raise user_error(problems.CLUB_GONE)
    with open_file(kept) as file:
        club = import_club.import_club(
            file=file, checked=checked, name=name, slug=slug, owner=owner
        )
    ClubFile.objects.filter(token=kept).delete()
    return club


def apply_first(
    *, kept: str, name: str, slug: str, owner_name: str, login: str, password: str
) -> tuple[Club, User]:
    """Import an uploaded club into an empty site, and create an account that owns it. `kept` is the
    token of the uploaded file.
    """
    user = accounts.build_account(name=owner_name, login=login, password=password)
    with transaction.atomic():
        owner = accounts.save_account(user)
        return apply_file(kept=kept, name=name, slug=slug, owner=owner), owner


def purge_expired() -> int:
    """Delete uploaded club files that nobody imported within a day. Return how many were
    deleted.
    """
    old = ClubFile.objects.filter(created__lt=timezone.now() - KEPT)
    return old.delete()[1].get(ClubFile._meta.label, 0)


@contextmanager
def open_file(token: str) -> Iterator[PackedClub]:
    with BufferedReader(Parts(_kept(token))) as file:
        yield PackedClub(file)


def _kept(token: str) -> ClubFile:
    kept = ClubFile.objects.filter(token=token).first()
    if kept is None:
        raise user_error(problems.CLUB_GONE)
    return kept


class Parts(RawIOBase):
    """An uploaded club file as a stream. The database stores it in parts, which are read one at a
    time.
    """

    def __init__(self, file: ClubFile) -> None:
        self._file, self._at = file, 0
        self._part = lru_cache(maxsize=2)(self._read_part)
        last = file.parts.last()
        self._size = last.number * PART + len(last.content) if last else 0

    def _read_part(self, number: int) -> bytes:
        part = self._file.parts.filter(number=number).first()
        if part is None:  # somebody imported it meanwhile
            raise user_error(problems.CLUB_GONE)
        return bytes(part.content)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = (0, self._at, self._size)[whence] + offset
        return self._at

    def readinto(self, buffer: Any) -> int:
        if self._at >= self._size:
            return 0
        number, begin = divmod(self._at, PART)
        content = self._part(number)[begin : begin + len(buffer)]
        buffer[: len(content)] = content
        self._at += len(content)
        return len(content)
