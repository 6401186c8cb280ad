"""What the room of a large hall costs: its page, and the answer that nothing was done since."""

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
from clubsite.demo.tables import play
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tournaments.club import clubs, reglementen, seasons
from tournaments.draw.engine.request import LOTS
from tournaments.members import members
from tournaments.models import Night, Season, User
from tournaments.nights import nights, rounds

HALL = 100  # tables
PLAYED = 4  # games at each
LATEST = 45  # second of a minute, so that some answers fit in what is left of it
PASSWORD = "drie losse woorden"  # noqa: S105  of a club that lives for seconds


def room(name: str) -> Figure:
    """As somebody finds it who comes to look; what was known before is known."""
    with own_database():
        page = request_page(a_hall(HALL))
        ratio = times_bare(page, 5)
    return Figure(name, f"CPU of the room with {HALL} tables, times the bare view", ratio, 60)


def room_played(name: str) -> Figure:
    """Each time something was entered at one of the tables since the last look."""
    with own_database():
        one = a_hall(HALL)
        page = request_page(one)
        ask(page)
        ratio = played_on(page, one)
    what = "CPU of that page when a game was entered since the last, times the bare view"
    return Figure(name, what, ratio, None)


def played_on(page: Environ, one: Night) -> float:
    """Times the bare view, when somewhere a game was entered since the last look."""
    tables = [table.sheet for table in one.rounds.get().tables.select_related("sheet")]
    each = [(bare_cpu(), _followed(page, tables[n::ROUNDS])) for n in range(ROUNDS)]
    return min(took for _, took in each) / min(bare for bare, _ in each)


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
            _early_in_a_minute()  # with the next the room is another: a table may be quiet by then
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
    """So many times in turn with the bare view, and about as long: whoever else is busy on this
    machine is then no more in one than in the other.
    """

    def some() -> float:
        if before:
            before()
        return cpu(lambda: [ask(page, status) for _ in range(times)]) / times

    some()
    each = [(bare_cpu(), some()) for _ in range(2 * ROUNDS)]
    return min(took for _, took in each) / min(bare for bare, _ in each)


def room_queries(name: str) -> Figure:
    few, many = (_queries(tables) for tables in (3, HALL))
    what = f"queries of the room with {HALL} tables more than of one with 3"
    return Figure(name, what, many - few, 0)


def _queries(tables: int) -> int:
    with own_database():
        page = request_page(a_hall(tables))
        with CaptureQueriesContext(connection) as queries:
            ask(page)
    return len(queries)


# A hall


def a_club(games: int | None = None) -> Season:
    """With a season of one round a night."""
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
    """Everybody is there, drawn, and a few games on their way."""
    season = a_club()
    names = "\n".join(f"Speler Nummer{n}" for n in range(4 * tables))
    members.add_many(club=season.club, text=names)
    (one,) = nights.plan(season=season, days=[season.first])
    nights.set_state(night=one, to=Night.State.CHECK_IN)
    nights.check_in_all(night=one)
    one = nights.set_state(night=one, to=Night.State.PLAYING)
    rounds.draw_lots(night=one, rounds=1, method=LOTS)
    for table in one.rounds.get().tables.select_related("sheet"):
        play(table.sheet, PLAYED, Random(table.number))
    return one


def request_page(one: Night, query: str = "", page: str = "room") -> Environ:
    """As its organiser's browser asks for the room, or for another page of this night."""
    address = reverse(f"tournaments:{page}", args=[one.season.club.slug, one.pk])
    return as_organiser(address + query)


def as_organiser(address: str) -> Environ:
    client = Client()
    client.force_login(User.objects.get())
    session = settings.SESSION_COOKIE_NAME
    return get(address) | {"HTTP_COOKIE": f"{session}={client.cookies[session].value}"}
