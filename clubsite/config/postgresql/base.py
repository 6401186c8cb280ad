"""Wait for PostgreSQL only as long as the server is alive. A server that hangs keeps its
connections open: its operating system goes on acknowledging what is sent, so no TCP timeout ends
the wait. A waiting thread therefore asks now and then, over a second connection, whether the server
answers at all.
"""

import socket
import struct
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import IsolationLevel
from psycopg.abc import PQGen

from clubsite.config.databases import longest_statement

SILENCE = 3.0  # seconds without a byte before the server is probed
ANSWER = 2.0  # seconds in which a live server answers the probe
SSL_REQUEST = struct.pack("!ii", 8, 80877103)  # the first request of the protocol; needs no log-in

T = TypeVar("T")


class WatchedConnection(psycopg.Connection[Any]):
    def wait(self, gen: PQGen[T], *how: Any, **more: Any) -> T:
        return super().wait(self._watch(gen), *how, **more)

    def _watch(self, gen: PQGen[T]) -> Generator[Any, Any, T]:
        began = probed = monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and (now := monotonic()) - probed > SILENCE:
                    self._check_server(now - began)
                    probed = monotonic()
                wanted = gen.send(ready)
        except StopIteration as done:
            result: T = done.value
            return result

    def _check_server(self, waited: float) -> None:
        """`waited`: seconds that this statement has run."""
        address = self.info.hostaddr or self.info.host, self.info.port
        if waited < longest_statement.get() and is_answering(*address):
            return
        self.close()  # without a cancel, which would confirm a commit that no standby has
        raise psycopg.OperationalError(f"no answer for {waited:.0f} s: the connection is given up")


def is_answering(host: str, port: int) -> bool:
    """No log-in is needed, and a server answers even if it has no free connection."""
    try:
        with _line_to(host, port) as line:
            line.sendall(SSL_REQUEST)
            return bool(line.recv(1))
    except OSError:
        return False


@contextmanager
def _line_to(host: str, port: int) -> Iterator[socket.socket]:
    """If the host is a path, it is the folder of a Unix socket."""
    if not host.startswith("/"):
        with socket.create_connection((host, port), timeout=ANSWER) as line:
            yield line
        return
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(ANSWER)
        line.connect(f"{host}/.s.PGSQL.{port}")
        yield line


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


reach = Reach()  # one for all threads of the process


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> WatchedConnection:
        opened = reach.connect(conn_params)
        opened.isolation_level = self.settings_dict["OPTIONS"].get("isolation_level")
        self.isolation_level = opened.isolation_level or IsolationLevel.READ_COMMITTED
        return opened

    def is_usable(self) -> bool:
        """A server that has become read-only may have been replaced by another one."""
        state = self.connection.info.parameter_status
        words = ("in_hot_standby", "default_transaction_read_only")
        return super().is_usable() and not any(state(word) == "on" for word in words)
