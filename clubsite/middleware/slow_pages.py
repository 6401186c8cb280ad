"""Log slow pages now and then; the page of the site's admins adds these lines up."""

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
    """Slow requests of this process that are not logged yet, keyed by page."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: dict[str, Slow] = {}
        self._said: dict[str, float] = {}

    def add(self, page: str, seconds: float, now: float) -> Slow | None:
        """Count a slow request. Return the sum since the last log line if it is time for another
        one.
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


def slowness(get_response: Handler) -> Handler:
    """Measure each request and log the slow ones."""

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


def of_the_week() -> list[tuple[str, Slow]]:
    """Return the slowest pages of the last week, slowest first, from the logs of all processes of
    this machine.
    """
    lines = logs.since(timezone.now() - WEEK, SAID)
    return slowest((line["page"], Slow(line["times"], line["seconds"])) for line in lines)


def slowest(told: Iterable[tuple[str, Slow]]) -> list[tuple[str, Slow]]:
    """Add up the log lines of each page; return the slowest pages first."""
    pages: dict[str, Slow] = {}
    for page, slow in told:
        before = pages.get(page, Slow(0, 0.0))
        longest = max(before.seconds, slow.seconds)
        pages[page] = Slow(before.times + slow.times, longest)
    return sorted(pages.items(), key=lambda entry: -entry[1].seconds)[:MOST]
