import os
import sqlite3
import uuid
from contextlib import closing

import pytest

from tests.tournaments.backup import sites
from tests.tournaments.backup.sites import Site

ADDRESS = "http://192.168.1.57:8000"  # of its evening

GIVEN_OUT = """
INSERT INTO tournaments_loginattempt (account, address, failures, last)
    VALUES ('a', 'b', 1, '2026-01-01');
DELETE FROM tournaments_loginattempt;
"""


@pytest.fixture(scope="session")
def old(tmp_path_factory, lay_empty_site):
    """A club with a night behind it and one going on, an id that nobody has any more; and its
    back-up, `kept`.
    """
    site = Site(tmp_path_factory.mktemp("old"))
    lay_empty_site(site.data)
    done = site.run("demo", "--clubs", 1, "--nights", 1, "--members", 8, "--verbosity", 0)
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(site.file)) as database:
        database.executescript(GIVEN_OUT)
    site.kept = site.data / "kept.backup"
    site.told = site.well("backup", site.kept, STREEPJE_URL=ADDRESS)
    return site


@pytest.fixture
def new(tmp_path):
    """An empty one, on the kind of database that the tests run on."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        yield Site(tmp_path / "new")
        return
    name = f"restored_{uuid.uuid4().hex}"
    yield Site(tmp_path / "new", sites.new_postgresql(name))
    sites.drop_postgresql(name)
