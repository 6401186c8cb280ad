"""Run the site on two machines: two processes with a data folder each, on the tests' PostgreSQL,
behind one address that takes them in turn.

    STREEPJE_PAIR=1 .ci/postgres python3 manage.py test tests/browser

The fixtures `site` and `server` of the tests in a browser are then this address, and the test
clients of the files in ASKING send their requests there. A test that patches the program can't
reach another process: from that moment its own process answers. The end of the run lists those
tests.
"""

import http.client
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from inspect import signature
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse

from tests.servers import ROOT, Server, free_port

ASKED = bool(os.environ.get("STREEPJE_PAIR"))
ASKING = ("test_crawl.py", "test_permissions.py", "test_strangers.py")
PATCHING = {"monkeypatch", "settings", "caplog"}
TOKEN = "a" * 32  # the CSRF token that a form would send

asking_tests: set[str] = set()  # ids of tests that asked the machines
patched: set[str] = set()  # those of them that their own process had to answer


class Machine(Server):
    """A server by gunicorn if it is installed, as in docs/deploying/machines.md."""

    def __init__(self, folder: Path, database: str = "") -> None:
        super().__init__(folder, database)
        self.env |= {"STREEPJE_BACKUPS": "no"}

    def begin(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=ROOT, env=self.env, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def command(self) -> list[str]:
        if not importlib.util.find_spec("gunicorn"):
            return super().command()
        words = ["-m", "gunicorn", "--bind", f"127.0.0.1:{self.port}", "--threads", "4"]
        return [sys.executable, *words, "clubsite.wsgi:application"]

    def kill(self) -> None:
        """Kill the server and its workers."""
        if self.process:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Pair:
    answers_clients = False  # whether the current test asks the machines
    copied = ""  # the database state of the copies, see `_written`

    def __init__(self, folder: Path) -> None:
        self.machines = [Machine(folder / name) for name in ("one", "other")]
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.this_process, self.answers_here = "", False
        self._front: Any = None

    @property
    def process(self) -> Any:
        return self._front

    def start(self) -> None:
        from tests.browser.proxy import Proxy

        for machine in self.machines:
            Path(machine.env["STREEPJE_DATA"]).mkdir(exist_ok=True)
            machine.begin()
        for machine in self.machines:
            machine.wait()
        self._turns, self._lock = cycle(self.machines), threading.Lock()
        self._front = Proxy(self.url, self.port)
        self._front.connect = self._connect

    def kill(self) -> None:
        if self._front:
            self._front.close()
            self._front = None
        for machine in self.machines:
            machine.kill()

    def _connect(self) -> socket.socket:
        """Connect to the next machine, or to the other one if that is down."""
        if self.answers_here and self.this_process:
            host, _, port = self.this_process.removeprefix("http://").partition(":")
            return socket.create_connection((host, int(port)))
        for _ in self.machines:
            with self._lock:
                machine = next(self._turns)
            with suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", machine.port))
        raise ConnectionRefusedError

    # For test clients

    def answer(self, environ: dict[str, Any]) -> HttpResponse:
        """Answer for the handler of a test client, by one of the machines."""
        path = quote(environ["PATH_INFO"].encode("latin-1"))
        query = f"?{environ['QUERY_STRING']}" if environ["QUERY_STRING"] else ""
        length = int(environ.get("CONTENT_LENGTH") or 0)
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)) as line:
            body = environ["wsgi.input"].read(length) if length else None
            line.request(environ["REQUEST_METHOD"], path + query, body, _headers(environ))
            return _answer(line.getresponse())


def _headers(environ: dict[str, Any]) -> dict[str, str]:
    """Return the headers that a browser would send, with the CSRF token of a page."""
    headers = {"Host": environ["SERVER_NAME"], "Content-Type": environ.get("CONTENT_TYPE", "")}
    for name, value in environ.items():
        if name.startswith("HTTP_"):
            headers[name.removeprefix("HTTP_").replace("_", "-").title()] = value
    token = f"{settings.CSRF_COOKIE_NAME}={TOKEN}"
    headers["Cookie"] = "; ".join(filter(None, (headers.get("Cookie"), token)))
    return headers | {"X-Csrftoken": TOKEN}


def _answer(reply: http.client.HTTPResponse) -> Any:
    answer: Any = HttpResponse(reply.read(), status=reply.status)
    answer.wsgi_request = None  # the request is in another process
    del answer["Content-Type"]
    for name, value in reply.getheaders():
        if name == "Set-Cookie":
            answer.cookies.load(value)
        elif name not in ("Connection", "Server", "Date"):
            answer[name] = value
    return answer


def mark(items: list[pytest.Item]) -> None:
    for item in items if ASKED else ():
        wanted = {*signature(item.function).parameters}
        if item.path.name in ASKING and not PATCHING & wanted:
            item.add_marker(pytest.mark.django_db(transaction=True), append=False)
            item.add_marker("asks_pair")


def tell(terminalreporter: Any) -> None:
    if ASKED:
        terminalreporter.section("Asked of two machines")
        terminalreporter.line(f"{len(asking_tests - patched)} tests were asked of both in turn.")
        for test in sorted(asking_tests & patched):
            terminalreporter.line(f"  patched, so answered in its own process: {test}")


@contextmanager
def undone() -> Iterator[None]:
    """Undo all changes of the block, those of other processes too, from a copy of every table. The
    copy is made again only if something was written since.
    """
    if not Pair.answers_clients:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        return
    with connection.cursor() as cursor:
        if _written(cursor) != Pair.copied:
            _copy(cursor)
        yield
        if _written(cursor) != Pair.copied:
            _put_back(cursor)


def _written(cursor: Any) -> str:
    """Return a text that changes with every transaction that wrote."""
    cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
    return str(cursor.fetchone()[0])


def _tables(cursor: Any) -> list[str]:
    return [*map(connection.ops.quote_name, connection.introspection.table_names(cursor))]


def _copy(cursor: Any) -> None:
    again = ["DROP SCHEMA IF EXISTS before CASCADE", "CREATE SCHEMA before"]
    copies = [f"CREATE TABLE before.{table} AS TABLE {table}" for table in _tables(cursor)]
    cursor.execute("; ".join([*again, *copies]))
    Pair.copied = _written(cursor)


def _put_back(cursor: Any) -> None:
    begin = "BEGIN; SET LOCAL session_replication_role = replica"  # without triggers
    back = [
        f"DELETE FROM {table}; INSERT INTO {table} TABLE before.{table}"
        for table in _tables(cursor)
    ]
    cursor.execute("; ".join([begin, *back, "COMMIT"]))
    Pair.copied = _written(cursor)
