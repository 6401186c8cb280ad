"""Passwords and keys: from a variable, from a file that another variable names, or made here."""

import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from clubsite.config import program


def read_secret(name: str) -> str:
    """Return what stands in this variable or in the file that `<name>_FILE` names; "" if neither is
    set.
    """
    variable = find_variable(name)
    if variable in ("", name):
        return os.environ.get(name, "")
    path = os.environ[variable]
    try:
        secret = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no text"
        raise ImproperlyConfigured(f"{variable} ({path}) can't be read: {why}.") from None
    if not (secret and secret.isprintable()):
        raise ImproperlyConfigured(f"{variable} ({path}) must hold the secret in one line of text.")
    return secret


def find_variable(name: str) -> str:
    """Return `name`, `<name>_FILE`, or "" if neither is set."""
    given = [variable for variable in (name, f"{name}_FILE") if os.environ.get(variable)]
    if len(given) > 1:
        raise ImproperlyConfigured(f"{given[0]} and {given[1]} are both set: keep one of them.")
    return "".join(given)


def get_or_make_key(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        _make(path)
    key = path.read_text(errors="replace").strip()
    if not (len(key) >= 50 and key.isascii() and key.isprintable()):
        raise ImproperlyConfigured(
            f"{path} is leeg of beschadigd. Zet het terug uit een reservekopie. Is die er niet, "
            f"verwijder het dan en typ {program.write_command('newkey')}; dan moet "
            "iedereen opnieuw inloggen en werkt geen enkele link of QR-code meer die al "
            "gedeeld of gedrukt is."
        )
    return key


def _make(path: Path) -> None:
    """Write a new key atomically. If another process has just made the file, keep that one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")  # 0600
    fresh = Path(name)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        _move(fresh, path)
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
