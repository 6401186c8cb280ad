"""Bad wifi does what it is told, and nothing else."""

import http.server
import threading
import time

import pytest

from tests.browser.proxy import Proxy

FETCH = """async ([path, options]) => {
  try { return await (await fetch(path, options)).text(); } catch (error) { return error.name; }
}"""
POST = {"method": "POST", "body": "x" * 1000}


class Echo(http.server.BaseHTTPRequestHandler):
    """Answers with what came in, and keeps it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(b"<!doctype html><title>x</title><link rel=icon href=data:,>")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.kept.append((self.path, body))
        self.answer(body)

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@pytest.fixture
def echo():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        server.kept = []
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def wifi(echo, proxy):
    return proxy(f"http://127.0.0.1:{echo.server_address[1]}")


@pytest.fixture
def ask(phone, wifi, trouble):
    trouble.expect("net::ERR_")
    phone.goto(wifi.url)
    return lambda path, options=POST: phone.evaluate(FETCH, [path, options])


def test_well_it_is_not_there(ask, echo, wifi):
    assert [ask("/one"), ask("/two")] == ["x" * 1000] * 2
    assert [path for path, _ in echo.kept] == ["/one", "/two"]
    assert wifi.seen == ["GET /", "POST /one", "POST /two"]


def test_dropped_nothing_arrives_until_it_is_restored(ask, echo, wifi):
    wifi.drop()
    assert ask("/one") == "TypeError"
    assert echo.kept == []
    wifi.restore()
    assert ask("/one") == "x" * 1000


def test_hushed_nothing_comes_back_until_somebody_gives_up(ask, phone, wifi):
    wifi.hush()
    patient = "fetch('/one', {signal: AbortSignal.timeout(200)}).catch(error => error.name)"
    assert phone.evaluate(patient) == "TimeoutError"
    wifi.restore()
    assert ask("/one") == "x" * 1000


def test_swallowed_reply_is_lost_after_the_work_was_done(ask, echo, wifi):
    lost = wifi.swallow("POST /one")
    assert ask("/other") == "x" * 1000
    assert ask("/one") == "TypeError"
    lost.wait()
    assert echo.kept[-1] == ("/one", b"x" * 1000)
    assert ask("/one") == "x" * 1000


def test_cut_reply_arrives_by_half(ask, echo, wifi):
    wifi.cut_reply("POST /one")
    assert ask("/one") == "TypeError"
    assert echo.kept == [("/one", b"x" * 1000)]


def test_cut_request_reaches_the_server_by_half(ask, echo, wifi):
    cut = wifi.cut_request("POST /one")
    assert ask("/one") == "TypeError"
    cut.wait()
    assert all(len(body) < 1000 for _, body in echo.kept)


def test_delay_comes_before_every_request(ask, wifi):
    wifi.delay = 0.3
    began = time.monotonic()
    assert ask("/one") == "x" * 1000
    assert time.monotonic() - began >= 0.3


def test_fault_that_does_not_happen_is_told(monkeypatch):
    monkeypatch.setattr("tests.browser.proxy.PATIENCE", 0.01)
    wifi = Proxy("http://127.0.0.1:9")
    with pytest.raises(AssertionError, match="no POST /one came"):
        wifi.swallow("POST /one").wait()
    wifi.close()
