import json
import sqlite3
from contextlib import closing

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubsite.maintenance import upgrade as upgrading
from clubsite.maintenance.upgrade import NEWER, NOTHING, OLDER
from clubsite.management.commands import upgrade
from tests.test_docs import our_commands
from tests.tournaments.backup.sites import Site
from tournaments import site_key


@pytest.fixture
def newer(db):
    MigrationRecorder(connection).record_applied("scoring", "9999_of_tomorrow")


@pytest.fixture
def older(db):
    ((app, name),) = MigrationLoader(connection).graph.leaf_nodes("scoring")
    MigrationRecorder(connection).record_unapplied(app, name)


def test_each_migration_is_done_whole_or_not_at_all():
    ours = [
        migration
        for (app, _name), migration in MigrationLoader(None).disk_migrations.items()
        if app in ("scoring", "tournaments")
    ]
    assert ours and all(migration.atomic for migration in ours)


def refusal(command):
    try:
        upgrading.refuse_others(command)
    except CommandError as refused:
        return str(refused)
    return ""


def test_every_command_that_meets_the_tables_refuses_newer_ones(newer):
    assert {refusal(command) for command in upgrading.COMMANDS} == {NEWER}
    with pytest.raises(CommandError, match="van een nieuwere Streepje"):
        upgrading.bring_up_to_date()
    with pytest.raises(ImproperlyConfigured, match="van een nieuwere Streepje"):
        upgrading.refuse_to_serve()


WITHOUT_TABLES = {"bench", "draw", "judge", "score", "test"}
THEIR_OWN_CHECK = {"start", "upgrade", "restore"}


def test_each_command_checks_the_tables_or_needs_none():
    checked = {*upgrading.COMMANDS} - {"migrate"}  # which is Django's
    assert checked == {*our_commands()} - WITHOUT_TABLES - THEIR_OWN_CHECK


def test_older_tables_are_met_by_what_can_read_them(older):
    refused = [command for command in upgrading.COMMANDS if refusal(command)]
    assert refused == [*upgrading.OF_THIS_VERSION]
    assert refusal("verify") == OLDER
    with pytest.raises(ImproperlyConfigured, match="van een oudere Streepje"):
        upgrading.refuse_to_serve()


def test_where_there_is_no_site_yet_is_said_so(db):
    MigrationRecorder(connection).migration_qs.all().delete()
    found = {command: refusal(command) for command in upgrading.COMMANDS}
    assert {command for command, said in found.items() if said} == {*upgrading.OF_THIS_VERSION}
    assert refusal("verify") == NOTHING.format(place=connection.settings_dict["NAME"])


def test_looking_for_a_site_in_the_wrong_place_makes_no_file(tmp_path):
    nowhere = tmp_path / "data"
    said = Site(nowhere).refused("verify")
    assert said == NOTHING.format(place=nowhere / "streepje.sqlite3")
    assert not (nowhere / "streepje.sqlite3").exists()


def test_another_key_than_that_of_the_site_is_refused(db, settings):
    site_key.remember()
    settings.SECRET_KEY = "the key of another machine, " * 3
    said = {command for command in upgrading.COMMANDS if "andere sleutel" in refusal(command)}
    assert said == {*upgrading.COMMANDS} - {"migrate", "newkey"}
    with pytest.raises(ImproperlyConfigured, match="andere sleutel"):
        upgrading.bring_up_to_date()


def test_nothing_is_brought_up_to_date_without_a_back_up(older, settings, tmp_path):
    settings.BACKS_UP, settings.BACKUPS = True, tmp_path / "backups"
    settings.BACKUPS.touch()  # no folder can be made there
    with pytest.raises(CommandError, match="de reservekopie vooraf lukt niet"):
        upgrading.bring_up_to_date()


def test_tables_of_this_version_are_served_and_left_as_they_are(db, capsys):
    assert {refusal(command) for command in upgrading.COMMANDS} == {""}
    upgrade.Command().handle()
    assert json.loads(capsys.readouterr().out) == {"backup": None, "steps": []}
    upgrading.refuse_to_serve()


TABLES_OF_TOMORROW = """
CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied datetime);
INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_of_tomorrow', 0);
"""


def test_one_line_and_status_1_by_hand(tmp_path):
    with closing(sqlite3.connect(tmp_path / "streepje.sqlite3")) as database:
        database.executescript(TABLES_OF_TOMORROW)
    assert Site(tmp_path).refused("start") == NEWER
