"""Replace the present files by restored ones, all or none. If the machine stops halfway, the next
`manage.py start` goes on.
"""

import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction

from scoring.toolkit import operating_system

LIST = "moves.json"
KEPT_ASIDE = 3  # former sites that are kept after restores
ASIDE = re.compile(r"\.before-(\d{8}-\d{6})(-wal|-shm|-journal)?")


class Move(NamedTuple):
    fresh: Path
    place: Path
    aside: Path  # where the present file goes


def find_folder() -> Path:
    return Path(settings.DATA) / "restoring"


@contextmanager
def prepare_folder() -> Iterator[Path]:
    go_on()
    find_folder().mkdir(mode=0o700, parents=True)
    try:
        yield find_folder()
    finally:
        if not (find_folder() / LIST).exists():
            shutil.rmtree(find_folder(), ignore_errors=True)


def promise(moves: list[Move]) -> None:
    """From now on these moves will be made, also after a crash."""
    written = find_folder() / f"{LIST}.new"
    with written.open("w", encoding="utf-8") as file:
        json.dump([[str(path.absolute()) for path in move] for move in moves], file)
        file.flush()
        os.fsync(file.fileno())
    operating_system.replace(written, find_folder() / LIST)


def go_on() -> bool:
    """Make the moves of an interrupted restore; return whether there were any."""
    left = (find_folder() / LIST).exists()
    if left:
        for paths in json.loads((find_folder() / LIST).read_text(encoding="utf-8")):
            _move(*map(Path, paths))
        (find_folder() / LIST).unlink()
    shutil.rmtree(find_folder(), ignore_errors=True)
    return left


def _move(fresh: Path, place: Path, aside: Path) -> None:
    if not fresh.exists():
        return
    if place.exists() and not aside.exists():
        for end in ("-wal", "-shm", "-journal"):  # left by SQLite if the file could not be opened
            with suppress(FileNotFoundError):
                place.with_name(place.name + end).rename(f"{aside}{end}")
        place.rename(aside)
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh.replace(place)


def remove_places(*places: Path) -> None:
    """Of what earlier restores kept beside `places`, delete all but the last few."""
    for place in places:
        by_stamp: dict[str, list[Path]] = {}
        for path in place.parent.glob(f"{place.name}.before-*"):
            if match := ASIDE.fullmatch(path.name.removeprefix(place.name)):
                by_stamp.setdefault(match[1], []).append(path)
        for stamp in sorted(by_stamp)[:-KEPT_ASIDE]:
            for path in by_stamp[stamp]:
                path.unlink()


PATIENCE = 5  # seconds; PostgreSQL may not have noticed yet that a client was killed
OTHERS = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND (backend_type = 'client backend'
    OR backend_type IS NULL AND usename IS NOT NULL)  -- of another user the kind is not told
"""
MOVE_ASIDE = r"""DO $$ DECLARE it text; BEGIN
    SET LOCAL lock_timeout = '10s';
    CREATE SCHEMA {schema};
    FOR it IN
        SELECT format('TABLE %I', tablename) FROM pg_tables
            WHERE schemaname = current_schema() AND tablename ~ '^({ours})_'
        UNION ALL SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
            WHERE pronamespace = current_schema()::regnamespace AND proname ~ '^({ours})_'
    LOOP EXECUTE format('ALTER %s SET SCHEMA {schema}', it); END LOOP;
    FOR it IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^before_\d{{8}}_\d{{6}}$'
        ORDER BY nspname DESC OFFSET {kept}
    LOOP EXECUTE format('DROP SCHEMA %I CASCADE', it); END LOOP;
END $$"""
# No durable writes: an unfinished database is thrown away if the machine stops halfway.
QUICK = "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA secure_delete=ON;"


class InUse(Exception):
    """The site is still running."""


def open_new_database(stamp: str) -> AbstractContextManager[list[Move]]:
    """Point the default connection at a new empty database, which replaces the site's. With SQLite,
    the caller still has to make the move that is yielded. `stamp` names what is kept aside.
    """
    return (_in_a_schema if connection.vendor == "postgresql" else _in_a_file)(stamp)


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
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
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
    own = connection.copy()
    own.settings_dict |= {"NAME": str(path)}
    own.settings_dict["OPTIONS"] |= {"timeout": 2, "init_command": "PRAGMA journal_mode=DELETE"}
    try:
        own.ensure_connection()
    except OperationalError as error:
        raise InUse from error
    except DatabaseError:  # a damaged one may be the reason to restore
        return
    finally:
        own.close()


def remove(path: Path) -> None:
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        file.unlink(missing_ok=True)


def list_files() -> list[Path]:
    return [Path(connection.settings_dict["NAME"])] if connection.vendor == "sqlite" else []


@contextmanager
def _in_a_schema(stamp: str) -> Iterator[list[Move]]:
    _wait_until_unused()
    with transaction.atomic(), connection.cursor() as cursor:
        ours = [*(app.label for app in apps.get_app_configs()), "django"]
        begins = tuple(f"{label}_" for label in ours)
        if any(name.startswith(begins) for name in connection.introspection.table_names()):
            schema = f"before_{stamp}".replace("-", "_")
            cursor.execute(MOVE_ASIDE.format(schema=schema, ours="|".join(ours), kept=KEPT_ASIDE))
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
