"""The recorded demo is the one that the verbs make, as of today."""

import json
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from clubsite.demo.plan import USUAL, DemoPlan, create_users
from clubsite.maintenance import health
from clubsite.ready import recorded_demo, recording
from scoring.models import Event
from tournaments.models import Club, Night, NightLogEntry, Round, Season, User

MADE = "The demo changed: python3 -m clubsite.ready.make records it anew."

pytestmark = pytest.mark.django_db


@pytest.fixture
def unused(db):
    """The tables of a new site: no id was ever given."""
    assert connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")


@pytest.fixture
def filled(unused):
    return recorded_demo.fill(usual())


def usual(**other):
    return DemoPlan(**USUAL | {"today": timezone.localdate()} | other)


def test_recording_fits_the_tables_of_this_program():
    recorded = recorded_demo.read_file()
    assert {*map(tuple, recorded["migrations"])} == health.list_known_migrations(), MADE


def test_every_event_holds(filled):
    verified = StringIO()
    call_command("verify", stdout=verified)
    report = json.loads(verified.getvalue())
    assert report == {"sheets": 165, "events": Event.objects.count(), "problems": []}
    assert [len(made.members) for made in filled.clubs] == [32] * 3
    assert {made.tonight.day for made in filled.clubs} == {timezone.localdate()}
    assert len(filled.sheets) == 16
    for entry in NightLogEntry.objects.filter(kind=NightLogEntry.Kind.CLOSED):
        assert entry.body == {"digest": entry.night.digest}


def test_what_was_filled_is_what_was_recorded(unused):
    now = timezone.now()
    moments = recorded_demo.read_file()["moments"]
    recorded_demo.fill(usual())
    began = now - moments * recorded_demo.STEP
    assert recording.read(began, timezone.now()) == recorded_demo.read_file()


def test_everything_happened_just_now(filled):
    now = timezone.now()
    for moment in Event.objects.values_list("time", flat=True):
        assert now - timedelta(minutes=1) < moment <= now
    going_on = Round.objects.filter(night__state=Night.State.PLAYING).exclude(began=None)
    minutes = sorted((now - round_.began) // timedelta(minutes=1) for round_ in going_on)
    assert minutes[-3:] == [38] * 3  # of each club the round that is being played


@pytest.mark.parametrize(
    ("today", "name"), [("2026-07-20", "2025-2026"), ("2026-11-21", "2026-2027")]
)
def test_season_is_that_of_the_day(unused, today, name):
    recorded_demo.fill(usual(today=datetime.fromisoformat(today).date()))
    for season in Season.objects.all():
        assert season.name.removeprefix("Koppels ") == name
        days = [*season.nights.order_by("day").values_list("day", flat=True)]
        assert season.first <= days[0]
        assert days[-1] <= season.last


def test_two_sites_share_no_secret(unused):
    seen = []
    for _ in range(2):
        with transaction.atomic():
            recorded_demo.fill(usual())
            events = Event.objects.values_list("pk", flat=True)
            nights = Night.objects.exclude(next_seed="").values_list("next_seed", flat=True)
            clubs = Club.objects.values_list("public_id", "results_version")
            seen.append({*events, *nights, *(value for club in clubs for value in club)})
            transaction.set_rollback(True)
    assert len(seen[0]) > 1500
    assert not seen[0] & seen[1]


def test_password_is_only_made_for_somebody(unused):
    recorded_demo.fill(usual())
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_password_lets_in(unused):
    recorded_demo.fill(usual(), "geheimpje")
    assert all(user.check_password("geheimpje") for user in User.objects.all())


@pytest.mark.parametrize(
    "plan", [usual(seed="other"), usual(clubs=2), usual(members=31), usual(nights=2)]
)
def test_another_demo_is_made_by_the_verbs(unused, plan):
    assert recorded_demo.fill(plan) is None
    assert not User.objects.exists()


def test_tables_that_were_used_are_filled_by_the_verbs(unused):
    create_users()
    User.objects.all().delete()
    assert recorded_demo.fill(usual()) is None


def test_recording_of_other_tables_is_not_used(unused, monkeypatch):
    other = recorded_demo.read_file() | {"migrations": [["scoring", "0001_initial"]]}
    monkeypatch.setattr(recorded_demo, "read_file", lambda: other)
    assert recorded_demo.fill(usual()) is None


@pytest.mark.wide
@pytest.mark.parametrize("evening", [recording.EVENING, datetime(2027, 10, 3, 19, tzinfo=UTC)])
def test_verbs_make_what_is_recorded_on_any_evening(unused, evening):
    assert recording.record(evening) == recorded_demo.read_file(), MADE
