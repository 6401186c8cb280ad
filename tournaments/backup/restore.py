"""The site from a file. It is built up beside what is there, laid beside the file once more, and
only then takes its place; what was there is kept aside.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

from django.conf import settings
from django.core.management.sql import emit_post_migrate_signal
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from scoring.sheets import audit
from tournaments import site_key
from tournaments.backup import archive, databases, swap, tables
from tournaments.backup.archive import Archive, Damaged, Newer
from tournaments.backup.create import ADDRESS, ERASED, KEY, MEDIA, folder, part_of
from tournaments.backup.swap import Move
from tournaments.members import erasures, privacy


class OtherKey(Exception):
    """The environment names another secret than the one in the file."""


def restore(path: Path) -> dict[str, Any]:
    """What is there now. Of all that may be refused nothing has changed anything."""
    with archive.opened(path) as kept:
        if tables.unknown(kept.migrations):
            raise Newer
        kept.check()
        with swap.folder_ready() as ready:
            stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
            moves = _files(kept, ready, stamp)
            erased = _erased(kept, path.parent)
            with databases.beside(stamp) as more:
                found = _fill(kept, erased)
            swap.promise([*more, *moves])
            swap.go_on()
        erasures.note(erased)
        swap.remove_places(*databases.files(), Path(settings.DATA) / "secret-key", folder())
        return {"made": kept.made.isoformat(), "rows": kept.rows, **found}


def _erased(kept: Archive, beside: Path) -> set[str]:
    """Marks from wherever there are any: in the database that goes, on this machine, in the file,
    and where the file was kept.
    """
    marks = erasures.known([*erasures.own_folders(), beside])
    if all(path.exists() for path in databases.files()):
        with suppress(DatabaseError):  # a damaged one is why somebody is here
            marks |= erasures.recorded()
    if ERASED in kept.parts:
        marks |= erasures.marks_in(b"".join(kept.chunks(ERASED)).decode("ascii", "replace"))
    return marks


def _files(kept: Archive, ready: Path, stamp: str) -> list[Move]:
    """Laid ready."""
    key = b"".join(kept.chunks(KEY))
    if os.environ.get("STREEPJE_SECRET_KEY", key.decode()) not in ("", key.decode()):
        raise OtherKey
    beside = [name for name in kept.parts if name == ADDRESS or name.startswith(MEDIA)]
    for name in (KEY, *beside):
        file = ready / name
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as written:
            written.writelines(kept.chunks(name))
            written.flush()
            os.fsync(written.fileno())
    if folder().exists():
        (ready / MEDIA).mkdir(parents=True, exist_ok=True)
    own, address = Path(settings.DATA) / "secret-key", Path(settings.DATA) / Path(ADDRESS).name
    return [
        Move(ready / name, place, place.with_name(f"{place.name}.before-{stamp}"))
        for name, place in ((KEY, own), (ADDRESS, address), (MEDIA, folder()))
        if (ready / name).exists() and not (place == own and _holds(own, key))
    ]


def _holds(file: Path, key: bytes) -> bool:
    return file.is_file() and file.read_bytes().strip() == key


def _fill(kept: Archive, erased: set[str]) -> dict[str, Any]:
    """An empty database; then brought up to date. What `verify` says of it."""
    _migrate(kept.migrations)
    models = tables.models_at(kept.migrations)
    if {part_of(model) for model in models} != {*_table_parts(kept)}:
        raise Damaged
    try:
        with transaction.atomic():
            _check("DEFERRED")  # rows come table by table
            for model in models:
                tables.empty(connection, model)
            for model in models:
                _load(kept, model)
            _check("IMMEDIATE")
    except (DataError, IntegrityError) as error:
        raise Damaged from error
    for model in models:
        _compare(kept, model)
    _migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    secret = b"".join(kept.chunks(KEY)).decode()
    site_key.put_back(secret)
    erasures.record(erased)
    again = privacy.reapply_erasures(marks=erased, secret=secret)
    found = audit.run()
    told = {"sheets": found.sheets, "events": found.events, "problems": found.problems}
    return told | {"erased_again": again.erased, "not_erased": again.left}


def _table_parts(kept: Archive) -> Iterator[str]:
    return (name for name in kept.parts if name.startswith("tables/"))


def _migrate(to: list[tuple[str, str]]) -> None:
    """What a transaction would leave to be checked at its end is checked at once: PostgreSQL alters
    no table that something is still to be checked of, and all of this is one transaction.
    """
    _check("IMMEDIATE")
    MigrationExecutor(connection).migrate(to)


def _check(when: Literal["IMMEDIATE", "DEFERRED"]) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET CONSTRAINTS ALL {when}")


def _load(kept: Archive, model: tables.Model) -> None:
    said = kept.parts[part_of(model)]
    if said["columns"] != [field.column for field in tables.columns(model)]:
        raise Damaged
    with archive.broken_is_damaged():
        tables.fill(connection, model, kept.lines(part_of(model)))
        if said["last"]:
            tables.go_on_after(connection, model, said["last"])


def _compare(kept: Archive, model: tables.Model) -> None:
    """The same values, also where this database writes them in another way."""
    there = map(json.loads, tables.lines(connection, model))
    rows = 0
    for told, found in zip_longest(kept.lines(part_of(model)), there):
        rows += 1
        if told != found:
            raise Damaged(model._meta.db_table)
    if rows != kept.parts[part_of(model)]["rows"]:
        raise Damaged(model._meta.db_table)
