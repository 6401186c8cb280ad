"""Wait for PostgreSQL only as long as the server is alive. A server that hangs keeps its
connections open: its operating system goes on acknowledging what is sent, so no TCP timeout ends
the wait. A waiting thread therefore asks now and then, over a second connection, whether the server
answers at all.
"""

import socket
import struct
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen

from clubsite.config.postgresql.limits import find_longest_statement

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
        if waited < find_longest_statement() and is_answering(*address):
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
