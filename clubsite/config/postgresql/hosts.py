"""Reaching one of the servers that DATABASE_URL names, without everybody waiting for a dead one."""

from threading import Lock
from typing import Any

import psycopg

from clubsite.config.postgresql.watchdog import WatchedConnection

MOMENT = 0.2  # seconds; a server that is well takes a tenth of that


class Reach:
    """While nobody answers, one thread of a process tries at a time, and the others are told so at
    once: else each of them would be busy for `connect_timeout`, and nobody left for `/healthz`.
    """

    def __init__(self) -> None:
        self._away = False  # the last try found nobody
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
            made = WatchedConnection.connect(**put_first(self._last, given))
        except psycopg.OperationalError:
            self._away = True
            raise
        self._away = False
        self._last = made.info.host, str(made.info.port)
        return made


def put_first(server: tuple[str, str], given: dict[str, Any]) -> dict[str, Any]:
    """Of several servers the one that answered last: those before it may take seconds not to."""
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
