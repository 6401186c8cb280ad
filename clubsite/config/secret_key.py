"""The secret key of the site. It is made at first use and kept in a file that only its owner can
read.
"""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from clubsite.config import program


def get_or_make_key(path: Path) -> str:
    """Return the secret key stored in this file; create the file with a new key if
    there is none.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        _make(path)
    key = path.read_text(errors="replace").strip()
    if not _is_key(key):
        raise ImproperlyConfigured(
            f"{path} is leeg of beschadigd. Zet het terug uit een reservekopie. Is die er niet, "
            f"verwijder het dan en typ {program.write_command('newkey')}; dan moet "
            "iedereen opnieuw inloggen en werkt geen enkele link of QR-code meer die al "
            "gedeeld of gedrukt is."
        )
    return key


def replace_key(path: Path, former: Path) -> list[str]:
    """Keep the secret key of the file `path` in the file `former`, and write a new key to `path`.
    Return both, the new one first. A crash in between leaves the key in both files.
    """
    key = get_or_make_key(path)
    with _write(former, key) as fresh:
        fresh.replace(former)
    new = secrets.token_urlsafe(50)
    with _write(path, new) as fresh:
        fresh.replace(path)
    return [new, key]


def read_former(path: Path) -> list[str]:
    """Return a list with the former secret key, which this file keeps. The list is empty if there
    is no such file, or if its content is damaged.
    """
    with suppress(OSError, ValueError):
        key = path.read_text(encoding="utf-8").strip()
        return [key] if _is_key(key) else []
    return []


def _is_key(text: str) -> bool:
    return len(text) >= 50 and text.isascii() and text.isprintable()


def _make(path: Path) -> None:
    """Write a new key to this file atomically. If another process has just made the file, keep that
    one.
    """
    with _write(path, secrets.token_urlsafe(50)) as fresh:
        _move(fresh, path)


@contextmanager
def _write(path: Path, key: str) -> Iterator[Path]:
    """Write this key to a new file beside `path` that only its owner can read, and yield the path
    of the new file. The block moves the file to its place. If it does not, the file is deleted
    after the block.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")  # 0600
    fresh = Path(name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def _move(fresh: Path, path: Path) -> None:
    try:
        path.hardlink_to(fresh)
    except FileExistsError:
        pass  # another start was first
    except OSError:  # a disk without hard links, as many a memory stick
        if not path.exists():
            fresh.rename(path)
