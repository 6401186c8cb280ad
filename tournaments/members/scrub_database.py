"""Remove erased data not only from the tables, but also from the database file."""

from contextlib import suppress

from django.db import DatabaseError, connection, transaction

MOMENT = 1000  # milliseconds; reads rarely take longer


def wipe_afterwards() -> None:
    transaction.on_commit(wipe_log)


def wipe_log() -> None:
    """Empty SQLite's write-ahead log. While another process reads, `purge` does it later."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor, suppress(DatabaseError):
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {MOMENT}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")
