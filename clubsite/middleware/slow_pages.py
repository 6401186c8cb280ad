"""Log slow pages, for each page only once in a while. The status page for the site's admins adds
these log lines up.
"""

import logging
import re
import time
from collections.abc import Iterable
from datetime import timedelta
from threading import Lock
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubsite.config import logs
from clubsite.middleware.headers import Handler

log = logging.getLogger(__name__)

SLOW = 0.5  # seconds
PAUSE = 60.0  # between two log lines of one page and process, so that they cannot fill the disk
SAID = "slow"
WEEK = timedelta(days=7)
MOST = 8  # pages that are shown

PART = re.compile(r"<[^>]*>")


class Slow(NamedTuple):
    times: int
    seconds: float  # the longest


class Waits:
    """Counts the slow requests of this process for each page, since the last log line about that
    page.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: dict[str, Slow] = {}
        self._said: dict[str, float] = {}

    def add(self, page: str, seconds: float, now: float) -> Slow | None:
        """Count a slow request. If the page was not logged recently, return what its next log line
        must say: how many requests were slow since the last line, and how long the slowest took.
        Otherwise return None.
        """
        with self._lock:
            before = self._since.get(page, Slow(0, 0.0))
            slow = Slow(before.times + 1, max(before.seconds, seconds))
            if page in self._said and now - self._said[page] < PAUSE:
                self._since[page] = slow
                return None
            self._since.pop(page, None)
            self._said[page] = now
            return slow


waits = Waits()


def log_slow_pages(get_response: Handler) -> Handler:
    """Middleware that measures each request and logs the slow ones."""

    def respond(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        seconds = time.perf_counter() - began
        if seconds >= SLOW and request.resolver_match:
            _note(request.resolver_match.route, seconds)
        return response

    return respond


def _note(route: str, seconds: float) -> None:
    page = "/" + PART.sub("…", route).lstrip("^").rstrip("$")
    if slow := waits.add(page, seconds, time.monotonic()):
        extra = {"page": page, "times": slow.times, "seconds": round(slow.seconds, 2)}
        log.info(SAID, extra=extra)


def list_slow_pages() -> list[tuple[str, Slow]]:
    """Return the slowest pages of the last week, slowest first, by the logs of all processes on
    this machine.
    """
    lines = logs.find_since(timezone.now() - WEEK, SAID)
    return rank_slowest((line["page"], Slow(line["times"], line["seconds"])) for line in lines)


def rank_slowest(log_lines: Iterable[tuple[str, Slow]]) -> list[tuple[str, Slow]]:
    """Return the slowest pages, slowest first. For each page, return how many of its requests in
    these log lines were slow, and how long the slowest took.
    """
    pages: dict[str, Slow] = {}
    for page, slow in log_lines:
        before = pages.get(page, Slow(0, 0.0))
        longest = max(before.seconds, slow.seconds)
        pages[page] = Slow(before.times + slow.times, longest)
    return sorted(pages.items(), key=lambda entry: -entry[1].seconds)[:MOST]
