"""Build the restored database beside the present one, which it then replaces: SQLite's file, or
PostgreSQL's tables in one transaction.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.apps import apps
from django.db import connection, transaction

from tournaments.backup.swap import KEPT_ASIDE, Move

PATIENCE = 5  # seconds; PostgreSQL may not have noticed yet that a client was killed
OTHERS = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND (backend_type = 'client backend'
    OR backend_type IS NULL AND usename IS NOT NULL)  -- of another user the kind is not told
"""
TABLES = """SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"""
FUNCTIONS = """SELECT proname, oid::regprocedure::text FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace"""
SCHEMAS = r"""SELECT nspname FROM pg_namespace WHERE nspname ~ '^before_\d{8}_\d{6}$'
    ORDER BY nspname DESC"""
# No durable writes: an unfinished database is thrown away if the machine stops halfway.
QUICK = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA secure_delete=ON;"


class InUse(Exception):
    """The site is still running."""


@contextmanager
def open_new_database(stamp: str) -> Iterator[list[Move]]:
    """Point the default connection at a new empty database, which replaces the site's. With SQLite,
    the caller still has to make the move that is yielded. `stamp` names what is kept aside.
    """
    place = _in_a_schema if connection.vendor == "postgresql" else _in_a_file
    with place(stamp) as moves:
        yield moves


@contextmanager
def _in_a_file(stamp: str) -> Iterator[list[Move]]:
    known = connection.settings_dict
    before, options = known["NAME"], known["OPTIONS"]
    path = Path(before)
    fresh, aside = (path.with_name(f"{path.name}.{end}") for end in ("new", f"before-{stamp}"))
    connection.close()
    require_unused(path)
    remove(fresh)
    path.parent.mkdir(parents=True, exist_ok=True)
    known.update(NAME=str(fresh), OPTIONS={**options, "init_command": QUICK})
    try:
        yield (moves := [])
        connection.close()
        require_unused(path)
        _settle(fresh)
        moves.append(Move(fresh, path, aside))
    except BaseException:
        connection.close()
        remove(fresh)
        raise
    finally:
        known.update(NAME=before, OPTIONS=options)


def require_unused(path: Path) -> None:
    """Also merges the journal into the file."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=2, isolation_level=None)) as database:
        try:
            (mode,) = database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as error:
            raise InUse from error
        except sqlite3.DatabaseError:
            return
    if mode != "delete":
        raise InUse


def remove(path: Path) -> None:
    for file in (path, *list_journal_files(path)):
        file.unlink(missing_ok=True)


def list_journal_files(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


def list_files() -> list[Path]:
    return [Path(connection.settings_dict["NAME"])] if connection.vendor == "sqlite" else []


def _settle(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def _in_a_schema(stamp: str) -> Iterator[list[Move]]:
    _wait_until_unused()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '10s'")
        _move_aside(f"before_{stamp}".replace("-", "_"))
        yield []


def _wait_until_unused() -> None:
    give_up = time.monotonic() + PATIENCE
    while True:
        with connection.cursor() as cursor:
            cursor.execute(OTHERS)
            (others,) = cursor.fetchone()
        if not others:
            return
        if time.monotonic() > give_up:
            raise InUse
        time.sleep(0.1)


def _move_aside(schema: str) -> None:
    quote = connection.ops.quote_name
    ours = (*(f"{app.label}_" for app in apps.get_app_configs()), "django_")
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        tables = [name for (name,) in cursor.fetchall() if name.startswith(ours)]
        cursor.execute(FUNCTIONS)
        functions = [whole for name, whole in cursor.fetchall() if name.startswith(ours)]
        if not tables:
            return
        cursor.execute(f"CREATE SCHEMA {quote(schema)}")
        for name in tables:
            cursor.execute(f"ALTER TABLE {quote(name)} SET SCHEMA {quote(schema)}")
        for whole in functions:
            cursor.execute(f"ALTER FUNCTION {whole} SET SCHEMA {quote(schema)}")
        remove_schemas()


def remove_schemas() -> None:
    with connection.cursor() as cursor:
        cursor.execute(SCHEMAS)
        for (old,) in cursor.fetchall()[KEPT_ASIDE:]:
            cursor.execute(f"DROP SCHEMA {connection.ops.quote_name(old)} CASCADE")
