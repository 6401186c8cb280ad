import socket
import sys
import threading
import time
from contextlib import ExitStack, closing

import pytest

from clubsite import web_server
from tests.clubsite.lines import ask_seconds, connect, exchange, read_head, request
from tests.servers import Server, run

AT_ONCE = 15  # seconds: a machine may be busy; to wait for others takes 20 and more
HOST = {"Host": "127.0.0.1"}
PAGE = request("GET", "/robots.txt", **HOST)


@pytest.fixture(scope="module")
def site(tmp_path_factory, lay_empty_site):
    folder = tmp_path_factory.mktemp("serving")
    lay_empty_site(folder, "site.sqlite3")
    server = Server(folder, f"sqlite:///{folder / 'site.sqlite3'}")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def lines(site):
    """`lines(130)`: so many connections, which end with the test."""
    with ExitStack() as stack:
        yield lambda count: [stack.enter_context(closing(connect(site.port))) for _ in range(count)]


def test_many_who_ask_nothing_more_keep_nobody_waiting(site, lines):
    for line in lines(130):
        line.sendall(PAGE)
        assert read_head(line).startswith(b"HTTP/1.1 200 ")
    assert ask_seconds(site.port) < AT_ONCE


SENT_SLOWLY = {
    "nothing yet": b"",
    "half a head": PAGE[:-2],
    "half a body": request("POST", "/sync/", **HOST, Content_Length="500") + b"{",
    "half a chunk": request("POST", "/sync/", **HOST, Transfer_Encoding="chunked") + b"9\r\n{",
}


@pytest.mark.parametrize("begin", SENT_SLOWLY.values(), ids=SENT_SLOWLY)
def test_many_who_send_slowly_keep_nobody_waiting(site, lines, begin):
    many = lines(120)
    for line in many:
        line.sendall(begin)
    assert ask_seconds(site.port) < AT_ONCE
    for line in many:
        line.sendall(b" ")
    assert ask_seconds(site.port) < AT_ONCE


def test_many_who_ask_on_and_read_nothing_keep_nobody_waiting(site, lines):
    """Each for more than waits in the buffers of both sides, as often as fits in what is read."""
    many_requests = request("GET", "/static/clubsite/guide/de/tables.webp", **HOST) * 700
    for line in lines(2 * web_server.THREADS):
        line.sendall(many_requests)
    for _ in range(2):
        time.sleep(0.3)
        assert ask_seconds(site.port) < AT_ONCE


# A server of a trivial site, in this process, with less patience

GOES_ON = threading.Event()  # what hangs


def application(environ, start_response):
    if environ["PATH_INFO"] == "/hangs":
        GOES_ON.wait()
    if environ["PATH_INFO"] == "/same":
        start_response("304 Not Modified", [("ETag", '"1"')])
        return []
    if environ["PATH_INFO"] == "/broken":
        raise ValueError
    time.sleep(0.5 * (environ["PATH_INFO"] == "/slow"))
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


@pytest.fixture
def small(monkeypatch):
    """`small(...)`: the port of one with such settings."""
    for name, value in {
        "QUIET": 0.4,
        "HEAD": 0.8,
        "STALLED": 0.8,
        "ROUND": 0.1,
        "JUST_NOW": 0.1,
    }.items():
        monkeypatch.setattr(web_server, name, value)
    servers, threads = [], []

    def run(**settings):
        servers.append(web_server.make_server(application, host="127.0.0.1", port=0))
        for name, value in {"asyncore_loop_timeout": 0.1, **settings}.items():
            setattr(servers[-1].adj, name, value)
        threads.append(threading.Thread(target=servers[-1].run))
        threads[-1].start()
        run.server = servers[-1]
        return int(servers[-1].effective_port)

    yield run
    for server, thread in zip(servers, threads, strict=True):
        server.task_dispatcher.shutdown()
        there = [*server._map.values()]
        server._map.clear()  # which ends its loop
        thread.join()
        for channel in there:
            channel.close()


OTHER = "127.0.0.2"  # an address of this machine as good as one on a network


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address")
def test_another_address_can_be_opened_while_the_server_runs(small):
    port = small(connection_limit=12)
    with closing(connect(port)) as before:
        before.sendall(ASK)
        assert read_head(before).startswith(b"HTTP/1.1 200 ") and before.recv(2) == b"ok"
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((OTHER, port), timeout=10)
        small.server.listen_also(OTHER)
        for _ in range(30):  # more than may be open at once: here, too, idle ones make room
            with closing(socket.create_connection((OTHER, port), timeout=10)) as line:
                line.sendall(ASK)
                assert read_head(line).startswith(b"HTTP/1.1 200 ")
        with closing(socket.create_connection((OTHER, port), timeout=10)) as idle:
            assert ended(idle)
    with pytest.raises(OSError):
        small.server.listen_also(OTHER)
    with closing(connect(port)) as line:
        line.sendall(ASK)
        assert read_head(line).startswith(b"HTTP/1.1 200 ")


def ended(line):
    line.settimeout(10)
    return line.recv(1) == b""


ASK, SLOW = request("GET", "/", **HOST), request("GET", "/slow", **HOST)


def test_connection_on_which_nothing_is_asked_ends(small):
    port = small()
    with closing(connect(port)) as quiet, closing(connect(port)) as never:
        quiet.sendall(ASK)
        assert read_head(quiet).startswith(b"HTTP/1.1 200 ")
        assert quiet.recv(2) == b"ok"
        assert ended(quiet) and ended(never)


