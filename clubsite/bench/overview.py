"""The cost of the organiser's overview of a large hall, and of the response to a poll when nothing
is new.

Results are multiples of the CPU time of the bare view, a page of this site without content.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from random import Random

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubsite.bench.figure import Figure, cpu
from clubsite.bench.pages import ROUNDS, Environ, answer, ask, bare_cpu, get, own_database
from clubsite.demo.played_games import play
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tournaments.club import clubs, reglementen, seasons
from tournaments.draw.engine.request import LOTS
from tournaments.members import members
from tournaments.models import Night, Season, User
from tournaments.nights import attendances, nights, rounds

HALL = 100  # tables
PLAYED = 4  # games at each
HUB = "night"  # the night's page, on which the room is
LATEST = 45  # second of a minute; after it, too few answers fit in the rest
PASSWORD = "drie losse woorden"  # noqa: S105  for a club that lives for seconds


def room(name: str) -> Figure:
    """Benchmark: measure the organiser's overview of all tables for a new visitor, with the caches
    filled. `name` is the benchmark's name.
    """
    with own_database():
        page = request_page(a_hall(HALL), page=HUB)
        ratio = times_bare(page, 5)
    return Figure(name, f"CPU of the room with {HALL} tables, times the bare view", ratio, 60)


def room_played(name: str) -> Figure:
    """Benchmark: measure the organiser's overview of all tables after a game was entered at one of
    them. `name` is the benchmark's name.
    """
    with own_database():
        night = a_hall(HALL)
        page = request_page(night, page=HUB)
        ask(page)
        ratio = played_on(page, night)
    what = "CPU of that page when a game was entered since the last, times the bare view"
    return Figure(name, what, ratio, None)


def played_on(page: Environ, night: Night, first: int | None = None) -> float:
    """Enter a game at one table after another, and request this page after each. Return the average
    CPU time of such a request as a multiple of the bare view's (a page without content).

    Only the first `first` tables of the night still play; with None, all of them do.
    """
    tables = [table.sheet for table in night.rounds.get().tables.select_related("sheet")[:first]]
    runs = [(bare_cpu(), _followed(page, tables[n::ROUNDS])) for n in range(ROUNDS)]
    return min(took for _, took in runs) / min(bare for bare, _ in runs)


def _followed(page: Environ, tables: list[Sheet]) -> float:
    took = 0.0
    for sheet in tables:
        play_on(sheet)
        took += cpu(lambda: ask(page))
    return took / len(tables)


def play_on(sheet: Sheet) -> None:
    names = [seat.name for seat in sheet.seats.all()]
    row = {"entries": dict.fromkeys(names, 5) | {names[0]: "-"}}
    lifecycle.record(sheet=sheet, number=PLAYED + 1, row=row)


def room_unchanged(name: str) -> Figure:
    with own_database():
        page = request_page(a_hall(HALL), "?part&round=1")

        def known() -> None:
            _early_in_a_minute()  # the page changes each minute, as a table may fall quiet
            page.pop("HTTP_IF_NONE_MATCH", None)
            page["HTTP_IF_NONE_MATCH"] = answer(page)[0]["ETag"]

        ratio = times_bare(page, 100, 304, known)
    what = "CPU of the answer that nothing was done in that room since, times the bare view"
    return Figure(name, what, ratio, 3)


def _early_in_a_minute() -> None:
    gone = time.time() % 60
    if gone > LATEST:
        time.sleep(60 - gone)


def times_bare(
    page: Environ, times: int, status: int = 200, before: Callable[[], None] | None = None
) -> float:
    """Return the CPU time of a page as a multiple of that of the bare view, a page without content.

    The page and the bare view are measured in turns, so that other load on the machine slows down
    both equally. In each turn the page is requested `times` times, and `before` runs first.
    """

    def some() -> float:
        if before:
            before()
        return cpu(lambda: [ask(page, status) for _ in range(times)]) / times

    some()
    runs = [(bare_cpu(), some()) for _ in range(2 * ROUNDS)]
    return min(took for _, took in runs) / min(bare for bare, _ in runs)


def room_queries(name: str) -> Figure:
    few, many = (_queries(tables) for tables in (3, HALL))
    what = f"queries of the room with {HALL} tables more than of one with 3"
    return Figure(name, what, many - few, 0)


def _queries(tables: int) -> int:
    with own_database():
        page = request_page(a_hall(tables), page=HUB)
        with CaptureQueriesContext(connection) as queries:
            ask(page)
    return len(queries)


# A hall


def a_club(games: int | None = None) -> Season:
    """Return a season with one round a night, in a new club. `games` is the number of games on a
    sheet; with None it is the default.
    """
    club, _ = clubs.create_club_with_owner(
        name="De Hoop", slug="de-hoop", owner_name="Ans", login="ans", password=PASSWORD
    )
    options = {"games": games} if games else {}
    today = timezone.localdate()
    return seasons.plan(
        club=club,
        name="2026",
        reglement=reglementen.make(
            club=club, game="jokeren", name="Jokeren", options=options, approval="one"
        ),
        first=today,
        last=today + timedelta(weeks=20),
        rounds=1,
        signed_off="worst",
        no_show="worst",
        before_joining="absent",
    )


def a_hall(tables: int) -> Night:
    """Return a night with this number of tables: everybody present, seats drawn, and a few games
    played at each table.
    """
    season = a_club()
    names = "\n".join(f"Speler Nummer{n}" for n in range(4 * tables))
    members.add_many(club=season.club, text=names)
    (night,) = nights.plan(season=season, days=[season.first])
    nights.set_state(night=night, to=Night.State.CHECK_IN)
    attendances.check_in_all(night=night)
    night = nights.set_state(night=night, to=Night.State.PLAYING)
    rounds.draw_lots(night=night, rounds=1, method=LOTS)
    for table in night.rounds.get().tables.select_related("sheet"):
        play(table.sheet, PLAYED, Random(table.number))
    return night


def request_page(night: Night, query: str = "", page: str = "room") -> Environ:
    """Return an organiser's request for a page of this night: the overview of its tables, or the
    page named `page`.
    """
    address = reverse(f"tournaments:{page}", args=[night.season.club.slug, night.pk])
    return as_organiser(address + query)


def as_organiser(address: str) -> Environ:
    client = Client()
    client.force_login(User.objects.get())
    session = settings.SESSION_COOKIE_NAME
    return get(address) | {"HTTP_COOKIE": f"{session}={client.cookies[session].value}"}
