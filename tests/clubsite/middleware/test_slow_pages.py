from datetime import timedelta

import pytest
from django.utils import timezone

from clubsite.middleware import slow_pages
from clubsite.middleware.slow_pages import Slow, Waits


@pytest.fixture
def in_a_file(settings, tmp_path):
    settings.LOGS = tmp_path / "logs"
    return settings.LOGS


@pytest.fixture
def slow(monkeypatch):
    monkeypatch.setattr(slow_pages, "SLOW", 0)
    monkeypatch.setattr(slow_pages, "waits", Waits())


def test_one_line_a_minute_says_all_that_came_in_between():
    waits = Waits()
    assert waits.add("/", 2.0, now=0) == Slow(1, 2.0)
    assert waits.add("/", 9.0, now=59) is None
    assert waits.add("/x/", 1.0, now=59) == Slow(1, 1.0)
    assert waits.add("/", 3.0, now=60) == Slow(2, 9.0)
    assert waits.add("/", 1.0, now=120) == Slow(1, 1.0)


def test_slow_page_is_known_by_its_address_without_what_stands_in_it(client, db, slow, in_a_file):
    client.get("/de-hoop/nights/7/room/")
    ((page, how),) = slow_pages.list_slow_pages()
    assert (page, how.times) == ("/…/nights/…/room/", 1)


def test_quick_pages_and_those_that_do_not_exist_leave_no_line(client, db, in_a_file, monkeypatch):
    monkeypatch.setattr(slow_pages, "SLOW", 3600)
    client.get("/healthz")
    monkeypatch.setattr(slow_pages, "SLOW", 0)
    client.get("/no/such/page/at/all/")
    assert slow_pages.list_slow_pages() == []


def test_week_of_all_processes_the_slowest_first(in_a_file, monkeypatch):
    for waits in (Waits(), Waits()):  # as in two workers
        monkeypatch.setattr(slow_pages, "waits", waits)
        slow_pages._note("<slug:slug>/", 1.0)
        slow_pages._note("backup/", 3.0)
    long_ago = timezone.now() + timedelta(days=6, hours=23)
    assert slow_pages.list_slow_pages() == [("/backup/", Slow(2, 3.0)), ("/…/", Slow(2, 1.0))]
    monkeypatch.setattr(slow_pages.timezone, "now", lambda: long_ago + timedelta(hours=2))
    assert slow_pages.list_slow_pages() == []


def test_without_a_log_nothing_is_known(slow):
    slow_pages._note("backup/", 3.0)
    assert slow_pages.list_slow_pages() == []
