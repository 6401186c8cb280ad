"""A site on a real PostgreSQL that is reached by the network, by TLS and as two users."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.faults import database
from tests.programs import lacks
from tests.servers import ROOT, free_port

pytestmark = pytest.mark.wide
ELSEWHERE = "0.0.0.0"  # reaches this machine, and is none of the names that we know it by


@contextmanager
def postgresql(**settings):
    """A PostgreSQL of its own at a port of this machine; yield it with that port."""
    programs = database.programs() or lacks("PostgreSQL", "sudo apt install postgresql")
    port = free_port()
    made = database.Postgresql(programs, listen_addresses="127.0.0.1", port=str(port), **settings)
    try:
        yield made, port
    finally:
        made.close()


@pytest.fixture
def certificate():
    folder = Path(tempfile.mkdtemp(prefix="certificate-"))
    yield database.make_certificate(folder)
    shutil.rmtree(folder)


def run(folder, *words, **env):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("STREEPJE", "DATABASE"))}
    clean |= {"STREEPJE_DATA": str(folder), "STREEPJE_NO_SETUP": "1", "STREEPJE_LOGS": "no"}
    clean |= {"DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=clean | env, capture_output=True, encoding="utf-8"
    )


IS_ENCRYPTED = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    print(cursor.fetchone()[0])
"""


def test_site_encrypts_what_it_tells_a_server_elsewhere(certificate, tmp_path):
    with postgresql(**certificate) as (_made, port):
        url = f"postgres://streepje@{ELSEWHERE}:{port}/model"
        assert run(tmp_path, "-c", IS_ENCRYPTED, DATABASE_URL=url).stdout == "True\n"


def test_server_elsewhere_without_tls_gets_one_line_and_what_it_says_is_done(tmp_path):
    with postgresql() as (_made, port):
        url = f"postgres://streepje:geheim@{ELSEWHERE}:{port}/model"
        refused = run(tmp_path, "manage.py", "upgrade", DATABASE_URL=url)
        assert refused.returncode == 1
        (line,) = refused.stderr.splitlines()
        assert "schrijf dan ?sslmode=disable achter DATABASE_URL" in line
        assert "geheim" not in line
        done = run(tmp_path, "-c", IS_ENCRYPTED, DATABASE_URL=f"{url}?sslmode=disable")
        assert done.stdout == "False\n"


EVENING = """
import datetime
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from scoring.models import Sheet
from scoring.sheets import casual, lifecycle
from tests.tournaments.evenings import club_with, drawn, people, playing
from tournaments.members import privacy
from tournaments.models import Member
season = club_with()
who = people(season, 8)
drawn(playing(season, who))
privacy.erase(member=Member.objects.get(pk=who[0].pk))
lifecycle.open(game="jokeren", names=["Ans", "Bob"], loose=True)
browser = Client(HTTP_HOST="localhost")
browser.post("/login/", {"username": "ans", "password": "drie losse woorden"})
assert browser.get("/de-hoop/members/").status_code == 200
casual.KEPT = datetime.timedelta(-1)
call_command("purge")
assert not Sheet.objects.filter(table=None).exists()
"""
FORBIDDEN = {
    "CREATE TABLE own (id int)",
    "CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "TRUNCATE scoring_sheet CASCADE",
    "DROP TABLE scoring_event",
    "ALTER TABLE scoring_event DISABLE TRIGGER ALL",
    "ALTER TABLE scoring_event ADD COLUMN own int",
    "UPDATE scoring_event SET kind = ''",
    "DELETE FROM django_migrations",
    "SET session_replication_role = replica",
}


def refusals(url):
    """Return which of the forbidden statements this user is refused, for lack of rights."""
    refused = set()
    for statement in FORBIDDEN:
        with psycopg.connect(url) as connection:
            try:
                connection.execute(statement)
            except psycopg.errors.InsufficientPrivilege:
                refused.add(statement)
            connection.rollback()
    return refused


def test_site_of_two_users_does_all_it_does_and_changes_no_table(tmp_path):
    with postgresql() as (made, port):
        for words in (
            "CREATE ROLE owner LOGIN",
            "CREATE ROLE site LOGIN",
            "CREATE DATABASE club OWNER owner",
        ):
            made._ask(words, "postgres")
        site = {"DATABASE_URL": f"postgres://site@127.0.0.1:{port}/club"}
        both = site | {"DATABASE_OWNER_URL": f"postgres://owner@127.0.0.1:{port}/club"}

        swapped = {
            "DATABASE_URL": both["DATABASE_OWNER_URL"],
            "DATABASE_OWNER_URL": site["DATABASE_URL"],
        }
        said = run(tmp_path, "manage.py", "upgrade", **swapped).stderr
        assert "niet van de gebruiker in DATABASE_OWNER_URL" in said and said.count("\n") == 1
        alone = run(tmp_path, "manage.py", "upgrade", **site)
        assert (alone.returncode, alone.stderr.count("\n")) == (1, 1)
        assert "DATABASE_OWNER_URL" in alone.stderr
        first = run(tmp_path, "manage.py", "upgrade", **both)
        assert json.loads(first.stdout)["steps"], first.stderr
        assert refusals(site["DATABASE_URL"]) == FORBIDDEN

        evening = run(tmp_path, "-c", EVENING, **site)
        assert evening.returncode == 0, evening.stderr
        kept = str(tmp_path / "kept.backup")
        for words in (["backup", kept], ["verify"], ["upgrade"], ["newkey"]):
            done = run(tmp_path, "manage.py", *words, **site)
            assert done.returncode == 0, (words, done.stderr)

        with psycopg.connect(site["DATABASE_URL"]):
            running = run(tmp_path, "manage.py", "restore", kept, **both)
            assert "De site loopt nog" in running.stderr
        back = run(tmp_path, "manage.py", "restore", kept, **both)
        assert json.loads(back.stdout)["problems"] == [], back.stderr
        assert refusals(site["DATABASE_URL"]) == FORBIDDEN
        assert run(tmp_path, "manage.py", "verify", **site).returncode == 0
