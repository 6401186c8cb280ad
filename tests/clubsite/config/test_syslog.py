"""The system's log gets every line, without secrets. No page waits for it or fails by it."""

import io
import json
import logging
import os
import socket
import time
from pathlib import Path

import pytest
from django.conf import settings as real_settings

from clubsite.config import logs, syslog

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets")


class SystemLog:
    """Stands in for journald: a socket that takes datagrams."""

    def __init__(self, path):
        self.path = str(path)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(5)

    def read(self):
        return self.socket.recv(100_000).decode()

    def read_all(self):
        self.socket.setblocking(False)
        lines = []
        while True:
            try:
                lines.append(json.loads(self.read().partition(": ")[2])["message"])
            except BlockingIOError:
                return lines

    def stop(self):
        self.socket.close()
        Path(self.path).unlink()


@pytest.fixture
def place(settings, tmp_path):
    settings.SYSLOG = str(tmp_path / "log")
    return settings.SYSLOG


@pytest.fixture
def listen(place):
    """Start the system's log, as often as the test calls this."""
    started = []

    def start():
        started.append(SystemLog(place))
        return started[-1]

    yield start
    for there in started:
        there.socket.close()


@pytest.fixture
def log(place):
    """A logger with the system's log under it alone."""
    handler, log = syslog.Syslog(), logging.getLogger("tests.of.syslog")
    handler.setFormatter(logs.Lines())
    log.addHandler(handler)
    log.setLevel("INFO")
    log.propagate = False
    yield log
    log.removeHandler(handler)
    handler.close()


def test_line_arrives_as_json_without_secrets(log, listen):
    there = listen()
    log.warning("Not Found: /s/%s/ of %s", "0123456789abcdefghij", "ans@club.example")
    head, _, line = there.read().partition(": ")
    assert head == f"<28>streepje[{os.getpid()}]"  # 3 · 8 + 4: a daemon, a warning
    assert json.loads(line)["message"] == "Not Found: /s/…/ of …"
    log.info("logged in", extra={"user": 3})
    assert json.loads(there.read().partition(": ")[2])["user"] == 3


def test_all_that_goes_into_the_file_goes_there_too():
    loggers = [real_settings.LOGGING["root"], real_settings.LOGGING["loggers"]["django"]]
    assert [logger["handlers"] for logger in loggers] == [["console", "file", "syslog"]] * 2
    assert "filters" not in real_settings.LOGGING["handlers"]["syslog"]


def test_log_that_is_away_gets_the_lines_once_it_is_back_and_stderr_one_word(
    log, listen, place, capsys
):
    for number in range(3):
        log.info(f"away {number}")
    there = listen()
    log.info("back")
    assert there.read_all() == ["away 0", "away 1", "away 2", "back"]
    said = capsys.readouterr().err
    assert said.startswith(f"STREEPJE_SYSLOG ({place}) takes no lines: ") and said.count("\n") == 1
    there.stop()
    log.info("away again")
    again = listen()  # a system's log that was started anew
    log.info("back again")
    assert again.read_all() == ["away again", "back again"]


@pytest.mark.parametrize("closed", [True, False])
def test_no_page_fails_where_nothing_can_be_said_on_stderr_either(log, monkeypatch, closed):
    errors = io.StringIO() if closed else None
    if errors:
        errors.close()
    monkeypatch.setattr("sys.stderr", errors)
    log.info("away")
    assert len(log.handlers[0].waiting) == 1


def test_nobody_waits_for_a_log_that_reads_nothing(log, listen, monkeypatch):
    monkeypatch.setattr(syslog, "MOST_LINES", 50)
    handler = log.handlers[0]
    handler.waiting = syslog.deque(maxlen=50)
    there = listen()
    began = time.monotonic()
    for number in range(3000):  # more than any system lets wait for a reader
        log.info(str(number))
    assert time.monotonic() - began < 20
    assert len(handler.waiting) == 50
    first = there.read_all()
    log.info("last")
    assert first[0] == "0" and there.read_all()[-1] != first[-1]


def test_line_that_is_too_long_keeps_its_beginning(log, listen):
    there = listen()
    log.info("x" * 100_000, extra={"user": 3})
    line = json.loads(there.read().partition(": ")[2])
    assert (line["message"], line["user"]) == ("x" * 2000, 3)


def test_line_that_no_datagram_holds_stops_no_other(log, listen, monkeypatch):
    there = listen()
    monkeypatch.setattr(syslog, "MOST", 10_000_000)
    log.info("x" * 5_000_000)
    log.info("next")
    assert there.read_all() == ["next"]


def test_address_of_the_network_gets_them_too(log, settings):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        there.bind(("127.0.0.1", 0))
        there.settimeout(5)
        settings.SYSLOG = ("127.0.0.1", there.getsockname()[1])
        log.info("by the network")
        assert b'"by the network"' in there.recv(10_000)


def test_line_that_cannot_be_put_together_stops_no_page(log, monkeypatch):
    records = []
    monkeypatch.setattr(syslog.Syslog, "handleError", lambda _self, record: records.append(record))
    log.handlers[0].emit(logging.LogRecord("x", 20, "", 1, "%s too many", ("one", 2), None))
    assert len(records) == 1


def test_without_the_setting_nothing_is_sent(log, listen, settings):
    there = listen()
    settings.SYSLOG = None
    log.info("for nobody")
    assert there.read_all() == []
