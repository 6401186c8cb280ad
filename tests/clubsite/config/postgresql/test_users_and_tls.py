import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults import database
from tests.programs import lacks
from tests.servers import free_port, run

pytestmark = pytest.mark.wide
ELSEWHERE = "0.0.0.0"  # reaches this machine, and is none of the names that we know it by


@contextmanager
def postgresql(**settings):
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


def test_user_who_may_make_no_tables_is_told_so_in_a_line(tmp_path):
    with postgresql() as (made, port):
        for words in ("CREATE ROLE site LOGIN", "CREATE DATABASE club"):
            made._ask(words, "postgres")
        url = f"postgres://site@127.0.0.1:{port}/club"
        refused = run(tmp_path, "manage.py", "upgrade", DATABASE_URL=url)
        assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
        assert "maak hem eigenaar" in refused.stderr
