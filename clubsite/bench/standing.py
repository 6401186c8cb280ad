"""The cost of the standing of a long season, and of the response to a poll when nothing changed.

Results are multiples of the CPU time of the bare view, a page of this site without content.
"""

from datetime import timedelta
from random import Random

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubsite.bench.figure import Figure, cpu
from clubsite.bench.overview import a_club, as_organiser, times_bare
from clubsite.bench.pages import ROUNDS, Environ, answer, ask, bare_cpu, own_database
from clubsite.demo.played_games import play
from tournaments.draw import draw, record
from tournaments.draw.constraint_costs import find_costly_constraints
from tournaments.draw.engine.request import LOTS, Request
from tournaments.members import members
from tournaments.models import Attendance, Member, Night, Season
from tournaments.nights import closing, rounds
from tournaments.nights import nights as night

MEMBERS, NIGHTS = 100, 40
AWAY = 20  # percent, each night; half of them sign off


def standing(name: str) -> Figure:
    """Benchmark: measure the standing of a season with all rows on one page, for a visitor without
    a cached copy. The rows are cached on the site, as after any earlier visit. `name` is the
    benchmark's name.
    """
    with own_database():
        page = request_page(a_season(MEMBERS, NIGHTS))
        ratio = times_bare(page, 20)
    what = f"CPU of the standing of {MEMBERS} members and {NIGHTS} nights, times the bare view"
    return Figure(name, what, ratio, 60)


def standing_changed(name: str) -> Figure:
    """Benchmark: measure the first request for a standing after a member's name changed. The
    results of the nights are cached. `name` is the benchmark's name.
    """
    with own_database():
        season = a_season(MEMBERS, NIGHTS)
        page, people = request_page(season), list(season.club.members.all())
        ask(page)
        runs = [(bare_cpu(), _renamed(page, people[n::ROUNDS])) for n in range(ROUNDS)]
    ratio = min(took for _, took in runs) / min(bare for bare, _ in runs)
    what = "CPU of that page when a name changed since the last, times the bare view"
    return Figure(name, what, ratio, 100)


def _renamed(page: Environ, people: list[Member]) -> float:
    took = 0.0
    for member in people:
        members.change(member=member, nickname="Kees")
        took += cpu(lambda: ask(page))
    return took / len(people)


def standing_unchanged(name: str) -> Figure:
    with own_database():
        page = request_page(a_season(MEMBERS, NIGHTS))
        page["HTTP_IF_NONE_MATCH"] = answer(page)[0]["ETag"]
        ratio = times_bare(page, 100, 304)
    what = "CPU of the answer that the standing is the same, times the bare view"
    return Figure(name, what, ratio, 3)


def standing_queries(name: str) -> Figure:
    """Benchmark: count the database queries that a page with a standing makes after a member's name
    changed. `name` is the name of the benchmark.
    """
    with own_database():
        season = a_season(24, 4)
        page, member = request_page(season), season.club.members.all()[0]
        ask(page)
        members.change(member=member, nickname="Kees")
        with CaptureQueriesContext(connection) as queries:
            ask(page)
        count = len(queries)
    return Figure(name, "queries of a standing that changed since the last look", count, 12)


def request_page(season: Season) -> Environ:
    return as_organiser(reverse("tournaments:standing", args=[season.club.slug, season.pk]))


# A season


def a_season(count: int, nights: int) -> Season:
    """Return a season of a new club with this many members and nights. Each night has one game, and
    its tables are drawn by lot.
    """
    season, chance = a_club(games=1), Random(nights)
    members.add_many(club=season.club, text="\n".join(f"Speler Nummer{n}" for n in range(count)))
    people = list(season.club.members.all())
    present = count - count * AWAY // 100
    request = Request(present, 1, method=LOTS)
    drawn = draw(request, "standing")
    drawing = record.build_record(drawn, request, find_costly_constraints(drawn, request))
    first = timezone.localdate()
    for evening in night.plan(
        season=season, days=[first + timedelta(day) for day in range(nights)]
    ):
        shuffled = chance.sample(people, count)
        _play(evening, shuffled[:present], shuffled[present:], drawing, chance)
    return season


@transaction.atomic
def _play(
    evening: Night, here: list[Member], away: list[Member], made: record.Json, chance: Random
) -> None:
    night.set_state(night=evening, to=Night.State.CHECK_IN)
    present = [Attendance(night=evening, member=who, present=True) for who in here]
    signed_off = [
        Attendance(night=evening, member=who, said=Attendance.Said.OFF)
        for who in away[: len(away) // 2]
    ]
    Attendance.objects.bulk_create([*present, *signed_off])
    evening = night.set_state(night=evening, to=Night.State.PLAYING)
    rounds.save_draw(evening, here, made, "")
    for table in evening.rounds.get().tables.select_related("sheet"):
        play(table.sheet, 1, chance)
    night.set_state(night=evening, to=Night.State.CLOSING)
    closing.close(night=evening, reason="-")
