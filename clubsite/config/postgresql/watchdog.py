"""Waiting for PostgreSQL only for as long as it is there.

A server that hangs keeps its connections open: its system goes on acknowledging what is sent, so no
timeout of TCP ever ends. So who waits asks now and then, on a connection beside it, whether anybody
answers there at all; a statement that takes long or waits for a lock goes on.
"""

import socket
import struct
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen

from clubsite.config.postgresql.limits import longest_statement

SILENCE = 3.0  # seconds after which somebody looks whether the server is there
ANSWER = 2.0  # seconds in which a server that is there has answered
SSL_REQUEST = struct.pack("!ii", 8, 80877103)  # the first thing it can be asked, by anybody

T = TypeVar("T")


class WatchedConnection(psycopg.Connection[Any]):
    def wait(self, gen: PQGen[T], *how: Any, **more: Any) -> T:
        return super().wait(self._watch(gen), *how, **more)

    def _watch(self, gen: PQGen[T]) -> Generator[Any, Any, T]:
        """The same steps, each as it comes; while nothing comes, a look at the server."""
        began = looked = monotonic()
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and (now := monotonic()) - looked > SILENCE:
                    self._look(now - began)
                    looked = monotonic()
                wanted = gen.send(ready)
        except StopIteration as done:
            result: T = done.value
            return result

    def _look(self, waited: float) -> None:
        there = self.info.hostaddr or self.info.host, self.info.port
        if waited < longest_statement() and answers(*there):
            return
        self.close()  # without a cancel, which would let a commit go that no standby has
        raise psycopg.OperationalError(f"no answer for {waited:.0f} s: the connection is given up")


def answers(host: str, port: int) -> bool:
    """Whether a server there says anything. It does so before it asks who somebody is, and however
    many connections it has.
    """
    try:
        with _line_to(host, port) as line:
            line.sendall(SSL_REQUEST)
            return bool(line.recv(1))
    except OSError:
        return False


@contextmanager
def _line_to(host: str, port: int) -> Iterator[socket.socket]:
    if not host.startswith("/"):
        with socket.create_connection((host, port), timeout=ANSWER) as line:
            yield line
        return
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(ANSWER)
        line.connect(f"{host}/.s.PGSQL.{port}")
        yield line
