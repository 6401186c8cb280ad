"""Which pages are slow: a line in the log now and then, which the owner's page adds up."""

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
PAUSE = 60.0  # between two lines of one page and process: a bad evening does not fill the disk
SAID = "slow"
WEEK = timedelta(days=7)
MOST = 8  # pages that are shown

PART = re.compile(r"<[^>]*>")


class Slow(NamedTuple):
    times: int
    seconds: float  # the longest


class Waits:
    """Of this process; each says its own in the log."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: dict[str, Slow] = {}
        self._said: dict[str, float] = {}

    def add(self, page: str, seconds: float, now: float) -> Slow | None:
        """All that was not said yet, when it is time to say it again."""
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
        told = {"page": page, "times": slow.times, "seconds": round(slow.seconds, 2)}
        log.info(SAID, extra=told)


def of_the_week() -> list[tuple[str, Slow]]:
    """The slowest first, from what all processes of this machine said."""
    said = logs.since(timezone.now() - WEEK, SAID)
    return slowest((line["page"], Slow(line["times"], line["seconds"])) for line in said)


def slowest(told: Iterable[tuple[str, Slow]]) -> list[tuple[str, Slow]]:
    """Each page once, the slowest first."""
    found: dict[str, Slow] = {}
    for page, slow in told:
        before = found.get(page, Slow(0, 0.0))
        longest = max(before.seconds, slow.seconds)
        found[page] = Slow(before.times + slow.times, longest)
    return sorted(found.items(), key=lambda one: -one[1].seconds)[:MOST]
