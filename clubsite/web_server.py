"""The server of `start`: waitress, made ready for a full hall.

A browser keeps some seven connections open and asks nothing on most of them. Waitress itself reads
every request and holds every answer, so that no thread waits for who sends or reads slowly. Here a
connection that is quiet makes room for a new one, and one that is slow without end is ended.
"""

import sys
import time
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from tournaments.accounts import login_slots

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

THREADS = 16
MOST_BYTES = 60_000_000  # of what is sent: this much still gets an answer in words

CONNECTIONS = 1000  # a hundred phones and more, with all that their browsers keep open
CONNECTIONS_ON_WINDOWS = 500  # its select waits for 512 sockets at most
A_PHONE = 7  # of these
FILES = 100  # that are open beside them: the database by each thread, the log, what is sent
FILES_IN_ALL = CONNECTIONS + FILES

QUIET = 20  # seconds that a connection stays open on which nothing is asked
HEAD = 20  # seconds for the head of a request, and no more
STALLED = 60  # seconds without a byte, either way, of a request or an answer on its way
SLOWEST = 1000  # bytes a second of what is sent, once that has taken a minute
WATCHED = "/healthz"
JUST_NOW = 1  # seconds in which a connection that is new may bring its request
ROUND = 1  # seconds between two looks at who is late


class Answer(WSGITask):  # type: ignore[misc]
    """Waitress ends the connection behind an answer without a length. One that never has a body
    needs none: a browser that asks for thirty files whether they changed goes on where it is.
    """

    def build_response_header(self) -> bytes:
        asked = self.request.headers.get("CONNECTION", "").lower()
        goes_on = self.version == "1.1" and not (self.has_body or asked == "close")
        head: bytes = super().build_response_header()
        if goes_on:
            self.close_on_finish = False
            head = head.replace(b"\r\nConnection: close\r\n", b"\r\n")
        return head


class Mistake(ErrorTask):  # type: ignore[misc]
    """What waitress answers by itself, which to HEAD has no body either."""

    logged_write_no_body = True  # no line in the log for each

    @property
    def has_body(self) -> bool:
        return not asks_head(self.channel.requests[0])


def asks_head(request: HTTPRequestParser) -> bool:
    """Also where the rest of its head could not be read."""
    begin: bytes = request.header_plus or getattr(request, "first_line", b"")
    return begin.lstrip().startswith(b"HEAD ")


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    task_class = Answer
    error_task_class = Mistake
    request_began = 0.0  # when the first byte came of what is not yet there in whole

    def received(self, data: bytes) -> bool:
        before = self.request
        went_well: bool = super().received(data)
        if self.request is not before:
            self.request_began = time.time()
        return went_well

    def service(self) -> None:
        """Who asks on and on, and reads nothing of the answers, gets no more of them."""
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.cancel()
        else:
            super().service()

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Here a thread of waitress waits for the reader. What is not read yet lies in a file."""

    def is_late(self, now: float) -> bool:
        silent: float = now - self.last_activity
        if self.requests:
            return False  # a thread is at it
        if self.total_outbufs_len or self.will_close:
            return silent > STALLED
        if self.request is None:
            return silent > QUIET
        return silent > STALLED or self._sends_too_slowly(now - self.request_began)

    def _sends_too_slowly(self, took: float) -> bool:
        if not self.request.headers_finished:
            return took > HEAD
        came: int = self.request.body_bytes_received
        return took > STALLED + came / SLOWEST

    def makes_room(self) -> tuple[bool, bool, float]:
        """The lowest goes first: quiet ones, then those that send, then those that read; of each
        the one that does so for longest.
        """
        sends = self.request is not None
        since = self.request_began if sends else self.last_activity
        return bool(self.total_outbufs_len), sends, since


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Those that answer. Who asks how the site is has one for that alone: all others may be waiting
    for a database that hangs, which is when somebody asks.
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

    def run(self) -> None:
        """Until Ctrl+C or its like. Connections are ended between two rounds of the loop, which
        could not bear it while it goes past them.
        """
        try:
            while self._map:
                self.asyncore.loop(
                    self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self._map, count=1
                )
                self.end_late(time.time())
                self.make_room()
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def end_late(self, now: float) -> None:
        if now < self.next_look:
            return
        self.next_look = now + ROUND
        for channel in [*self.active_channels.values()]:
            if channel.is_late(now):
                channel.handle_close()

    def make_room(self) -> None:
        """A tenth of them go, of those at which no thread is and that did not come just now.
        Browsers make a new one when they need it.
        """
        most: int = self.adj.connection_limit
        if len(self._map) < most:
            return
        before = time.time() - JUST_NOW
        there = [*self.active_channels.values()]
        free = [one for one in there if not one.requests and one.makes_room()[-1] < before]
        for channel in sorted(free, key=Channel.makes_room)[: most // 10 + 1]:
            channel.handle_close()


def make_server(application: "WSGIApplication", **how: Any) -> Server:
    """Which listens already; `how` is as waitress takes it."""
    threads = Threads()
    threads.set_thread_count(THREADS)
    login_slots.share_threads(THREADS)
    return Server(
        application,
        dispatcher=threads,
        ident=None,
        max_request_body_size=MOST_BYTES,
        connection_limit=allowed_connections(),
        asyncore_use_poll=True,  # where there is one: select can't wait for so many
        **how,
    )


def allowed_connections() -> int:
    """As many as the system lets this process have, which is asked for more where that is few."""
    if sys.platform == "win32":
        return CONNECTIONS_ON_WINDOWS
    files = allowed_files()
    return min(CONNECTIONS, max(files - FILES, files // 2))


def allowed_files() -> int:
    import resource  # there is none on Windows

    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if files != unlimited and files < FILES_IN_ALL:
        files = FILES_IN_ALL if most == unlimited else min(FILES_IN_ALL, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return FILES_IN_ALL if files == unlimited else files
