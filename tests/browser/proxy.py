"""Bad wifi: stands between the browser and the server and breaks what it is told to break.

    wifi = proxy(site)               # the fixture
    phone.goto(wifi.url)             # the site, through it

    wifi.drop()                      # gone: every connection is cut, new ones at once
    wifi.hush()                      # worse: connections are taken, and nothing ever comes back
    wifi.restore()                   # well again

    lost = wifi.swallow("POST /sync/")      # the next such request reaches the server, which
    lost.wait()                             # does its work; its reply is cut off, all of it

A fault that was asked for happens once, to the first request that begins with those words; `wait`
fails when it does not happen. Chromium asks once more by itself when a
connection breaks that it had used before; here each request has its own, so it does not.
"""

import re
import socket
import socketserver
import threading
from contextlib import suppress
from itertools import takewhile
from urllib.parse import urlsplit

from tests.browser.devices import PATIENCE


class Fault:
    """One thing to go wrong; told when it has."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.happened = threading.Event()

    def wait(self) -> None:
        assert self.happened.wait(PATIENCE), f"no {self.words} came: nothing to swallow"


class Proxy:
    def __init__(self, to: str, port: int = 0) -> None:
        parts = urlsplit(to)
        self._to = (parts.hostname or "", parts.port or 80)
        self._lock = threading.Lock()
        self._faults: list[Fault] = []
        self._open: set[socket.socket] = set()
        self._state = "well"
        self._restored = threading.Event()
        self._server = _Listener(("127.0.0.1", port), self._serve)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def drop(self) -> None:
        self._become("dropped")

    def hush(self) -> None:
        self._become("hushed")

    def restore(self) -> None:
        self._become("well")

    def begin_anew(self) -> None:
        """Well, and nothing is asked of it."""
        with self._lock:
            self._faults.clear()
        self.restore()

    def swallow(self, words: str = "POST") -> Fault:
        fault = Fault(words)
        with self._lock:
            self._faults.append(fault)
        return fault

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self.drop()

    def _become(self, state: str) -> None:
        with self._lock:
            self._state = state
            cut = [*self._open] if state == "dropped" else []
            waiting, self._restored = self._restored, threading.Event()
        waiting.set()  # who was kept waiting is let go, with nothing
        for connection in cut:
            _shut(connection)

    def _next_fault(self, request_line: str) -> Fault | None:
        with self._lock:
            fitting = (fault for fault in self._faults if request_line.startswith(fault.words))
            first = next(fitting, None)
            if first:
                self._faults.remove(first)
            return first

    # One connection, in a thread of its own

    def _serve(self, client: socket.socket) -> None:
        with self._lock:
            state, restored = self._state, self._restored
            self._open.add(client)
        try:
            if state == "dropped":
                return
            request = _Request(client)
            if state == "hushed":
                restored.wait()
            elif request.head:
                self._pass_on(request, client)
        except OSError:
            pass  # cut off: that is what we are for
        finally:
            with self._lock:
                self._open.discard(client)
            _shut(client)

    def connect(self) -> socket.socket:
        """To whoever answers this request."""
        return socket.create_connection(self._to)

    def _pass_on(self, request: "_Request", client: socket.socket) -> None:
        fault = self._next_fault(request.asked)
        with self.connect() as server:
            server.sendall(request.whole())
            reply = b"".join(iter(lambda: server.recv(65536), b""))
        if fault:
            _shut(client)
            fault.happened.set()
        else:
            client.sendall(reply)


class _Request:
    """What one connection asks; browsers say how long their body is."""

    def __init__(self, client: socket.socket) -> None:
        with client.makefile("rb") as stream:
            self.head = b"".join(takewhile(lambda line: line.strip(), stream))
            length = re.search(rb"(?im)^content-length: *(\d+)", self.head)
            self.body = stream.read(int(length[1])) if length else b""
        self.asked = b" ".join(self.head.split(b" ")[:2]).decode()

    def whole(self) -> bytes:
        # A connection for each request: where one ends, its reply is whole.
        head = re.sub(rb"(?im)^connection:.*\r\n", b"", self.head)
        return head + b"Connection: close\r\n\r\n" + self.body


class _Listener(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], serve) -> None:
        super().__init__(address, socketserver.BaseRequestHandler)
        self._serve = serve

    def finish_request(self, request, client_address) -> None:
        self._serve(request)


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
