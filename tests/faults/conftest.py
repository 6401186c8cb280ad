import os
import subprocess
import sys

import pytest

from tests.faults import database
from tests.faults.site import Site

MISSING = {
    "linux": "the harness kills processes by what Linux tells of them",
    "postgresql": "the harness runs a PostgreSQL of its own, and its programs are not here",
}


def pytest_terminal_summary(terminalreporter):
    said = [str(stat.longrepr) for stat in terminalreporter.stats.get("skipped", [])]
    for why in MISSING.values():
        if any(why in line for line in said):
            terminalreporter.section("NOT TESTED: kill −9", sep="!", red=True, bold=True)
            terminalreporter.line(f"{why}.")


@pytest.fixture(scope="session")
def databases(tmp_path_factory, lay_empty_site):
    if sys.platform != "linux":
        pytest.skip(MISSING["linux"])
    folder = tmp_path_factory.mktemp("faults")
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        programs = database.programs() or pytest.skip(MISSING["postgresql"])
        made = database.Postgresql(programs)
    else:
        made = database.Sqlite(folder)
        lay_empty_site(folder, "model.sqlite3")
    try:
        if not isinstance(made, database.Sqlite):
            Site(folder, made).migrate()
        yield made
    finally:
        made.close()


@pytest.fixture
def own_database(databases):
    databases.new()
    return databases


@pytest.fixture
def small_disk(tmp_path, own_database):
    """For SQLite, where this machine lets us have one (as root); elsewhere its files can't grow."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(disk)]
    made = (
        isinstance(own_database, database.Sqlite)
        and not subprocess.run(mount, stderr=subprocess.DEVNULL).returncode
    )
    if made:
        own_database.move_to(disk)
    yield
    if made:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.fixture
def site(tmp_path, own_database):
    """`site()` with several workers, `site(workers=1)` as `manage.py start` serves it."""
    made = []

    def make_site(**how) -> Site:
        made.append(Site(tmp_path, own_database, **how))
        return made[-1]

    yield make_site
    for process in made:
        process.end()
