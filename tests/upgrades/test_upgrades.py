"""What every release left behind comes up to date: all of it holds, and nobody's place is another.

README.md beside this tells how a release gets its own.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import uuid

import pytest

from tests.test_docs import ROOT, read
from tests.tournaments.backup import sites
from tests.tournaments.backup.sites import Site
from tests.upgrades.keep import FOLDER, MOST, lay

KEPT = sorted(path.name.removesuffix(".sql.gz") for path in FOLDER.glob("*.sql.gz"))
FIRST = (0, 4)
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")


def looked(site, *words):
    """What is there after this."""
    env = {"STREEPJE_DATA": str(site.data), "DATABASE_URL": site.url, "STREEPJE_DEMO": ""}
    env |= {"STREEPJE_BACKUPS": "", "STREEPJE_SECRET_KEY": ""}
    env |= {"DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.upgrades.look", *map(str, words)],
        cwd=ROOT, env=os.environ | env, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("version", KEPT)
def test_site_of_a_release_comes_up_to_date(version, tmp_path):
    site = Site(tmp_path)
    lay(version, site.data)
    found = looked(site, "upgrade") if not POSTGRESQL else on_postgresql(site)
    expected = json.loads(read(FOLDER / f"{version}.json"))
    assert found["told"] == expected["told"]
    assert found["standings"] == expected["standings"]
    assert (found["statuses"], found["asked"]) == ([200], expected["asked"])


def on_postgresql(site):
    """By a back-up that this program makes of the older tables."""
    kept = site.data / "old.backup"
    site.well("backup", kept)
    name = f"upgraded_{uuid.uuid4().hex}"
    try:
        new = Site(site.data / "new", sites.new_postgresql(name))
        return looked(new, "restore", kept)
    finally:
        sites.drop_postgresql(name)


# Every release has one


def releases() -> set[str]:
    """Those in the changelog and among the tags of this clone, if it is one. Tables of before FIRST
    can't be brought up to date: nothing was published then.
    """
    versions = set(re.findall(r"^## \[(\d+\.\d+)[\].]", read(ROOT / "CHANGELOG.md"), re.MULTILINE))
    if git := shutil.which("git"):
        tags = subprocess.run([git, "tag"], cwd=ROOT, capture_output=True, text=True).stdout.split()
        versions |= {
            ".".join(tag.removeprefix("v").split(".")[:2]) for tag in tags if tag[:1] == "v"
        }
    return {version for version in versions if number(version) >= FIRST}


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_every_release_is_kept_and_small():
    assert sorted(releases()) == KEPT
    assert all((FOLDER / f"{version}.sql.gz").stat().st_size <= MOST for version in KEPT)


def test_version_of_the_program_is_the_one_that_comes_next():
    program = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]["version"]
    last = max(map(number, KEPT))
    if program.endswith(".dev0"):
        assert number(program.removesuffix(".dev0")) > last
    else:  # the commit of a release itself
        assert number(program) == last
