"""Read DATABASE_URL: sqlite:///path, or postgres://user:password@host:port/name with one host or
several. A server on another machine must encrypt, unless the URL says another `sslmode`.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

# FULL: what the site called saved survives a power cut. secure_delete overwrites deleted data.
SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;"
# Statements that a connection keeps prepared. Pages have more than Python's 128, and to prepare one
# again takes as long as to run it.
STATEMENTS = 1000
PATIENCE = 20  # seconds to wait for another writer before a refusal
# Gives up a server that is switched off or out of reach within seconds. A server that hangs but
# keeps its connections open is handled in clubsite/config/postgresql/base.py.
REACHING = {
    "connect_timeout": "3",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",  # milliseconds
}
UNENCRYPTED = ("disable", "allow", "prefer")  # modes in which words may travel readable
HERE = re.compile(r"|localhost|127\.[\d.]+|::1|[/@].*")  # this machine, or a socket on it
HOST = re.compile(r"(?:\[([^\[\]]+)\]|([^\[\]:]*))(?::(\d{1,5}))?")


def read_url(url: str, base: Path) -> dict[str, Any]:
    """A relative path of an SQLite file starts at the folder `base`."""
    scheme, _, rest = url.partition("://")
    netloc, _, path = rest.partition("/")
    user, _, hosts = netloc.rpartition("@")
    try:
        parts = urlsplit(f"{scheme}://{user}@/{path}")  # Python knows no list of hosts
        name, (host, port) = unquote(parts.path[1:]), _servers(hosts)
    except ValueError:
        raise ImproperlyConfigured(_hint(url)) from None
    if "://" not in url:
        raise ImproperlyConfigured(_hint(url))
    if parts.scheme == "sqlite" and name and not netloc:
        return build_sqlite(name if name == ":memory:" else base / name)
    if parts.scheme in ("postgres", "postgresql") and name and "/" not in name:
        options = {**REACHING, **dict(parse_qsl(parts.query))}
        # PostgreSQL uses the last value of an option that is given twice.
        given = f"-c lock_timeout={PATIENCE}s {options.get('options', '')}"
        options["options"] = given.strip()
        host, port = options.pop("host", host), options.pop("port", port)
        if not is_here(find_server(host, options)):
            options.setdefault("sslmode", os.environ.get("PGSSLMODE") or "require")
        return {
            "ENGINE": "clubsite.config.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": host,
            "PORT": port,
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": options,
        }
    raise ImproperlyConfigured(_hint(url))


def is_here(hosts: str) -> bool:
    """Return whether all these hosts, separated by commas, are this machine."""
    return all(HERE.fullmatch(host) for host in hosts.split(","))


def find_server(host: str, options: dict[str, Any]) -> str:
    """Return the hosts to which libpq connects, separated by commas."""
    address = options.get("hostaddr") or os.environ.get("PGHOSTADDR")
    return address or host or os.environ.get("PGHOST", "")


def _servers(given: str) -> tuple[str, str]:
    """Return the hosts and the ports, each separated by commas, as libpq wants them."""
    matches = [HOST.fullmatch(server) for server in given.split(",")]
    if not all(matches) or any(int(server[3] or 0) > 65535 for server in matches if server):
        raise ValueError
    hosts = [server[1] or unquote(server[2]) for server in matches if server]
    ports = [server[3] or "" for server in matches if server]
    return ",".join(hosts), ",".join(ports) if any(ports) else ""


def build_sqlite(path: Path | str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": PATIENCE,
            "transaction_mode": "IMMEDIATE",
            "init_command": SQLITE_PRAGMAS,
            "cached_statements": STATEMENTS,
        },
    }


def hide_files(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Let only the site's own user read the files of an SQLite database. Do nothing if they belong
    to another user.
    """
    if connection.vendor == "sqlite":
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):  # no such file yet, or a database in memory
                Path(f"{connection.settings_dict['NAME']}{end}").chmod(0o600)


def _hint(url: str) -> str:
    # Show only the scheme: the rest may hold a password.
    shape = url.split("://", maxsplit=1)[0] if "://" in url else "?"
    return (
        f"DATABASE_URL ({shape}://…) can't be read: write sqlite:///path/to/file "
        "or postgres://user:password@host:5432/name, with %40 for an @ in a password."
    )


longest_statement: ContextVar[float] = ContextVar("longest", default=float("inf"))  # seconds


@contextmanager
def limit_statements(seconds: float) -> Iterator[None]:
    """Give up any statement that takes longer, even if the server is alive: a commit that waits for
    a lost standby would wait for ever.
    """
    before = longest_statement.set(seconds)
    try:
        yield
    finally:
        longest_statement.reset(before)


@contextmanager
def hold_lock(number: int, *, wait: bool = False) -> Iterator[bool]:
    """An advisory lock for machines that share a PostgreSQL, but no file. Yield whether this one
    has it. PostgreSQL ends it with its connection.
    """
    own = connection.copy()
    try:
        with own.cursor() as cursor:
            while True:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
                (alone,) = cursor.fetchone()
                if alone or not wait:
                    break
                time.sleep(0.5)
        yield alone
    finally:
        own.close()
