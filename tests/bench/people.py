"""Simulated people in a hall: browsers that keep connections open, poll and write."""

import http.client
import json
import socket
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from random import Random
from typing import Any, NamedTuple

PATIENCE = 60  # seconds
KEPT_OPEN = 7  # connections of a browser
PART = "/static/scoring/form.css"  # a file of the page
LOST = 0  # in place of a status: no answer came


class Hall(NamedTuple):
    port: int
    path: str  # path of the night's result
    cookies: list[str]
    sheets: list[str]
    names: list[list[str]]


class Took(NamedTuple):
    status: int
    seconds: float


Reply = tuple[Took, http.client.HTTPMessage, bytes]


class KeptConnection:
    """A connection that is kept open. Where the site closed it, the request is made again, as
    browsers do.
    """

    def __init__(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: str | None = None
    ) -> Reply:
        start, was_open = time.perf_counter(), self.line.sock is not None
        try:
            reply, content = self._ask(method, path, headers, body)
        except (ConnectionError, http.client.BadStatusLine):
            if not was_open:
                raise
            reply, content = self._ask(method, path, headers, body)
        return Took(reply.status, time.perf_counter() - start), reply.headers, content

    def _ask(
        self, method: str, path: str, headers: dict[str, str], body: str | None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        try:
            self.line.request(method, path, body, headers)
            reply = self.line.getresponse()
            return reply, reply.read()
        except (OSError, http.client.HTTPException):
            self.line.close()
            raise

    def hold(self) -> None:
        if self.line.sock is None or self._is_ended():
            self.close()
            took, _headers, _content = self.ask("GET", PART, {"Accept-Encoding": "gzip"})
            assert took.status == HTTPStatus.OK, took

    def _is_ended(self) -> bool:
        with suppress(BlockingIOError):
            self.line.sock.setblocking(False)
            try:
                return self.line.sock.recv(1, socket.MSG_PEEK) == b""
            except ConnectionError:
                return True
            finally:
                self.line.sock.settimeout(PATIENCE)
        return False

    def close(self) -> None:
        self.line.close()


class Browser:
    """It keeps several connections open, and uses them in turn."""

    def __init__(self, port: int, kept_open: int = KEPT_OPEN) -> None:
        self.lines = [KeptConnection(port) for _ in range(kept_open)]

    def open(self) -> None:
        for line in self.lines:
            line.hold()

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: str | None = None
    ) -> Reply:
        first, *others = self.lines
        for line in others:
            line.hold()
        self.lines = [*others, first]
        return first.ask(method, path, headers, body)

    def close(self) -> None:
        for line in self.lines:
            line.close()


class Follower:
    """Somebody whose page of a night polls for changes."""

    def __init__(self, hall: Hall, cookie: str, kept_open: int = KEPT_OPEN) -> None:
        self.browser, self.path = Browser(hall.port, kept_open), f"{hall.path}?part="
        self.headers = {"Cookie": cookie, "Accept-Encoding": "gzip"}

    def poll(self) -> Took:
        took, headers, _content = self.browser.ask("GET", self.path, self.headers)
        if took.status in (200, 304):
            self.headers["If-None-Match"] = headers["ETag"]
        return took


class Table:
    """A phone at a table: it enters games, and polls for those of other phones."""

    def __init__(self, hall: Hall, number: int, kept_open: int = KEPT_OPEN) -> None:
        self.browser, self.names = Browser(hall.port, kept_open), hall.names[number]
        self.headers = {"Streepje-Link": hall.sheets[number], "Content-Type": "application/json"}
        self.turn, self.chain = 0, ""

    def write(self) -> Took:
        self.turn += 1
        cells = {name: 1 + (self.turn + seat) % 9 for seat, name in enumerate(self.names)}
        row = {"entries": cells | {self.names[self.turn % len(self.names)]: "-"}}
        game = 1 + self.turn % 10
        entry = {"id": str(uuid.uuid4()), "do": "enter", "game": game, "row": row, "seen": 9999}
        body = {"version": 1, "device": "a phone", "entries": [entry]}
        took, _headers, content = self.browser.ask("POST", "/sync/", self.headers, json.dumps(body))
        kept = took.status == 200 and self._hear(content)["answers"][0]["as"] == "kept"
        return took if kept else took._replace(status=took.status if took.status != 200 else 500)

    def poll(self) -> Took:
        since = f"?since={len(self.chain) // 4}&link={self.chain[-4:]}"
        took, _headers, content = self.browser.ask("GET", f"/sync/{since}", self.headers)
        if took.status == 200:
            self._hear(content)
        return took

    def _hear(self, content: bytes) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(content)
        if answer["sheet"]:
            self.chain = answer["sheet"]["chain"]
        return answer


def at_their_times(doing: Sequence[Callable[[], Took]], every: float, seconds: float) -> list[Took]:
    """Run each of these in a thread of its own, once every `every` seconds, for so many seconds."""
    results: list[Took] = []
    chance, end = Random("crowd"), time.monotonic() + seconds

    def go_on(do: Callable[[], Took], first: float) -> None:
        time.sleep(first)
        while time.monotonic() < end:
            began = time.monotonic()
            try:
                results.append(do())
            except (OSError, http.client.HTTPException, AssertionError):
                results.append(Took(LOST, time.monotonic() - began))
            time.sleep(max(0.0, every - (time.monotonic() - began)))

    threads = [threading.Thread(target=go_on, args=[do, chance.uniform(0, every)]) for do in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def at_99(results: list[Took]) -> float:
    return sorted(took.seconds for took in results)[len(results) * 99 // 100]
