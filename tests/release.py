"""A release made in a throw-away clone. Needs a network, so it is run by name, as .ci/nightly does:
python3 manage.py test -s tests/release.py
"""

import hashlib
import json
import os
import subprocess
import sys
import tomllib
import zipfile

import pytest

from tests.scripts import ROOT, load

VERSION = "99.0"
NAMES = ["SHA256SUMS", "streepje-99.0-py3-none-any.whl", "streepje-99.0.cdx.json"]
NAMES += ["streepje-99.0.tar.gz"]


def run(*words, cwd):
    env = os.environ | {"STREEPJE_NO_SETUP": "1", "STREEPJE_DEMO": "", "DATABASE_URL": ""}
    env |= {f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")}  # fmt: skip
    done = subprocess.run(
        [*map(str, words)], cwd=cwd, env=env, capture_output=True, encoding="utf-8"
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    place = tmp_path_factory.mktemp("release") / "een map"
    assert run("git", "clone", "-q", ROOT, place, cwd=ROOT)[0] == 0
    changelog = place / "CHANGELOG.md"
    heading = load("release").HEADING
    words = changelog.read_text().replace(heading, heading + "\n### Added\n\n- A try.\n", 1)
    changelog.write_text(words)
    run("git", "commit", "-qam", "Something new", cwd=place)
    return place


def release(clone, *words):
    return run(sys.executable, ".ci/release", VERSION, "--without-checks", *words, cwd=clone)


def test_release_is_made_whole_and_refused_the_second_time(clone):
    code, out, err = release(clone)
    assert code == 0, err
    assert "git push origin HEAD v99.0" in out

    head = "## [Unreleased]\n\n## [99.0] - 2"
    for commit, version in (("v99.0", VERSION), ("HEAD", "99.1.dev0")):
        project = tomllib.loads(run("git", "show", f"{commit}:pyproject.toml", cwd=clone)[1])
        assert project["project"]["version"] == version
    assert head in run("git", "show", "v99.0:CHANGELOG.md", cwd=clone)[1]
    assert run("git", "status", "--porcelain", cwd=clone)[1] == ""

    dist = clone / "dist"
    assert sorted(path.name for path in dist.iterdir()) == NAMES
    for line in (dist / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((dist / name).read_bytes()).hexdigest() == digest
    report = json.loads((dist / "streepje-99.0.cdx.json").read_text())
    assert report["metadata"]["component"]["version"] == VERSION
    inside = zipfile.ZipFile(dist / NAMES[1]).read("streepje-99.0.dist-info/METADATA").decode()
    assert "Version: 99.0" in inside

    assert release(clone)[0] == 1


def test_bill_of_materials_is_cyclonedx(clone, tmp_path):
    for words in (
        (sys.executable, "-m", "venv", tmp_path),
        (tmp_path / "bin/pip", "install", "-q", "cyclonedx-python-lib[json-validation]"),
    ):
        code, _, err = run(*words, cwd=tmp_path)
        assert code == 0, err
    check = (
        "import sys; from cyclonedx.validation.json import JsonStrictValidator as V;"
        "from cyclonedx.schema import SchemaVersion as S;"
        "found = V(S.V1_6).validate_str(open(sys.argv[1]).read()); sys.exit(found and str(found))"
    )
    bill = clone / "dist/streepje-99.0.cdx.json"
    code, _, err = run(tmp_path / "bin/python", "-c", check, bill, cwd=tmp_path)
    assert code == 0, err


def test_failure_leaves_the_clone_as_it_was(clone):
    before = run("git", "rev-parse", "HEAD", cwd=clone)[1]
    (clone / ".ci/build").write_text("#!/bin/sh\nexit 1\n")
    run("git", "commit", "-qam", "A build that fails", cwd=clone)
    text = (clone / "CHANGELOG.md").read_text()
    (clone / "CHANGELOG.md").write_text(text.replace("[Unreleased]\n", "[Unreleased]\n\n- B.\n", 1))
    run("git", "commit", "-qam", "More", cwd=clone)
    begun = run("git", "rev-parse", "HEAD", cwd=clone)[1]
    assert begun != before
    code, _, err = run(sys.executable, ".ci/release", "99.1", "--without-checks", cwd=clone)
    assert (code, ".ci/build" in err) == (1, True), err
    assert run("git", "rev-parse", "HEAD", cwd=clone)[1] == begun
    assert run("git", "status", "--porcelain", cwd=clone)[1] == ""
    assert "v99.1" not in run("git", "tag", cwd=clone)[1]
