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
        """A server that has become read-only may have been replaced by another one."""
        try:
            with self.connection.cursor() as cursor:
                cursor.execute("SHOW transaction_read_only")
                return bool(cursor.fetchone() == ("off",))
        except psycopg.Error:
            return False
