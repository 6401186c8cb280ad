"""The database backend of `DATABASE_URL` with postgres://. Django looks for it in this module."""

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import IsolationLevel

from clubsite.config.postgresql.hosts import Reach
from clubsite.config.postgresql.watchdog import WatchedConnection

reach = Reach()  # one for all threads of the process


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> WatchedConnection:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return reach.connect(conn_params)

    def is_usable(self) -> bool:
        """Return whether the server answers and accepts writes. If it has become read-only, another
        server may have taken its place, so this connection must not be used again.
        """
        try:
            with self.connection.cursor() as cursor:
                cursor.execute("SHOW transaction_read_only")
                return bool(cursor.fetchone() == ("off",))
        except psycopg.Error:
            return False