def test_connection_ends_after_the_clock_was_put_back(small, monkeypatch):
    with closing(connect(small())) as never:
        monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)
        assert ended(never)


@pytest.mark.parametrize("begin", [ASK[:-2], request("POST", "/", **HOST, Content_Length="9999")])
def test_who_sends_byte_after_byte_is_not_waited_for_without_end(small, begin):
    with closing(connect(small())) as line:
        line.sendall(begin)
        for _ in range(200):
            time.sleep(0.05)
            try:
                line.sendall(b"a")
            except OSError:
                return
    raise AssertionError("still waited for")


def test_large_thing_may_take_its_time(small):
    """As long as it comes at more than a thousand bytes a second."""
    with closing(connect(small())) as line:
        line.sendall(request("POST", "/", **HOST, Content_Length="10000"))
        for _ in range(10):  # a second
            line.sendall(b"a" * 1000)
            time.sleep(0.1)
        assert read_head(line).startswith(b"HTTP/1.1 200 ")


def test_long_work_is_waited_for(small, monkeypatch):
    monkeypatch.setattr(web_server, "QUIET", 0.1)
    with closing(connect(small())) as line:
        line.sendall(SLOW)
        assert read_head(line).startswith(b"HTTP/1.1 200 ")


def test_who_asks_how_the_site_is_waits_for_no_page_that_hangs(small, monkeypatch):
    monkeypatch.setattr(web_server, "THREADS", 1)
    GOES_ON.clear()
    with closing(connect(port := small())) as page, closing(connect(port)) as monitor:
        page.sendall(request("GET", "/hangs", **HOST))
        monitor.settimeout(AT_ONCE)
        try:
            for _ in range(2):
                monitor.sendall(request("GET", "/healthz", **HOST))
                assert read_head(monitor).startswith(b"HTTP/1.1 200 ")
                assert monitor.recv(2) == b"ok"
        finally:
            GOES_ON.set()
        assert read_head(page).startswith(b"HTTP/1.1 200 ")


def test_full_house_lets_in_who_comes_and_sends_away_who_is_quiet(small, monkeypatch):
    monkeypatch.setattr(web_server, "QUIET", 60)
    port = small(connection_limit=12)  # two of them are the server's own
    with ExitStack() as stack:
        first, *others = (stack.enter_context(closing(connect(port))) for _ in range(9))
        first.sendall(SLOW)
        for line in others:
            line.sendall(ASK)
            assert read_head(line).startswith(b"HTTP/1.1 200 ")
        time.sleep(0.2)
        for _ in range(3):
            stack.enter_context(closing(connect(port))).sendall(ASK)
            assert ask_seconds(port) < AT_ONCE
        assert others[0].recv(9) == b"ok" and ended(others[0])
        assert read_head(first).startswith(b"HTTP/1.1 200 ")


def test_connection_goes_on_behind_an_answer_that_never_has_a_body(small):
    same = request("GET", "/same", **HOST)
    head, rest = exchange(small(), same, same, request("GET", "/", **HOST, Connection="close"))
    assert b"Connection" not in head
    found = [part.split(b"\r\n")[0] for part in rest.split(b"\r\n\r\n")[:2]]
    assert found == [b"HTTP/1.1 304 Not Modified", b"HTTP/1.1 200 OK"]
    asked_to_end = request("GET", "/same", **HOST, Connection="close")
    head, rest = exchange(small(), asked_to_end, same)
    assert (b"Connection: close" in head, rest) == (True, b"")


UNREADABLE = {
    "length": request("HEAD", "/", **HOST, Content_Length="none"),
    "name": b"HEAD / HTTP/1.1\r\nno header\r\n\r\n",
    "coding": request("HEAD", "/", **HOST, Transfer_Encoding="gzip"),
    "too long": b"HEAD / HTTP/1.1\r\nCookie: ".ljust(262_144, b"a"),
    "broken": request("HEAD", "/broken", **HOST),
}


@pytest.mark.parametrize("asked", UNREADABLE.values(), ids=UNREADABLE)
def test_mistake_is_told_to_head_without_a_body(small, asked, monkeypatch):
    monkeypatch.setattr(web_server, "QUIET", 60)  # a busy machine may take a while to read it
    port = small()
    head, rest = exchange(port, asked)
    assert head[9:10] in b"45" and rest == b""
    assert exchange(port, asked.replace(b"HEAD", b"POST", 1))[1]


# Files that the system lets a process open

LIMITS = {(2000, 4096): "1000 2000", (256, 4096): "1000 1100", (256, 600): "500 600"}
LIMITS |= {(120, 120): "60 120"}
PRINT_LIMITS = f"""
import django, resource
django.setup()
from clubsite.web_server import FILES_IN_ALL, find_allowed_connections
from scoring.toolkit.operating_system import raise_file_limit
for limit in {[*LIMITS]}:  # the last may only get lower
    resource.setrlimit(resource.RLIMIT_NOFILE, limit)
    print(find_allowed_connections(), raise_file_limit(FILES_IN_ALL))
"""


def test_as_many_connections_as_may_be(tmp_path):
    done = run(tmp_path, "-c", PRINT_LIMITS)
    assert done.stdout.splitlines() == [*LIMITS.values()], done.stderr
