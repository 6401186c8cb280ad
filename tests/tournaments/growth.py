"""A thousand clubs in one database: what the pages of one of them cost then, and the work that is
done for all of them. Not among the tests of every change: .ci/nightly names it, on PostgreSQL.
"""

import json
import os
import time
from collections import defaultdict
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubsite.demo import clone_clubs, make_clubs
from clubsite.demo.club_rows import Marks
from clubsite.demo.plan import DemoPlan
from clubsite.maintenance import daily, purge, upgrade
from tournaments.backup import create
from tournaments.models import Night, Season
from tournaments.standings import played_nights, season_history
from tournaments.standings.pages import player, records
from tournaments.views import conditional, night_result

CLUBS, NIGHTS, MEMBERS = int(os.environ.get("STREEPJE_CLUBS", "1000")), 40, 30
NOTHING: Marks = defaultdict(int)
MANY = 10_000  # rows, of which a page may not read every one
ROUNDS, TIMES = 3, 2  # at least, and for as long as it takes to be measured
ENOUGH = 0.3  # seconds
KNOWN = (
    played_nights._known, season_history._known, player._known, records._known, night_result._known,
    conditional._known,
)  # fmt: skip
OF_ALL = {"front": "/", "search": "/?club=kaart", "upkeep": "/site/"}
WORK = {"tidy": purge.purge, "daily": daily.do_daily_work, "upgrade": upgrade.bring_up_to_date}
FILL, ONE_OF_WORK = 600, 60  # seconds of a processor at most

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def emptied(transactional_db):
    """At once: a hundred clubs are more than the verbs erase in a night."""
    assert connection.vendor == "postgresql", "its growth is measured, and it tells how it reads"
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("TRUNCATE scoring_sheet, tournaments_club CASCADE")
        cursor.execute("SET session_replication_role = DEFAULT")


def forget():
    for known in KNOWN:
        known.clear()


def ask(client, page):
    assert client.get(page).status_code == 200


def busy():
    """Seconds of this process and of PostgreSQL's that answers it; others on the machine may be
    busy as well.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return time.process_time() + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def seconds(client, page):
    """Of an answer for which all has to be read."""

    def some():
        start, times = busy(), 0
        while times < TIMES or busy() - start < ENOUGH:
            forget()
            ask(client, page)
            times += 1
        return (busy() - start) / times

    return min(some() for _ in range(ROUNDS))


def measured(client, addresses):
    """As PostgreSQL finds its way once it has looked at its tables, which it does by itself."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return {name: seconds(client, page) for name, page in addresses.items()}


def read_whole(client, page):
    """Large tables that a query of this page reads from end to end."""
    forget()
    with CaptureQueriesContext(connection) as captured:
        ask(client, page)
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE reltuples >= %s", [MANY])
        large = {name for (name,) in cursor.fetchall()}
        whole = []
        for captured_query in captured.captured_queries:
            if captured_query["sql"].startswith("SELECT"):
                cursor.execute("EXPLAIN (FORMAT JSON) " + captured_query["sql"])
                (plan,) = cursor.fetchone()
                plan = json.loads(plan) if isinstance(plan, str) else plan
                whole += [
                    (name, captured_query["sql"])
                    for name in scanned(plan[0]["Plan"])
                    if name in large
                ]
    return whole


def scanned(plan):
    whole = [plan["Relation Name"]] if plan["Node Type"] == "Seq Scan" else []
    return whole + [name for part in plan.get("Plans", ()) for name in scanned(part)]


def pages(season):
    club = season.club
    night = season.nights.filter(state=Night.State.CLOSED).last()
    playing = season.nights.get(state=Night.State.PLAYING)
    member = club.members.filter(seats__round__night=night).first()
    return {
        "standing": reverse("tournaments:standing", args=[club.slug, season.pk]),
        "night": reverse("tournaments:night", args=[club.slug, night.pk]),
        "result": reverse("tournaments:night-result", args=[club.slug, night.pk]),
        "player": reverse("tournaments:player", args=[club.slug, member.pk]),
        "records": reverse("tournaments:records", args=[club.slug]),
        "room": reverse("tournaments:night", args=[club.slug, playing.pk]),
        "club": club.get_absolute_url(),
    }


def filled(clubs):
    """Seconds of a processor to add copies of the one club that is there."""
    begun = busy()
    with transaction.atomic():
        original = clone_clubs.read_original(0, NOTHING, clone_clubs.mark())
        for _name in clone_clubs.copy_clubs([original], clubs, "streepje"):
            pass
    return busy() - begun


def measure_time(work):
    begun = busy()
    work()
    return busy() - begun


def test_one_club_among_a_thousand(client, tmp_path, settings):
    with transaction.atomic():
        make_clubs.fill(
            DemoPlan(1, MEMBERS, NIGHTS, "streepje", timezone.localdate()), lambda _: None
        )
    season = Season.objects.exclude(reglement__game="klaverjassen").get()  # not that of the couples
    client.force_login(season.club.roles.get(kind="owner").user)
    addresses = pages(season)
    alone = measured(client, addresses)
    to_fill = filled(CLUBS)
    print(f"{CLUBS} clubs in {to_fill:.0f} s", flush=True)
    assert to_fill < FILL
    among = measured(client, addresses)
    ratios = {name: among[name] / alone[name] for name in addresses}
    print({name: f"{alone[name] * 1000:.0f} ms, {ratio:.2f} x" for name, ratio in ratios.items()})
    whole = {name: read_whole(client, page) for name, page in addresses.items()}
    assert whole == {name: [] for name in addresses}
    assert {name: ratio for name, ratio in ratios.items() if ratio > 1.5} == {}
    of_all = measured(client, OF_ALL)
    print({name: f"{seconds * 1000:.0f} ms" for name, seconds in of_all.items()})
    assert {name for name, seconds in of_all.items() if seconds > 3 * among["club"]} == set()
    settings.DATA = tmp_path
    work = {name: measure_time(do) for name, do in WORK.items()}
    back_up = measure_time(lambda: create.write(tmp_path / "all.backup"))
    print(
        {name: f"{seconds:.1f} s" for name, seconds in work.items()}, f"a back-up {back_up:.0f} s"
    )
    assert {name: seconds for name, seconds in work.items() if seconds > ONE_OF_WORK} == {}
