"""The file of a club that comes along, in the database for a day: looked at once, then taken in,
by whichever machine is asked.
"""

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files import File
from django.db import transaction
from django.utils import timezone

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.accounts import accounts
from tournaments.files.transfer import import_club
from tournaments.files.transfer.club_file import MOST_BYTES, PackedClub
from tournaments.files.transfer.import_club import Found, Looked
from tournaments.models import Club, ClubFile, ClubFilePart, User
from tournaments.problems import user_error

KEPT = timedelta(days=1)
MOST_KEPT = 3
PART = 1 << 20  # bytes in a row


def save_file(*, file: "File[bytes]") -> str:
    """A name that nobody guesses, under which it is found again."""
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


def found(token: str) -> Found | None:
    """What looking at it came to; None: nobody did yet."""
    told = _kept(token).found
    return None if told is None else Found(**told)


def preview(token: str) -> Iterator[Looked]:
    """All of it, telling how far it is. What can't be taken in is kept no longer."""
    try:
        with opened(token) as file:
            for one in import_club.preview(file):
                if isinstance(one, Looked):
                    yield one
                else:
                    ClubFile.objects.filter(token=token).update(found=one._asdict())
    except UserError:
        ClubFile.objects.filter(token=token).delete()
        raise


def apply_file(*, kept: str, name: str, slug: str, owner: User) -> Club:
    there = found(kept)
    if there is None:
        raise user_error(problems.CLUB_GONE)
    with opened(kept) as file:
        club = import_club.import_club(file=file, found=there, name=name, slug=slug, owner=owner)
    ClubFile.objects.filter(token=kept).delete()
    return club


@transaction.atomic
def apply_first(
    *, kept: str, name: str, slug: str, owner_name: str, login: str, password: str
) -> tuple[Club, User]:
    """On a fresh site, with its first owner."""
    owner = accounts.create_account(name=owner_name, login=login, password=password)
    return apply_file(kept=kept, name=name, slug=slug, owner=owner), owner


def purge_expired() -> int:
    """Those that nobody took in within a day; how many."""
    old = ClubFile.objects.filter(created__lt=timezone.now() - KEPT)
    return old.delete()[1].get(ClubFile._meta.label, 0)


def remove_old_folder() -> None:
    """Earlier versions kept such files there."""
    shutil.rmtree(Path(settings.DATA) / "arriving", ignore_errors=True)


@contextmanager
def opened(token: str) -> Iterator[PackedClub]:
    with BufferedReader(Parts(_kept(token))) as file:
        yield PackedClub(file)


def _kept(token: str) -> ClubFile:
    kept = ClubFile.objects.filter(token=token).first()
    if kept is None:
        raise user_error(problems.CLUB_GONE)
    return kept


class Parts(RawIOBase):
    """A kept file, read from its parts as they are asked for: never all of it at once."""

    def __init__(self, file: ClubFile) -> None:
        self._file, self._at = file, 0
        self._part = lru_cache(maxsize=2)(self._read_part)
        last = file.parts.last()
        self._size = last.number * PART + len(last.content) if last else 0

    def _read_part(self, number: int) -> bytes:
        part = self._file.parts.filter(number=number).first()
        if part is None:  # somebody took it in meanwhile
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
        found = self._part(number)[begin : begin + len(buffer)]
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)
