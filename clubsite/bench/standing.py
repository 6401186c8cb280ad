"""What the standing of a long season costs: its page, and the answer that nothing changed."""

from datetime import timedelta
from random import Random

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubsite.bench.figure import Figure, cpu
from clubsite.bench.overview import a_club, as_organiser, times_bare
from clubsite.bench.pages import ROUNDS, Environ, answer, ask, bare_cpu, own_database
from clubsite.demo.tables import play
from tournaments.draw import draw, record
from tournaments.draw.costs import at_least
from tournaments.draw.engine.request import LOTS, Request
from tournaments.members import members
from tournaments.models import Attendance, Member, Night, Season
from tournaments.nights import closing, rounds
from tournaments.nights import nights as night

MEMBERS, NIGHTS = 100, 40
AWAY = 20  # in a hundred, each night; half of them say so


def standing(name: str) -> Figure:
    """All rows on one page, made for somebody who comes to look and has no copy of it. As after any
    night, the lines are there from whoever looked before.
    """
    with own_database():
        page = request_page(a_season(MEMBERS, NIGHTS))
        ratio = times_bare(page, 20)
    what = f"CPU of the standing of {MEMBERS} members and {NIGHTS} nights, times the bare view"
    return Figure(name, what, ratio, 60)


def standing_changed(name: str) -> Figure:
    """The first look since somebody wants to be shown otherwise; what was played is known."""
    with own_database():
        season = a_season(MEMBERS, NIGHTS)
        page, people = request_page(season), list(season.club.members.all())
        ask(page)
        each = [(bare_cpu(), _renamed(page, people[n::ROUNDS])) for n in range(ROUNDS)]
    ratio = min(took for _, took in each) / min(bare for bare, _ in each)
    what = "CPU of that page when a name changed since the last, times the bare view"
    return Figure(name, what, ratio, None)


def _renamed(page: Environ, people: list[Member]) -> float:
    took = 0.0
    for one in people:
        members.change(member=one, nickname="Kees")
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
    """When something changed since the last look."""
    with own_database():
        season = a_season(24, 4)
        page, one = request_page(season), season.club.members.all()[0]
        ask(page)
        members.change(member=one, nickname="Kees")
        with CaptureQueriesContext(connection) as queries:
            ask(page)
        asked_for = len(queries)
    return Figure(name, "queries of a standing that changed since the last look", asked_for, 12)


def request_page(season: Season) -> Environ:
    return as_organiser(reverse("tournaments:standing", args=[season.club.slug, season.pk]))


# A season


def a_season(count: int, nights: int) -> Season:
    """A game a night, and who sits where by chance."""
    season, chance = a_club(games=1), Random(nights)
    members.add_many(club=season.club, text="\n".join(f"Speler Nummer{n}" for n in range(count)))
    people = list(season.club.members.all())
    there = count - count * AWAY // 100
    asked = Request(there, 1, method=LOTS)
    found = draw(asked, "standing")
    made = record.build_record(found, asked, at_least(found, asked))
    first = timezone.localdate()
    for one in night.plan(season=season, days=[first + timedelta(day) for day in range(nights)]):
        who = chance.sample(people, count)
        _play(one, who[:there], who[there:], made, chance)
    return season


@transaction.atomic
def _play(
    one: Night, here: list[Member], away: list[Member], made: record.Json, chance: Random
) -> None:
    night.set_state(night=one, to=Night.State.CHECK_IN)
    present = [Attendance(night=one, member=who, present=True) for who in here]
    said = [
        Attendance(night=one, member=who, said=Attendance.Said.OFF)
        for who in away[: len(away) // 2]
    ]
    Attendance.objects.bulk_create([*present, *said])
    one = night.set_state(night=one, to=Night.State.PLAYING)
    rounds.save_draw(one, here, made, "")
    for table in one.rounds.get().tables.select_related("sheet"):
        play(table.sheet, 1, chance)
    night.set_state(night=one, to=Night.State.CLOSING)
    closing.close(night=one, reason="-")
