"""A folder of packages for another system. tests/clubsite/package.py fetches real ones."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubsite import bootstrap
from clubsite.maintenance import wheels

ROOT = Path(__file__).resolve().parents[3]
LOCK = """# made by uv
asgiref==3.1 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via django
colorama==0.4 ; sys_platform == 'win32' \\
    --hash=sha256:cc
typing-extensions==4.1 ; python_full_version < '3.13' \\
    --hash=sha256:dd
zxing-cpp==3.1 ; platform_machine in 'x86_64 AMD64 arm64' \\
    --hash=sha256:ee
"""


def pins(lock: str) -> list[str]:
    return re.findall(r"^([\w-]+)==[\w.]+ \\$", lock, re.MULTILINE)


@pytest.mark.parametrize(
    ("system", "python", "names"),
    [
        ("linux", "3.11", ["asgiref", "typing-extensions", "zxing-cpp"]),
        ("linux", "3.13", ["asgiref", "zxing-cpp"]),
        ("windows", "3.12", ["asgiref", "colorama", "typing-extensions", "zxing-cpp"]),
        ("macos", "3.13", ["asgiref", "zxing-cpp"]),
    ],
)
def test_what_that_system_needs_is_fetched_by_its_hashes(system, python, names):
    needed = wheels.select_needed(LOCK, system, python)
    assert pins(needed) == names
    assert "--hash=sha256:aa \\\n    --hash=sha256:bb\n" in needed
    assert ";" not in needed


@pytest.mark.parametrize("system", wheels.SYSTEMS)
def test_every_pin_of_our_lock_is_read(system):
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    machine = wheels.describe_machine(system, "3.13")
    there = [name for name, _, marker in bootstrap.PIN.findall(lock)
             if bootstrap.applies(marker, machine)]  # fmt: skip
    assert pins(wheels.select_needed(lock, system, "3.13")) == there
    assert {"django", "pillow", "psycopg-binary"} <= set(there)


def test_machine_is_told_by_all_that_a_marker_may_ask():
    assert wheels.describe_machine("linux", "3.11").keys() == bootstrap.this_machine().keys()


@pytest.fixture
def pip(monkeypatch):
    """Stands in for pip: writes a file for what it is asked, and remembers the words."""
    requests = []

    def run(*words):
        requests.append(words)
        if words[0] == "wheel":
            folder = Path(words[3].removeprefix("--wheel-dir="))
            (folder / "streepje-9.9-py3-none-any.whl").write_bytes(b"wheel")

    monkeypatch.setattr(wheels, "run_pip", run)
    return requests


def test_folder_holds_all_that_is_needed_and_says_what_to_type(pip, tmp_path):
    out, folder = StringIO(), tmp_path / "map"
    call_command("offline", str(folder), system="windows", python=["3.13"], stdout=out,
                 stderr=StringIO())  # fmt: skip
    report = json.loads(out.getvalue())
    assert (report["system"], report["files"]) == ("windows", 3)
    assert {"--require-hashes", "--platform=win_amd64", "--python-version=3.13"} <= set(pip[0])
    assert "streepje==9.9 \\\n    --hash=sha256:" in (folder / "requirements.txt").read_text()
    explained = (folder / wheels.READ_ME).read_text(encoding="utf-8")
    assert 'py manage.py start --offline "' in explained
    assert r"streepje-hier\Scripts\pip install --no-index" in explained


@pytest.mark.parametrize(("words", "there"), [([], False), (["--passkeys"], True)])
def test_folder_holds_what_passkeys_need_if_asked(pip, tmp_path, words, there):
    call_command("offline", str(tmp_path / "map"), *words, stdout=StringIO(), stderr=StringIO())
    locked = (tmp_path / "map" / wheels.LOCK).read_text()
    assert ("webauthn==" in locked, "cryptography==" in locked) == (there, there)
    assert "django==" in locked


def test_folder_in_use_is_refused(pip, tmp_path):
    (tmp_path / "letter.txt").touch()
    with pytest.raises(CommandError, match="is niet leeg") as refused:
        call_command("offline", str(tmp_path))
    assert refused.value.returncode == 2
    assert pip == []


def test_what_pip_could_not_fetch_is_said_in_one_line(monkeypatch, tmp_path):
    def fail(*words):
        raise wheels.Failed("ERROR: no matching distribution")

    monkeypatch.setattr(wheels, "run_pip", fail)
    with pytest.raises(CommandError, match="Het is niet gelukt: ERROR: no matching"):
        call_command("offline", str(tmp_path / "map"), stderr=StringIO())


def test_pip_that_fails_is_quoted():
    with pytest.raises(wheels.Failed, match="no such option"):
        wheels.run_pip("--nonsense")
