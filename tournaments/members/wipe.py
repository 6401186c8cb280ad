"""Remove erased data from the database file, too, not only from its tables."""

from contextlib import suppress

from django.db import DatabaseError, connection, transaction

MOMENT = 1000  # milliseconds; reads rarely take longer


def wipe_afterwards() -> None:
    """Wipe deleted data from SQLite's log after the commit. The database file itself is overwritten
    by `secure_delete`.
    """
    transaction.on_commit(wipe_log)


def wipe_log() -> None:
    """Write SQLite's log into the database file and empty the log. If somebody reads the database
    meanwhile, `tidy` does this later.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor, suppress(DatabaseError):
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {MOMENT}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")
