import threading

import pytest
from django.conf import settings
from django.db import OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder

from clubsite.maintenance import health
from tests.clubsite.middleware.test_outage import somebody_who_writes_for_long
from tests.servers import free_port
from tournaments.models import LoginAttempt

pytestmark = pytest.mark.django_db


def test_healthy_site_says_so_and_is_never_kept(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")
    assert "no-store" in answer["Cache-Control"]


def ask_health(client):
    answer = client.get("/healthz")
    return answer.status_code, answer.content.decode()


def test_database_that_is_away_is_told(client, monkeypatch):
    def gone():
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", gone)  # of a file; a server is asked anew
    monkeypatch.setitem(connections.settings["default"], "HOST", "127.0.0.1")
    monkeypatch.setitem(connections.settings["default"], "PORT", str(free_port()))
    assert ask_health(client) == (503, "database")


def test_server_that_hangs_is_told_in_time_and_looked_at_by_one_thread(client, monkeypatch, server):
    monkeypatch.setattr(health, "DEADLINE", 0.1)
    monkeypatch.setitem(connections.settings["default"], "HOST", "127.0.0.1")
    monkeypatch.setitem(connections.settings["default"], "PORT", str(server.port))
    server.well.clear()
    hangs = connection.vendor == "postgresql"
    for _ in range(3):
        assert ask_health(client) == ((503, "database") if hangs else (200, "ok"))
        lookers = [thread for thread in threading.enumerate() if thread.name == "healthz"]
        assert len(lookers) == hangs
    monkeypatch.undo()
    server.close()
    for looker in lookers:
        looker.join()
    assert ask_health(client) == (200, "ok")


def test_database_that_takes_nothing_is_told(client, monkeypatch):
    options = connections.settings["default"]["OPTIONS"]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 1")
            answer = ask_health(client)
            cursor.execute("PRAGMA query_only = 0")
    else:
        words = f"{options['options']} -c default_transaction_read_only=on"
        monkeypatch.setitem(options, "options", words)
        answer = ask_health(client)
    assert answer == (503, "read-only")


@pytest.mark.django_db(transaction=True)
def test_database_in_which_somebody_writes_for_long_is_busy_and_not_read_only(client):
    with somebody_who_writes_for_long("tournaments_loginattempt"):
        assert ask_health(client) == (503, "busy")
    assert ask_health(client) == (200, "ok")


def test_looking_writes_nothing_and_leaves_who_writes_their_patience():
    LoginAttempt.objects.create(account="", failures=3, last="2026-11-19T20:00:00Z")
    assert health.try_write() == ""
    assert LoginAttempt.objects.get().failures == 3
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout" if sqlite else "SHOW lock_timeout")
        assert cursor.fetchone()[0] == (20_000 if sqlite else "20s")


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM django_migrations WHERE app = 'tournaments'",
        "UPDATE django_migrations SET name = '9999_later' WHERE app = 'tournaments'",
    ],
)
@pytest.mark.django_db(transaction=True)
def test_database_of_another_version_is_told(client, change):
    kept = list(MigrationRecorder.Migration.objects.all())
    with connection.cursor() as cursor:
        cursor.execute(change)
    answer = ask_health(client)
    MigrationRecorder.Migration.objects.all().delete()
    MigrationRecorder.Migration.objects.bulk_create(kept)
    assert answer == (503, "migrations")


def test_disk_that_is_nearly_full_is_told_and_nothing_of_how(client, monkeypatch):
    monkeypatch.setattr(health, "ROOM", 10**18)
    assert ask_health(client) == (503, "disk")


def test_data_folder_that_is_gone_has_no_room(client, monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "DATA", tmp_path / "gone")
    assert ask_health(client) == (503, "disk")
