"""What is erased leaves the file of the database, too, and not just its tables."""

from contextlib import suppress

from django.db import DatabaseError, connection, transaction

MOMENT = 1000  # milliseconds; readers are rarely longer at it


def wipe_afterwards() -> None:
    """Once the transaction is done. SQLite overwrites what is deleted (`secure_delete`); its log
    still has the pages as they were before.
    """
    transaction.on_commit(wipe_log)


def wipe_log() -> None:
    """Empty SQLite's log into its file. Where somebody reads for longer, `tidy` does it later."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    with connection.cursor() as cursor, suppress(DatabaseError):
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {MOMENT}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")
