"""Bad wifi does what it is told, and nothing else."""

import http.server
import threading

import pytest

from tests.browser.proxy import Proxy

FETCH = """async ([path, options]) => {
  try { return await (await fetch(path, options)).text(); } catch (error) { return error.name; }
}"""
pytestmark = pytest.mark.wide
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


def test_well_it_is_not_there_and_dropped_nothing_arrives(ask, echo, wifi):
    assert ask("/one") == "x" * 1000
    wifi.drop()
    assert ask("/two") == "TypeError"
    wifi.restore()
    assert ask("/three") == "x" * 1000
    assert [path for path, _ in echo.kept] == ["/one", "/three"]


def test_hushed_nothing_comes_back_until_somebody_gives_up(ask, phone, wifi):
    wifi.hush()
    patient = "fetch('/one', {signal: AbortSignal.timeout(200)}).catch(error => error.name)"
    assert phone.evaluate(patient) == "TimeoutError"
    wifi.restore()
    assert ask("/one") == "x" * 1000


@pytest.mark.parametrize(
    ("fault", "arrived"), [("swallow", True), ("cut_reply", True), ("cut_request", False)]
)
def test_fault_happens_once_to_what_it_was_asked_for(ask, echo, wifi, fault, arrived):
    broken = getattr(wifi, fault)("POST /one")
    assert ask("/other") == "x" * 1000
    assert ask("/one") == "TypeError"
    broken.wait()
    whole = [path for path, body in echo.kept if len(body) == 1000]
    assert whole == ["/other", *["/one"] * arrived]
    assert ask("/one") == "x" * 1000


def test_fault_that_does_not_happen_is_told(monkeypatch):
    monkeypatch.setattr("tests.browser.proxy.PATIENCE", 0.01)
    wifi = Proxy("http://127.0.0.1:9")
    with pytest.raises(AssertionError, match="no POST /one came"):
        wifi.swallow("POST /one").wait()
    wifi.close()
