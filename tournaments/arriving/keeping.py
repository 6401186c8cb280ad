"""The file of a club that comes along, on the disk for a day: looked at once, then taken in."""

import json
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.files import File
from django.db import transaction

from scoring.refused import Refused
from tournaments import problems
from tournaments.arriving import taking
from tournaments.arriving.taking import Found, Looked
from tournaments.incoming.whole import MOST_BYTES, Whole
from tournaments.models import Club, User
from tournaments.people import accounts
from tournaments.problems import refused

KEPT = timedelta(days=1)
MOST_KEPT = 3
NAME = re.compile(r"[A-Za-z0-9_-]{32}")


def keep(*, file: "File[bytes]") -> str:
    """A name that nobody guesses, under which it is found again."""
    if (file.size or 0) > MOST_BYTES:
        raise refused(problems.LARGE_CLUB, most=MOST_BYTES // 1_000_000)
    assert file.file, "it was uploaded"
    Whole(file.file)
    _folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    name = secrets.token_urlsafe(24)
    with _opened_new(_path(name)) as kept:
        for chunk in file.chunks():
            kept.write(chunk)
    for old in _all()[MOST_KEPT:]:
        _remove(old)
    return name


def found(name: str) -> Found | None:
    """What looking at it came to; None: nobody did yet."""
    with opened(name):
        told = _told(name)
        return Found(**json.loads(told.read_text("utf-8"))) if told.exists() else None


def look(name: str) -> Iterator[Looked]:
    """All of it, telling how far it is. What can't be taken in is kept no longer."""
    try:
        with opened(name) as file:
            for one in taking.look(file):
                if isinstance(one, Looked):
                    yield one
                else:
                    fresh = _told(name).with_suffix(".new")
                    with _opened_new(fresh) as written:
                        written.write(json.dumps(one._asdict()).encode())
                    fresh.replace(_told(name))
    except Refused:
        _remove(_path(name))
        raise


def take(*, kept: str, name: str, slug: str, owner: User) -> Club:
    there = found(kept)
    if there is None:
        raise refused(problems.CLUB_GONE)
    with opened(kept) as file:
        club = taking.take(file=file, found=there, name=name, slug=slug, owner=owner)
    _remove(_path(kept))
    return club


@transaction.atomic
def take_first(
    *, kept: str, name: str, slug: str, owner_name: str, login: str, password: str
) -> tuple[Club, User]:
    """On a fresh site, with its first owner."""
    owner = accounts.make(name=owner_name, login=login, password=password)
    return take(kept=kept, name=name, slug=slug, owner=owner), owner


def let_go() -> int:
    """Those that nobody took in within a day; how many."""
    old = [one for one in _all() if time.time() - _made(one) > KEPT.total_seconds()]
    for one in old:
        _remove(one)
    return len(old)


@contextmanager
def opened(name: str) -> Iterator[Whole]:
    try:
        file = _path(name).open("rb")
    except FileNotFoundError:
        raise refused(problems.CLUB_GONE) from None
    with file:
        yield Whole(file)


def _folder() -> Path:
    return Path(settings.DATA) / "arriving"


def _path(name: str) -> Path:
    if not NAME.fullmatch(name):
        raise refused(problems.CLUB_GONE)
    return _folder() / f"{name}.zip"


def _told(name: str) -> Path:
    return _path(name).with_suffix(".json")


def _opened_new(path: Path) -> IO[bytes]:
    """Names and how to reach people: for nobody else who has the machine."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _all() -> list[Path]:
    """The newest first."""
    return sorted(_folder().glob("*.zip"), key=_made, reverse=True)


def _made(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # somebody took it in
        return 0


def _remove(path: Path) -> None:
    for one in (path, path.with_suffix(".json"), path.with_suffix(".new")):
        one.unlink(missing_ok=True)
