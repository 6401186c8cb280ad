"""The cost of pages, and of saving a game, compared with a page without content."""

import gzip
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.core.management import call_command
from django.db import connection, connections
from django.db.utils import load_backend
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import path

from clubsite.bench import linked_files
from clubsite.bench.figure import Figure, cpu
from clubsite.config import databases
from clubsite.demo.played_games import play
from scoring import games
from scoring.browser import sync
from scoring.games.core.game import Game
from scoring.models import Row, Sheet
from scoring.sheets import lifecycle, links

Environ = dict[str, Any]

ROUNDS, TIMES = 5, 20
AS_BROWSERS = {"HTTP_HOST": settings.ALLOWED_HOSTS[0], "HTTP_ACCEPT_ENCODING": "gzip, deflate, br"}
PLAYERS = ["Ans", "Bob", "Cor", "Dik"]
HANDLER = WSGIHandler()


def ask(environ: Environ, status: int = 200) -> bytes:
    return answer(environ, status)[1]


def answer(
    environ: Environ, status: int = 200, handler: WSGIHandler = HANDLER
) -> tuple[dict[str, str], bytes]:
    """Let the site handle this request. Return the headers and the content of the response, as a
    browser would receive them. Fail if the status is another one than `status`.
    """
    headers: dict[str, str] = {}

    def start(_: str, sent: list[tuple[str, str]], _wrong: Any = None) -> Callable[[bytes], object]:
        headers.update(sent)
        return bytes

    response = handler(environ, start)
    assert response.status_code == status, f"{environ['PATH_INFO']}: {response.status_code}"
    content = b"".join(response)
    response.close()
    return headers, content


def get(address: str) -> Environ:
    """Return a browser's GET request (its WSGI environment), which accepts compression."""
    return RequestFactory().get(address).environ | AS_BROWSERS


# The barest page


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("-")


urlpatterns = [path("", bare)]


class BareRequest(WSGIRequest):
    """A request to the bare view, the page without content that other pages are measured against.
    It brings its own URL patterns. Overriding ROOT_URLCONF instead would clear the URL caches, and
    the next real page would pay for filling them again.
    """

    urlconf = __name__


class BareHandler(WSGIHandler):
    request_class = BareRequest


BARE = BareHandler()


def bare_view(name: str) -> Figure:
    """Benchmark: measure the bare view, a view without content or queries, behind all middleware.
    Its time is the unit in which other pages are measured. `name` is the benchmark's name.
    """
    took = min(bare_cpu() for _ in range(ROUNDS))
    return Figure(name, "CPU of the bare view, in ms a request", took * 1000, None)


def bare_cpu(times: int = 300) -> float:
    return cpu_each([get("/") for _ in range(times)], BARE)


def cpu_each(requests: list[Environ], handler: WSGIHandler = HANDLER) -> float:
    """Let the site handle these requests, and return the average CPU seconds of one."""

    def all_of_them() -> None:
        for environ in requests:
            answer(environ, handler=handler)

    return cpu(all_of_them) / len(requests)


# Saving a game


def save(name: str) -> Figure:
    """Benchmark: measure how long saving the tenth game of a sheet takes, after nine games of which
    many were corrected. `name` is the benchmark's name.
    """
    with own_database():
        requests = [saving(a_sheet_of_nine()) for _ in range(ROUNDS * TIMES)]
        ask(saving(a_sheet_of_nine()))
        runs = [(bare_cpu(), cpu_each(requests[n::ROUNDS])) for n in range(ROUNDS)]
        assert Row.objects.filter(number=10).count() == len(requests) + 1, "not all were saved"
    ratio = min(saved for _, saved in runs) / min(bared for bared, _ in runs)
    return Figure(name, "CPU of saving a game, times the bare view", ratio, 25)


def save_queries(name: str) -> Figure:
    with own_database():
        request = saving(a_sheet_of_nine())
        with CaptureQueriesContext(connection) as queries:
            ask(request)
        count = len(queries)
    what = "queries of saving a game, the transaction's begin and end among them"
    return Figure(name, what, count, 12)


@contextmanager
def own_database() -> Iterator[None]:
    """Use a new SQLite database file in this block, as a club's site does. The site's own database
    is not touched.
    """
    site = connections["default"]
    with TemporaryDirectory() as folder:
        config = databases.build_sqlite(Path(folder) / "bench.sqlite3")
        config = connections.configure_settings({"default": config})["default"]
        connections["default"] = load_backend(config["ENGINE"]).DatabaseWrapper(config, "default")
        try:
            call_command("migrate", verbosity=0)
            yield
        finally:
            connections["default"].close()
            connections["default"] = site


def a_sheet_of_nine() -> Sheet:
    sheet = lifecycle.open(game="jokeren", names=PLAYERS)
    turns = [(game, turn) for turn in range(3) for game in range(1, 10)]
    entries = [an_entry(game, turn) for game, turn in turns]
    answers = sync.handle(sheet, sync.SyncRequest("a phone", entries))["answers"]
    assert {entry["as"] for entry in answers} == {"kept"}
    return sheet


def an_entry(game: int, turn: int) -> dict[str, Any]:
    cells: dict[str, Any] = {name: 1 + (game + turn + n) % 9 for n, name in enumerate(PLAYERS)}
    row = {"entries": cells | {PLAYERS[game % 4]: "-"}}
    return {"id": str(uuid.uuid4()), "do": "enter", "game": game, "row": row, "seen": 99}


def saving(sheet: Sheet) -> Environ:
    body = {"version": sync.VERSION, "device": "a phone", "entries": [an_entry(10, 0)]}
    request = RequestFactory().post("/sync/", body, content_type="application/json").environ
    return request | AS_BROWSERS | {"HTTP_STREEPJE_LINK": links.make_key(sheet)}


# The page of a sheet


def page_weight(name: str) -> Figure:
    """Benchmark: measure how many bytes a browser loads for the page of a filled sheet, in each
    game system. Return the result of the heaviest page. `name` is the benchmark's name.
    """
    with own_database():
        pages = [links.build_path(a_full_sheet(system)) for system in games.GAMES]
        heaviest = max(weight(page) for page in pages)
    what = "the heaviest page of a sheet and all that it loads, in KB, each part gzipped"
    return Figure(name, what, heaviest / 1024, 60)


def a_full_sheet(system: type[Game]) -> Sheet:
    sheet = lifecycle.open(game=system.key, names=PLAYERS[: system.seats[1]])
    play(sheet, system({}).games or 10, Random(10))
    return sheet


def weight(page: str) -> int:
    return sum(len(gzip.compress(part)) for part in linked_files.reached(page, fetch).values())


def fetch(address: str) -> bytes:
    return ask(get(address) | {"HTTP_ACCEPT_ENCODING": ""})
