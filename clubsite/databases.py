"""A database from one line of text: sqlite:///path or postgres://user:password@host:port/name."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# FULL: what the site called saved is still there after a power cut.
SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
PATIENCE = 20  # seconds: who waits for another writer for longer is told so


def from_url(url: str, base: Path) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        name, port = unquote(parts.path[1:]), parts.port
    except ValueError:
        raise ImproperlyConfigured(_hint(url)) from None
    if parts.scheme == "sqlite" and name and not parts.netloc:
        return sqlite(name if name == ":memory:" else base / name)
    if parts.scheme in ("postgres", "postgresql") and name and "/" not in name:
        options = {"options": f"-c lock_timeout={PATIENCE}s", **dict(parse_qsl(parts.query))}
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", unquote(parts.hostname or "")),
            "PORT": port or "",
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": options,
        }
    raise ImproperlyConfigured(_hint(url))


def sqlite(path: Path | str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": PATIENCE,
            "transaction_mode": "IMMEDIATE",
            "init_command": SQLITE_PRAGMAS,
        },
    }


def _hint(url: str) -> str:
    # Never more of it than this: the rest may hold a password.
    shape = url.split("://", maxsplit=1)[0] if "://" in url else "?"
    return (
        f"DATABASE_URL ({shape}://…) can't be read: write sqlite:///path/to/file "
        "or postgres://user:password@host:5432/name, with %40 for an @ in a password."
    )
