import json
import os
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from threading import Thread

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone

from clubsite.maintenance import daily
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tests.scoring.sheets.test_casual import laid_ready
from tests.servers import ROOT, build_environment, database_url, free_port, wait
from tests.threads import do_at_once
from tests.tournaments.evenings import club_with
from tournaments.accounts import invitations, throttle
from tournaments.backup import after_night
from tournaments.club import clubs
from tournaments.models import (
    EmailConfirmation,
    Invitation,
    LoginAttempt,
    LogInLink,
    NightLogEntry,
    Site,
    UserSession,
)
from tournaments.nights import closing, nights
from tournaments.publishing import letters_to_send

pytestmark = pytest.mark.django_db(transaction=True)


PAST = timedelta(days=-1, seconds=-1)
KINDS = "sheets guests sessions links attempts files letters machines logs copies"
NOTHING = dict.fromkeys(KINDS.split(), 0)


def lay_ready(when):
    time = timezone.now() + when
    whose = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club, user = clubs.create_club_with_owner(name="De Boom", slug="boom", **whose)
    LogInLink.objects.create(user=user, by=user, club=club, expires=time)
    EmailConfirmation.objects.create(user=user, email="ans@club.example", expires=time)
    invitations.invite(club=club, kind="helper", name="Bob", by=user)
    Invitation.objects.update(expires=time)
    throttle.count_attempt(login="ans", ip="192.0.2.1")
    LoginAttempt.objects.update(last=time)
    UserSession.objects.create(session_key="one", session_data="", expire_date=time)


def kept():
    counted = LogInLink, EmailConfirmation, Invitation, LoginAttempt, UserSession
    return [model.objects.count() for model in counted]


def purge():
    out = StringIO()
    call_command("purge", stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("count", [1, 5])
def test_all_loose_sheets_that_are_due_go_however_many(count, monkeypatch):
    monkeypatch.setattr(daily, "AT_ONCE", 2)
    laid_ready(count)
    kept = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    assert purge() == NOTHING | {"sheets": count}
    assert list(Sheet.objects.all()) == [kept]


# By itself


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA = tmp_path
    return tmp_path


def hours(count, before=lambda hour: None):
    """A site that stays up for so long, in a thread as it has one; how long it waited each time."""
    waited = []

    def over(seconds):
        waited.append(seconds)
        before(len(waited))
        return len(waited) > count

    thread = Thread(target=daily.every_hour, args=(over,))
    thread.start()
    thread.join(60)
    return waited


def named_otherwise(first, other):
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {first} RENAME TO {other}")
    connection.close()


def test_what_is_over_goes_at_once_also_after_a_time_that_failed(caplog):
    lay_ready(PAST)
    named_otherwise("tournaments_usersession", "away")

    def mended(hour):
        if hour == 2:
            named_otherwise("away", "tournaments_usersession")

    assert hours(2, mended) == [daily.HOUR] * 3
    said = [record.getMessage() for record in caplog.records if record.name == daily.log.name]
    assert [line.partition(":")[0] for line in said] == [
        "What is done each day could not be done"
    ] * 2
    assert kept() == [0] * 5


@pytest.fixture
def times(monkeypatch):
    done = []
    monkeypatch.setattr(daily, "purge_site", lambda: done.append(time.sleep(0.2)))
    return done


@pytest.mark.parametrize(("age", "again"), [(-90_000, 1), (0, 0), (86_000, 0), (87_000, 1)])
def test_once_a_day_by_a_clock_that_may_have_been_wrong(folder, times, age, again):
    Site.objects.create(purged=timezone.now() - timedelta(seconds=age))
    hours(3)
    assert len(times) == again


@pytest.mark.parametrize(("age", "again"), [(-90_000, 1), (0, 0), (86_000, 0), (87_000, 1)])
def test_files_of_a_machine_once_a_day_likewise(folder, monkeypatch, age, again):
    done = []
    monkeypatch.setattr(daily, "purge_machine", lambda: done.append(folder))
    (folder / "purged").touch()
    then = time.time() - age
    os.utime(folder / "purged", (then, then))
    hours(3)
    assert len(done) == again


def test_start_goes_on_where_nothing_can_be_deleted(folder, monkeypatch):
    def fail():
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(daily, "purge_site", fail)
    daily.purge_now()
    assert not Site.objects.exclude(purged=None).exists()


def test_of_several_machines_one_does_it_and_each_looks_after_its_own_files(
    times, settings, tmp_path
):
    """The other one is at it, wherever its data folder is; on SQLite there is but one machine."""
    several = connection.vendor == "postgresql"
    with daily.lock_site() as alone:
        assert alone
        settings.DATA = tmp_path / "other" if several else tmp_path
        settings.DATA.mkdir(exist_ok=True)
        hours(3)
        assert (times, (settings.DATA / "purged").exists()) == ([], several)
    hours(1)
    assert len(times) == 1


def test_of_eight_workers_one_does_it(times):
    do_at_once([daily.do_daily_work] * 8)
    assert len(times) == 1


def test_tables_of_another_version_are_left_alone(times, monkeypatch):
    monkeypatch.setattr(daily.health, "is_up_to_date", lambda: False)
    hours(1)
    assert times == []


@pytest.fixture
def back_ups(settings, folder):
    settings.BACKS_UP, settings.BACKUPS = True, folder / "backups"
    return settings.BACKUPS


def closed_night():
    (night,) = nights.plan(season=(season := club_with()), days=[season.first])
    for state in ("check-in", "playing"):
        night = nights.set_state(night=night, to=state)
    closing.close(night=night)


def test_night_that_was_closed_without_a_back_up_gets_one(back_ups):
    closed_night()
    assert after_night.find_missing(after_night.find_last())
    hours(3)
    assert len([*back_ups.iterdir()]) == 1
    assert not after_night.find_missing(after_night.find_last())


def test_night_that_was_closed_by_a_clock_of_tomorrow_does_not_get_one_each_hour(back_ups):
    closed_night()
    NightLogEntry.objects.update(time=timezone.now() + timedelta(days=1))
    hours(3)
    assert not back_ups.exists()


@pytest.fixture
def worker(folder):
    """A server that is not `start`; several stand for the workers of one."""
    begun = []

    def run():
        port = free_port()
        words = ["-m", "waitress", f"--listen=127.0.0.1:{port}", "clubsite.wsgi:application"]
        variables = build_environment(folder, database_url())
        begun.append(subprocess.Popen([sys.executable, *words], cwd=ROOT, env=variables))
        return f"http://127.0.0.1:{port}/healthz"

    yield run
    for process in begun:
        process.kill()
        process.wait()


def answers(url):
    with suppress(OSError), urllib.request.urlopen(url, timeout=60) as reply:
        return reply.read() == b"ok"


def test_two_workers_of_any_server_begin_with_it_at_their_first_page(worker, folder):
    lay_ready(PAST)
    urls = [worker(), worker()]
    assert kept() != [0] * 5
    for url in urls:
        wait(lambda url=url: answers(url))
    wait((folder / "purged").exists)
    wait(lambda: kept() == [0] * 5)


def test_mistake_of_ours_is_logged_and_ends_neither_the_loop_nor_the_back_ups(monkeypatch, caplog):
    made = []
    monkeypatch.setattr(after_night, "find_missing", lambda _last: True)
    monkeypatch.setattr(after_night, "make", lambda: made.append(True))
    monkeypatch.setattr(letters_to_send, "ask_who_comes", lambda: 1 / 0)
    assert len(hours(2)) == 3
    assert len(made) == 3 and "ZeroDivisionError" in caplog.text
