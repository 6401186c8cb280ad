"""What the pages and files of a club cost, and saving a game, beside a page without content.

Times are of the processor, so that other load on the machine adds little to them.
"""

import uuid
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle
from statistics import median
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path, reverse

from scoring.browser import sync
from scoring.models import Row, Sheet
from scoring.sheets import lifecycle, links
from tests.bench.club import correct, list_sheets, own_database, play_season
from tests.bench.figure import Figure, cpu
from tournaments.members import members
from tournaments.models import Season, User

Environ = dict[str, Any]

TIMES = 5
BROWSER = {"HTTP_HOST": settings.ALLOWED_HOSTS[0], "HTTP_ACCEPT_ENCODING": "gzip"}
PLAYERS = ["Ans", "Bob", "Cor", "Dik"]
SITE = WSGIHandler()

PAGE, CHANGED, SAVE, FILE = 150, 1000, 50, 2000  # ms


def ask(environ: Environ, handler: WSGIHandler = SITE) -> None:
    response = handler(environ, lambda *_: bytes)
    assert response.status_code == 200, f"{environ['PATH_INFO']}: {response.status_code}"
    list(response)
    response.close()


# The barest page


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("-")


urlpatterns = [path("", bare)]


class BareRequest(WSGIRequest):
    """It brings its own URL patterns: another ROOT_URLCONF would clear the caches of URLs."""

    urlconf = __name__


class BareHandler(WSGIHandler):
    request_class = BareRequest


BARE = BareHandler()


def bare_view() -> Iterator[Figure]:
    yield Figure("bare-view", "ms of a view without content, behind all middleware", bare_ms())


def bare_ms(times: int = 300) -> float:
    requests = [RequestFactory().get("/").environ | BROWSER for _ in range(times)]
    runs = [cpu(lambda: [ask(request, BARE) for request in requests]) for _ in range(TIMES)]
    return min(runs) / times * 1000


# Pages and files


def pages() -> Iterator[Figure]:
    """Measure each page of a club as most people get it, and as the first after a change; and its
    files after a change.
    """
    with own_database():
        season = play_season()
        change, warm, changed = changes(season), dict[str, float](), dict[str, float]()
        for name, address in list_pages(season).items():
            load = partial(ask, as_owner(address))
            load()
            warm[name] = min(cpu(load) for _ in range(TIMES)) * 1000
            yield Figure(name, "ms of the page", warm[name], PAGE)
            changed[name] = median(change() or cpu(load) for _ in range(TIMES)) * 1000
            yield Figure(f"{name}-changed", "ms of it after a change", changed[name], CHANGED)
        bare = bare_ms()
        for what, took in (("pages", warm), ("changed", changed)):
            slowest = max(took, key=took.__getitem__)
            most = f"times the bare view, the slowest of these: {slowest}"
            yield Figure(f"{what}-bare", most, took[slowest] / bare)
        for name, address in list_files(season).items():
            change()
            load = partial(ask, as_owner(address))
            yield Figure(name, "ms of the file", cpu(load) * 1000, FILE)


def list_pages(season: Season) -> dict[str, str]:
    club, night = season.club, season.nights.latest("day")
    closed = season.nights.earliest("day")
    member = club.members.all()[0]
    of_club = {name: [] for name in ("club", "nights", "members", "players", "records", "seasons")}
    arguments = of_club | {
        "standing": [season.pk],
        "season": [season.pk],
        "member": [member.pk],
        "player": [member.pk],
        "night": [night.pk],
        "door": [night.pk],
        "night-result": [night.pk],
        "closing": [night.pk],
    }
    found = {
        name: reverse(f"tournaments:{name}", args=[club.slug, *more])
        for name, more in arguments.items()
    }
    found["room"] = reverse("tournaments:room", args=[club.slug, night.pk]) + "?part&round=1"
    found["result-closed"] = reverse("tournaments:night-result", args=[club.slug, closed.pk])
    return found | {"sheet": links.build_path(list_sheets(night)[0])}


def list_files(season: Season) -> dict[str, str]:
    slug, night = season.club.slug, season.nights.latest("day")

    def address(name: str, *more: int | str) -> str:
        return reverse(f"tournaments:{name}", args=[slug, *more])

    return {
        "night-forms-pdf": address("night-pdf", night.pk, "forms"),
        "night-result-pdf": address("night-result-pdf", night.pk),
        "night-workbook": address("night-book", night.pk),
        "season-workbook": address("season-book", season.pk),
    }


def changes(season: Season) -> Callable[[], None]:
    """Return what gives the next member a nickname and corrects the next sheet."""
    sheets = cycle(list_sheets(season.nights.latest("day")))
    people, number = cycle(season.club.members.all()), count()

    def change() -> None:
        members.change(member=next(people), nickname=f"Kees {next(number)}")
        correct(next(sheets))

    return change


def as_owner(address: str) -> Environ:
    client = Client()
    client.force_login(User.objects.get())
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    request = RequestFactory().get(address).environ | BROWSER
    return request | {"HTTP_COOKIE": f"{cookie.key}={cookie.value}"}


# Saving a game


def save() -> Iterator[Figure]:
    """Measure saving the tenth game of a sheet on which many games were corrected."""
    with own_database():
        requests = [saving(a_sheet_of_nine()) for _ in range(1 + 4 * TIMES)]
        took = [cpu(partial(ask, request)) for request in requests][1:]
        assert Row.objects.filter(number=10).count() == len(requests), "not all were saved"
        ms, times_bare = median(took) * 1000, median(took) * 1000 / bare_ms()
    yield Figure("save", "ms of saving a game", ms, SAVE)
    yield Figure("save-bare", "saving a game, times the bare view", times_bare)


def a_sheet_of_nine() -> Sheet:
    sheet = lifecycle.open(game="jokeren", names=PLAYERS)
    entries = [an_entry(game, turn) for turn in range(3) for game in range(1, 10)]
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
    return request | BROWSER | {"HTTP_STREEPJE_LINK": links.make_key(sheet)}
