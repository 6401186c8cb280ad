import json
import logging
import logging.config
import time
from datetime import datetime

import pytest
from django.conf import settings

from clubsite.config import logs
from clubsite.config.logs import redact
from clubsite.settings import is_more_than_missing


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Not Found: /s/0123456789abcdefghij/", "Not Found: /s/…/"),
        ("Not Found: /s/abcdefghijKLMNOPqrst", "Not Found: /s/…"),
        ("/sheets/fa01d001-b231-4231-9f5a-4c3c3dc2f6cf/ took long", "/sheets/…/ took long"),
        *(
            (f"Not Found: /s/abcdefghijKLMNOPqrst{end}", f"Not Found: /s/…{end}")
            for end in ".),;>&”"
        ),
        ("Not Found: /s/abcdefghijKLMNOPqrst%00/", "Not Found: /s/…%00/"),
        ("GET '/x/?page=2&token=abc&x=1'", "GET '/x/?page=2&token=…&x=1'"),
        ("/login/?next=/&code=ABCD-EFGH", "/login/?next=/&code=…"),
        ("Not Found: /kaartclub-de-lange-hoop/", "Not Found: /kaartclub-de-lange-hoop/"),
        ('File "/srv/streepje/clubsite/settings.py", line 3', None),
        ("to ans@club.example: refused", "to …: refused"),
        ("DETAIL:  Key (sheet_id, name)=(3, Ans) already exists.\nCONTEXT", "DETAIL: …\nCONTEXT"),
    ],
)
def test_links_and_secrets_are_cut_out(line, shown):
    assert redact(line) == (shown or line)


def test_every_handler_redacts():
    formatters = {handler["formatter"] for handler in settings.LOGGING["handlers"].values()}
    assert formatters == {"redacted", "lines"}


def test_tracebacks_are_redacted_too():
    maker = logging.config.DictConfigurator(settings.LOGGING)
    formatter = maker.configure_formatter(dict(settings.LOGGING["formatters"]["redacted"]))
    try:
        raise ValueError("no sheet at /s/0123456789abcdefghij/")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("django", logging.ERROR, "", 1, "at %s", ("/?key=k",), info)
    said = formatter.format(record)
    assert "no sheet at /s/…/" in said
    assert "/?key=…" in said
    assert "0123456789" not in said


def test_long_word_of_a_visitor_takes_no_time():
    """Trying an address from each of its letters would take minutes."""
    began = time.process_time()
    assert redact(f"{'x' * 200_000} a.ns@club.example") == f"{'x' * 200_000} …"
    assert time.process_time() - began < 2


@pytest.fixture
def log(settings, tmp_path):
    """A logger with the file under it, and the folder of that."""
    settings.LOGS = tmp_path / "logs"
    handler, log = logs.File(), logging.getLogger("tests.of.logs")
    handler.setFormatter(logs.Lines())
    log.addHandler(handler)
    log.setLevel("INFO")
    log.propagate = False  # the site has one of these itself
    yield log
    log.removeHandler(handler)


def files():
    return [path.name for path in logs._files(settings.LOGS)]


def lines():
    text = "".join(path.read_text(encoding="utf-8") for path in logs._files(settings.LOGS))
    return [json.loads(line) for line in text.splitlines()]


def on(monkeypatch, day):
    monkeypatch.setattr(logs.timezone, "now", lambda: datetime.fromisoformat(f"{day}T12:00Z"))


def test_line_is_json_with_what_it_is_about_and_no_more(log):
    log.info("logged in", extra={"user": 3, "whose": "Ans"})
    (line,) = lines()
    assert line.keys() == {"time", "level", "logger", "message", "user"}
    assert (line["level"], line["message"], line["user"]) == ("INFO", "logged in", 3)


@pytest.mark.parametrize(("status", "shown"), [(404, False), (500, True), (None, True)])
def test_page_that_is_not_there_is_no_line_in_the_window_of_the_site(status, shown):
    record = logging.LogRecord("django.request", logging.WARNING, "", 1, "Not Found: /x/", (), None)
    if status:
        record.status_code = status
    assert is_more_than_missing(record) == shown
    assert "without_missing" in settings.LOGGING["handlers"]["console"]["filters"]
    assert "filters" not in settings.LOGGING["handlers"]["file"]


def test_what_a_visitor_typed_makes_no_line_of_its_own(log, capsys):
    typed = 'x\n{"message": "logged in"}\r\x1b[2J'
    log.warning("Not Found: %s", typed)
    assert [line["message"] for line in lines()] == [f"Not Found: {typed}"]
    record = logging.LogRecord("x", logging.WARNING, "", 1, "Not Found: %s", (typed,), None)
    shown = logs.Redacted("{message}", style="{").format(record)
    assert shown == 'Not Found: x\\n{"message": "logged in"}\\r\\x1b[2J'


def test_fault_is_told_with_where_it_was_and_without_links(log):
    try:
        raise ValueError("no sheet at /s/0123456789abcdefghij/")
    except ValueError:
        log.exception("broken")
    (line,) = lines()
    assert "test_logs.py" in line["trace"]
    assert line["trace"].endswith("ValueError: no sheet at /s/…/")


def test_full_file_is_followed_by_another_and_the_oldest_go(log, monkeypatch):
    monkeypatch.setattr(logs, "MOST", 100)  # bytes: a line
    monkeypatch.setattr(logs, "FILES", 3)
    on(monkeypatch, "2026-10-31")
    log.info("one")
    log.info("two")
    assert files() == ["2026-10.log", "2026-10-2.log"]
    on(monkeypatch, "2026-11-01")
    for word in ("three", "four"):
        log.info(word)
    assert files() == ["2026-10-2.log", "2026-11.log", "2026-11-2.log"]
    assert [line["message"] for line in lines()] == ["two", "three", "four"]


def test_months_that_are_long_over_go(log, monkeypatch):
    for day in ("2026-07-31", "2026-08-01", "2026-11-01"):
        on(monkeypatch, day)
        log.info(day)
    assert logs.purge_expired() == 1
    assert files() == ["2026-08.log", "2026-11.log"]


def test_disk_that_takes_nothing_stops_no_page(log, settings, tmp_path):
    settings.LOGS = tmp_path / "file" / "logs"
    (tmp_path / "file").write_text("in the way")
    log.info("lost")
    settings.LOGS = None
    log.info("lost")
    assert logs.purge_expired() == 0
