import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from clubsite.config import program


def get_or_make_key(path: Path) -> str:
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


def _is_key(text: str) -> bool:
    return len(text) >= 50 and text.isascii() and text.isprintable()


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
