import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentTypeError
from functools import partial
from pathlib import Path

import pytest

from clubsite import command_line
from clubsite.management.commands import start
from clubsite.management.commands.test import SPREAD, add_options, let_compile
from tests.by_day import by_day

ROOT = Path(__file__).resolve().parents[2]


def manage(*args: str, **env: str):
    return subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT,
        env={**os.environ, "STREEPJE_NO_SETUP": "1", "PYTEST_ADDOPTS": "", **env},
        capture_output=True,
        encoding="utf-8",
    )


def test_test_command_runs_pytest_and_passes_on_words_and_exit_code():
    done = manage("test", "-q", "tests/clubsite/config/test_databases.py", "-k", "no_such_test")
    assert " deselected in " in done.stdout.splitlines()[-1]
    assert done.returncode == 5  # pytest's own: nothing was run


LONG = """
import os, subprocess, time
def test_long():
    child = subprocess.Popen(["sleep", "60"])
    with open({told!r}, "w") as file:
        file.write(f"{{os.getppid()}} {{os.getpid()}} {{child.pid}}\\n")
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc who is alive")
@pytest.mark.parametrize(
    "how", by_day([signal.SIGTERM, signal.SIGINT, signal.SIGHUP], signal.SIGTERM)
)
def test_test_command_that_is_ended_leaves_nobody_running(tmp_path, how):
    told = tmp_path / "told"
    (tmp_path / "test_long.py").write_text(LONG.format(told=str(told)))
    words = ["manage.py", "test", "-n", "1", str(tmp_path / "test_long.py")]
    env = {**os.environ, "STREEPJE_NO_SETUP": "1"}
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    heeded = partial(signal.signal, how, signal.SIG_DFL)  # under nohup a SIGHUP is ignored
    how_to = {"cwd": ROOT, "env": env, "preexec_fn": heeded, **quiet}
    command = subprocess.Popen([sys.executable, *words], **how_to)
    wait_until(lambda: told.exists() and told.read_text().endswith("\n"))
    command.send_signal(how)
    assert command.wait(timeout=30) != 0
    wait_until(lambda: not [pid for pid in told.read_text().split() if is_alive(pid)])


def is_alive(pid):
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_until(happened):
    give_up = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < give_up
        time.sleep(0.1)


ALL_BUT_WIDE = ["-m", "not wide"]


@pytest.mark.parametrize(
    ("given", "around", "added"),
    [
        ("", "", [*ALL_BUT_WIDE, *SPREAD]),
        ("-q -x -k links", "", [*ALL_BUT_WIDE, *SPREAD]),
        ("-m wide", "", [*SPREAD]),
        ("-m=wide", "", [*SPREAD]),
        ("tests/clubsite", "", [*SPREAD]),
        ("tests/faults tests/together", "", [*SPREAD]),
        ("-n 0", "", ALL_BUT_WIDE),
        ("-n4", "", ALL_BUT_WIDE),
        ("--numprocesses=4 tests/clubsite", "", []),
        ("-s", "", ALL_BUT_WIDE),
        ("--pdb tests/clubsite", "", []),
        ("tests/test_docs.py", "", []),
        ("tests/clubsite tests/test_docs.py", "", []),
        ("tests/test_docs.py::test_links_lead_somewhere -x", "", []),
        ("", "-n 3", ALL_BUT_WIDE),
        ("", "-m browser", [*SPREAD]),
    ],
)
def test_all_tests_take_every_processor_and_whoever_says_how_is_left_alone(given, around, added):
    assert add_options(given.split(), around.split()) == added


def test_processes_of_tests_find_the_site_compiled():
    assert let_compile({"A": "1"}, "there") == {"A": "1"}
    env = let_compile({"A": "1", "PYTHONDONTWRITEBYTECODE": "1"}, "there")
    assert env == {"A": "1", "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": "there"}


def test_ctrl_c_gets_one_line(monkeypatch):
    def pressed(_words):
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "_leave_other_tables_alone", lambda _name: None)
    monkeypatch.setattr("django.core.management.execute_from_command_line", pressed)
    with pytest.raises(SystemExit, match=r"^Afgebroken\.$"):
        command_line.run()


def test_data_of_another_user_gets_one_line(monkeypatch):
    def hidden(_command):
        raise PermissionError(13, "Permission denied", "/var/lib/streepje/secret-key")

    monkeypatch.setattr("clubsite.maintenance.upgrade.refuse_others", hidden)
    monkeypatch.setattr("sys.argv", ["manage.py", "verify"])
    with pytest.raises(SystemExit, match=r"niet bij de data .*/var/lib/streepje/secret-key"):
        command_line.run()


def test_help_needs_no_site(tmp_path):
    done = manage("verify", "--help", STREEPJE_DATA=str(tmp_path))
    assert done.stdout.startswith("usage: manage.py verify")
    assert done.returncode == 0


def test_bad_database_url_gets_one_line():
    done = manage("check", DATABASE_URL="postgres://ans:geheim@db")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("DATABASE_URL (postgres://…)")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("port", ["0", "65536", "70000", "-1", "achtduizend"])
def test_port_that_is_none_is_refused(port):
    with pytest.raises(ArgumentTypeError, match="een poort is een getal"):
        start.read_port(port)


def test_start_up_of_a_command_is_hardly_longer_than_djangos(tmp_path):
    """What is ours reads one file and hashes it: no import of the app, no search of packages."""
    code = "import sys, clubsite.bootstrap; print(*sorted(m for m in sys.modules if '.' not in m))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert not {"django", "asyncio", "http", "pip"} & set(loaded.stdout.split())
