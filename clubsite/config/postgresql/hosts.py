from threading import Lock
from typing import Any

import psycopg

from clubsite.config.postgresql.watchdog import WatchedConnection

NO_TLS = (
    "de databaseserver versleutelt de verbinding niet (TLS). Zet daar ssl = on in postgresql.conf. "
    "Is het netwerk ertussen alleen van jullie, schrijf dan ?sslmode=disable achter DATABASE_URL"
)
MOMENT = 0.2  # seconds; a healthy server takes a tenth of that


class Reach:
    """While no server answers, only one thread of a process tries, and the others fail at once.
    Otherwise all threads would be busy for `connect_timeout`, and none would be left for
    `/healthz`.
    """

    def __init__(self) -> None:
        self._away = False  # the last try reached no server
        self._trying = Lock()
        self._last = ("", "")  # host and port that answered last

    def connect(self, given: dict[str, Any]) -> WatchedConnection:
        if not self._away:
            return self._try(given)
        if not self._trying.acquire(timeout=MOMENT):
            raise psycopg.OperationalError("no server answers; another thread is trying")
        try:
            return self._try(given)
        finally:
            self._trying.release()

    def _try(self, given: dict[str, Any]) -> WatchedConnection:
        try:
            connection = WatchedConnection.connect(**put_first(self._last, given))
        except psycopg.OperationalError as error:
            self._away = True
            if "server does not support SSL" in str(error):
                raise psycopg.OperationalError(NO_TLS) from error
            raise
        self._away = False
        self._last = connection.info.host, str(connection.info.port)
        return connection


def put_first(server: tuple[str, str], given: dict[str, Any]) -> dict[str, Any]:
    """Put the server that answered last first: trying a dead one takes seconds."""
    hosts = str(given.get("host", "")).split(",")
    ports = str(given.get("port", "")).split(",")
    ports = [port or "5432" for port in (ports if len(ports) > 1 else ports * len(hosts))]
    pairs = [*zip(hosts, ports, strict=True)]
    if len(pairs) == 1 or server not in pairs:
        return given
    pairs.sort(key=lambda pair: pair != server)
    return given | {
        "host": ",".join(host for host, _ in pairs),
        "port": ",".join(port for _, port in pairs),
    }
