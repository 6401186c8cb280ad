"""Back up the running site: a snapshot of one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.psycopg_any import IsolationLevel
from django.db.migrations.recorder import MigrationRecorder

from tournaments.backup import archive, database_tables
from tournaments.members import erasure_marks

SNAPSHOT = "snapshot"  # the connection that sees one moment, while others write
ONE_MOMENT: dict[str, dict[str, Any]] = {
    "sqlite": {"transaction_mode": "DEFERRED"},
    "postgresql": {"isolation_level": IsolationLevel.REPEATABLE_READ},
}
KEY = "files/secret-key"
ERASED = "files/erased"
ADDRESS = "files/address"  # the public address that phones use
EMPTY = "tables/tournaments_machine.jsonl"  # the state of machines is left out


class NothingHere(Exception):
    """The site was never started."""


def write(path: Path) -> dict[str, Any]:
    with archive.open_writer(path) as out, open_snapshot() as source:
        migrations = [*MigrationRecorder(source).applied_migrations()]
        if not migrations:
            raise NothingHere
        for model in database_tables.load_models(migrations):
            _add(out, source, model)
        out.add(KEY, [str(settings.SECRET_KEY).encode()])
        erased = erasure_marks.load_all_known()
        out.add(ERASED, [f"{mark}\n".encode() for mark in sorted(erased)])
        if settings.PUBLIC_URL:
            out.add(ADDRESS, [settings.PUBLIC_URL.encode()])
        out.end(migrations)
    with archive.open_archive(path) as written:
        return {"file": str(path), "bytes": path.stat().st_size, "rows": written.rows}


def _add(out: archive.Writer, source: BaseDatabaseWrapper, model: database_tables.Model) -> None:
    details: dict[str, Any] = {"table": model._meta.db_table, "rows": 0}
    details["columns"] = [field.column for field in database_tables.list_columns(model)]
    details["last"] = database_tables.find_last_id(source, model)

    def counted() -> Iterator[bytes]:
        if name_part(model) != EMPTY:
            for line in database_tables.dump_rows(source, model):
                details["rows"] += 1
                yield line

    out.add(name_part(model), counted(), details)


@contextmanager
def open_snapshot() -> Iterator[BaseDatabaseWrapper]:
    own = connections[SNAPSHOT] = connection.copy(SNAPSHOT)
    own.settings_dict["OPTIONS"] |= ONE_MOMENT[own.vendor]
    try:
        with transaction.atomic(using=SNAPSHOT):
            yield own
    finally:
        own.close()
        del connections[SNAPSHOT]


def name_part(model: database_tables.Model) -> str:
    return f"tables/{model._meta.db_table}.jsonl"
