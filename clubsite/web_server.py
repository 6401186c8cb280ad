"""Waitress for a full hall: docs/decisions/0025-the-server-of-start.md. A browser keeps some seven
connections open and leaves most of them idle. An idle connection is closed to make room for a new
one, and so is one that stays slow.
"""

import socket
import time
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from scoring.toolkit import operating_system
from tournaments.accounts import throttle

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

THREADS = 16
MOST_BYTES = 60_000_000  # of a request: up to this size a page can refuse it in words

CONNECTIONS = 1000  # a hundred phones and more, with all connections of their browsers
CONNECTIONS_ON_WINDOWS = 500  # its select waits for 512 sockets at most
A_PHONE = 7  # connections
FILES = 100  # other open files: a database for each thread, the log, request bodies
FILES_IN_ALL = CONNECTIONS + FILES

QUIET = 20  # seconds that an idle connection stays open
HEAD = 20  # seconds at most for the head of a request
STALLED = 60  # seconds without a byte in the middle of a request or an answer
SLOWEST = 1000  # bytes a second of a request that takes over a minute
WATCHED = "/healthz"
JUST_NOW = 1  # seconds in which a new connection may send its request
ROUND = 1  # seconds between two checks for late connections


class Answer(WSGITask):  # type: ignore[misc]
    """Keeps the connection open after a response without a body. Waitress closes it, which is slow
    when a browser asks of thirty files whether they have changed (304).
    """

    def build_response_header(self) -> bytes:
        wanted = self.request.headers.get("CONNECTION", "").lower()
        goes_on = self.version == "1.1" and not (self.has_body or wanted == "close")
        head: bytes = super().build_response_header()
        if goes_on:
            self.close_on_finish = False
            head = head.replace(b"\r\nConnection: close\r\n", b"\r\n")
        return head


class Mistake(ErrorTask):  # type: ignore[misc]
    """An error response of waitress itself; without a body if the request was a HEAD request."""

    logged_write_no_body = True  # keeps waitress from logging each

    @property
    def has_body(self) -> bool:
        request = self.channel.requests[0]  # the rest of its headers may be unreadable
        begin: bytes = request.header_plus or getattr(request, "first_line", b"")
        return not begin.lstrip().startswith(b"HEAD ")


class Channel(HTTPChannel):  # type: ignore[misc]
    task_class = Answer
    error_task_class = Mistake
    request_began = 0.0  # when the first byte of the incomplete request came

    @property
    def last_activity(self) -> float:
        return self._last_activity

    @last_activity.setter
    def last_activity(self, _time_of_day: float) -> None:
        """Waitress gives the time of day, which may be put back."""
        self._last_activity = time.monotonic()

    def received(self, data: bytes) -> bool:
        before = self.request
        went_well: bool = super().received(data)
        if self.request is not before:
            self.request_began = time.monotonic()
        return went_well

    def service(self) -> None:
        """Close the connection of a client that goes on sending without reading the responses."""
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.cancel()
        else:
            super().service()

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Here waitress would let the thread wait until the client reads. What it has not read
        stays in a file.
        """

    def is_late(self, now: float) -> bool:
        silent: float = now - self.last_activity
        if self.requests:
            return False  # a thread is working on it
        if self.total_outbufs_len or self.will_close:
            return silent > STALLED
        if self.request is None:
            return silent > QUIET
        longest = HEAD
        if self.request.headers_finished:
            longest = STALLED + self.request.body_bytes_received / SLOWEST
        return silent > STALLED or now - self.request_began > longest

    def makes_room(self) -> tuple[bool, bool, float]:
        """Idle connections go first, then those that send, then those that read."""
        sends = self.request is not None
        since = self.request_began if sends else self.last_activity
        return bool(self.total_outbufs_len), sends, since


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """`/healthz` has a thread of its own: monitoring needs it just when all others wait for a
    database that hangs.
    """

    def __init__(self) -> None:
        super().__init__()
        self.beside = ThreadedTaskDispatcher()
        self.beside.set_thread_count(1)

    def add_task(self, channel: Channel) -> None:
        if getattr(channel.requests[0], "path", "") == WATCHED:
            self.beside.add_task(channel)
        else:
            super().add_task(channel)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        self.beside.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))


class Server(TcpWSGIServer):  # type: ignore[misc]
    channel_class = Channel
    next_look = 0.0

    def listen_also(self, host: str) -> None:
        """Listen at another address as well, on the same port. Any thread may call this."""
        listener = socket.socket()
        try:
            operating_system.reuse_port(listener)
            listener.bind((host, int(self.effective_port)))
            listener.listen(self.adj.backlog)
        except OSError:
            listener.close()
            raise
        self.trigger.pull_trigger(lambda: self._serve_also(listener))

    def _serve_also(self, listener: socket.socket) -> None:
        """Run in the server's loop, whose map of connections may not change during a turn."""
        beside = type(self)(
            self.application,
            map=self._map,
            _sock=listener,
            dispatcher=self.task_dispatcher,
            adj=self.adj,
            sockinfo=self.sockinfo,
            bind_socket=False,
        )
        beside.active_channels = self.active_channels  # for `end_late` and `make_room`

    def run(self) -> None:
        """Superfluous connections are closed between two turns of the loop."""
        try:
            while self._map:
                self.asyncore.loop(
                    self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self._map, count=1
                )
                self.end_late(time.monotonic())
                self.make_room()
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def maintenance(self, now: float) -> None:
        """`end_late` closes the connections that waitress would close here."""

    def end_late(self, now: float) -> None:
        if now < self.next_look:
            return
        self.next_look = now + ROUND
        for channel in [*self.active_channels.values()]:
            if channel.is_late(now):
                channel.handle_close()

    def make_room(self) -> None:
        """At the limit, close a tenth of the connections, but no brand-new or working ones.
        Browsers reconnect when they need to.
        """
        most: int = self.adj.connection_limit
        if len(self._map) < most:
            return
        before = time.monotonic() - JUST_NOW
        idle = [channel for channel in [*self.active_channels.values()] if not channel.requests]
        free = [channel for channel in idle if channel.makes_room()[-1] < before]
        for channel in sorted(free, key=Channel.makes_room)[: most // 10 + 1]:
            channel.handle_close()


def make_server(application: "WSGIApplication", **how: Any) -> Server:
    threads = Threads()
    threads.set_thread_count(THREADS)
    throttle.share_threads(THREADS)
    return Server(
        application,
        dispatcher=threads,
        ident=None,
        max_request_body_size=MOST_BYTES,
        connection_limit=find_allowed_connections(),
        asyncore_use_poll=True,  # where the system has poll: select can't wait for so many
        **how,
    )


def find_allowed_connections() -> int:
    files = operating_system.raise_file_limit(FILES_IN_ALL)
    if files is None:
        return CONNECTIONS_ON_WINDOWS
    return min(CONNECTIONS, max(files - FILES, files // 2))
