"""The package as people get it: built, installed, started and carried to another way of running.

Needs a network, so it is run by name, as .ci/nightly does:
python3 manage.py test -s tests/clubsite/package.py
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from tests.servers import free_port
from tests.tournaments.backup.sites import Site

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.11", "3.12", "3.13")


def pythons() -> dict[str, str]:
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    paths = {}
    for version in PYTHONS:
        places = [*map(str, pyenv.glob(f"{version}.*/bin/python")), f"python{version}"]
        for place in places:
            path = shutil.which(place)
            if path and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0:
                paths.setdefault(version, path)
    return paths


def clean() -> dict[str, str]:
    hidden = ("STREEPJE_", "DATABASE_URL", "DJANGO_", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    return {key: value for key, value in os.environ.items() if not key.startswith(hidden)}


def run(*words: object, **more: str) -> str:
    done = subprocess.run(
        [*map(str, words)], cwd=ROOT, env=clean() | more, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    run(".ci/build", folder, PYTHON=sys.executable)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    began = time.monotonic()
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin/python", "-m", "pip", "install", "-q", wheel)
    print(f"installed by pip in {time.monotonic() - began:.1f} s")
    return folder / "bin/streepje"


class Started:
    def __init__(self, home: Path, *command: object, **env: str) -> None:
        self.port, self.home = free_port(), home
        began = time.monotonic()
        self.process = subprocess.Popen(
            [*map(str, command), "--port", str(self.port)],
            cwd=home, env=clean() | {"XDG_DATA_HOME": str(home)} | env, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8",
        )  # fmt: skip
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if "http://" in line:
                break
        self.took = time.monotonic() - began

    def page(self, path: str = "/") -> str:
        return run("curl", "-fsS", f"http://127.0.0.1:{self.port}{path}")

    def __enter__(self) -> "Started":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def test_every_python_builds_the_same_bytes(wheel, tmp_path):
    first = digests(wheel.parent)
    assert sorted(name.rpartition(".")[2] for name in first) == ["gz", "whl"]
    for version, python in pythons().items():
        run(".ci/build", tmp_path / version, PYTHON=python)
        assert digests(tmp_path / version) == first, version
    print("built by", ", ".join(pythons()))


def test_wheel_holds_every_file_of_the_program(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for path in run("git", "ls-files", "scoring", "tournaments", "clubsite").split("\n"):
        assert not path or path in inside or path.endswith("types.d.ts"), path
    for path in run("git", "ls-files", "templates", "locale").split():
        assert f"clubsite/{path}" in inside
    assert not [name for name in inside if name.startswith(("tests", "data", ".ci"))]


def test_demo_starts_with_pages_styles_languages_and_paper(installed, tmp_path):
    with Started(tmp_path, installed, "start", "--demo") as site:
        print(f"the first start took {site.took:.1f} s")
        page = site.page()
        assert page.count('href="/s/') > 5
        assert "wedstrijdformulier" in page.lower()
        sheet = page.split('href="/s/')[1].split('"')[0]
        assert "<table" in site.page(f"/s/{sheet}")
        style = page.split('<link rel="stylesheet" href="')[1].split('"')[0]
        assert len(site.page(style)) > 1000
    with Started(tmp_path, installed, "start", "--demo") as site:
        print(f"the second start took {site.took:.1f} s")
    assert (tmp_path / "streepje/demo.sqlite3").exists()


def test_site_goes_from_one_way_of_running_to_the_other_and_back(installed, tmp_path):
    here, file = Site(tmp_path / "data"), tmp_path / "streepje.backup"
    there = {"XDG_DATA_HOME": str(tmp_path)}
    assert here.run("demo", "--clubs", 1, "--nights", 1, "--members", 8).returncode == 0
    here.well("backup", file)
    run(installed, "restore", file, **there)
    verified = json.loads(run(installed, "verify", **there))
    assert verified == here.well("verify")
    assert json.loads(run(installed, "upgrade", **there))["steps"] == []

    run(installed, "backup", tmp_path / "back.backup", **there)
    back = Site(tmp_path / "again")
    back.well("restore", tmp_path / "back.backup")
    assert back.well("verify") == verified

    # Or the same folder, opened by both.
    assert json.loads(run(installed, "verify", STREEPJE_DATA=str(back.data))) == verified
    with Started(tmp_path, installed, "start", STREEPJE_DATA=str(back.data)) as site:
        assert "De Klaverboer" in site.page()
    assert back.well("verify") == verified
