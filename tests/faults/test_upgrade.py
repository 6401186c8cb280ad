"""Killed in the middle of a migration, again and again: the next try goes on, to the same end.

How many times: an eighth of STREEPJE_KILLS.
"""

import json
import os
import subprocess
import sys
from random import Random

import pytest

from tests.faults.evening import SEED
from tests.servers import ROOT
from tests.tournaments.backup.sites import Site
from tests.upgrades.keep import lay

KILLS = int(os.environ.get("STREEPJE_KILLS", "8")) // 8
MOST_STEPS = 25  # before it is killed; the longest migration has fewer


@pytest.fixture
def older(own_database, tmp_path):
    """A site whose tables are not up to date, on the kind of database that the tests run on."""
    first = Site(tmp_path / "first")
    lay("0.4", first.data)
    first.well("backup", tmp_path / "first.backup")
    own_database.lose()
    run(own_database, tmp_path, "lay", tmp_path / "first.backup")
    return own_database


def run(database, folder, *words):
    """What it said, line by line."""
    env = {"STREEPJE_DATA": str(folder), "DATABASE_URL": database.url, "STREEPJE_BACKUPS": "no"}
    env |= {"DJANGO_SETTINGS_MODULE": "clubsite.settings", "STREEPJE_DEMO": ""}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.upgraded", *map(str, words)],
        cwd=ROOT, env=os.environ | env, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.wide
def test_upgrade_that_is_killed_goes_on_and_comes_to_the_same(older, tmp_path):
    older.keep()
    (straight,) = run(older, tmp_path, "upgrade")
    older.put_back()
    chance = Random(SEED)
    steps = [chance.randint(1, MOST_STEPS) for _ in range(KILLS)]
    *killed, found = run(older, tmp_path, "upgrade", *steps)
    assert len(killed) >= min(KILLS, 3), steps
    assert different(found["tables"], straight["tables"]) == []
    assert straight["problems"] == []


def different(first, other):
    return sorted(
        name for name in first.keys() | other.keys() if first.get(name) != other.get(name)
    )
