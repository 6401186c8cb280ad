import signal
import subprocess
import sys
from argparse import ArgumentTypeError

import pytest

from clubsite import command_line
from clubsite.management.commands import start
from clubsite.management.commands.test import SPREAD, add_options
from tests.servers import ROOT, run


def test_test_command_runs_pytest_and_passes_on_words_and_exit_code(tmp_path):
    (tmp_path / "test_one.py").write_text("def test_one():\n    assert False")
    alone = ("--noconftest", "-p", "no:cacheprovider", "-c", "/dev/null")
    words = ("manage.py", "test", "-q", *alone, tmp_path / "test_one.py")
    done = run(tmp_path, *words, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert "1 failed in " in done.stdout.splitlines()[-1]
    assert done.returncode == 1


BY_DAY = ["-m", "not wide and not rough"]


@pytest.mark.parametrize(
    ("given", "around", "added"),
    [
        ("", "", [*BY_DAY, *SPREAD]),
        ("-m wide", "", [*SPREAD]),
        ("tests/clubsite", "", [*SPREAD]),
        ("-n 0", "", BY_DAY),
        ("--pdb tests/clubsite", "", []),
        ("tests/test_docs.py", "", []),
        ("tests/test_docs.py::test_links_lead_somewhere -x", "", []),
        ("", "-n 3", BY_DAY),
        ("", "-m browser", [*SPREAD]),
    ],
)
def test_all_tests_take_every_processor_and_whoever_says_how_is_left_alone(given, around, added):
    assert add_options(given.split(), around.split()) == added


CHILD = """import signal, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
print("up", flush=True); time.sleep(60)"""
COMMAND = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}])"
GROUP = f"""import signal, sys; from scoring.toolkit import operating_system
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup, which these tests may run under, ignores it
operating_system.run_group([sys.executable, "-c", {COMMAND!r}])"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_tests_that_are_ended_leave_nothing_running(number):
    """What they started, such as a browser, ends too, even if it does not hear the signal."""
    words = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-c", GROUP], cwd=ROOT, **words) as tests:
        assert tests.stdout.readline() == b"up\n"
        tests.send_signal(getattr(signal, number))
        tests.communicate(timeout=20)  # once nobody holds its output any more


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
    done = run(tmp_path, "manage.py", "verify", "--help")
    assert done.stdout.startswith("usage: manage.py verify")
    assert done.returncode == 0


def test_bad_database_url_gets_one_line(tmp_path):
    done = run(tmp_path, "manage.py", "check", DATABASE_URL="postgres://ans:geheim@db")
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
    loaded = run(tmp_path, "-c", code)
    assert not {"django", "asyncio", "http", "pip"} & set(loaded.stdout.split())
