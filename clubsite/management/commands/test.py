"""`manage.py test`: run pytest with the same arguments. A run of all tests or of a folder uses all
processors, unless the arguments say otherwise.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings

from scoring.management.program_command import ProgramCommand
from scoring.toolkit import operating_system

# One worker more than processors: tests in a browser wait half of their time.
SPREAD = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "loadfile")
# Who asks for one of these runs the tests where they can be followed, or says how to spread them.
ALONE = {"-n", "--numprocesses", "--dist", "-s", "--capture", "--pdb", "--trace", "--co"}
ALONE |= {"--collect-only"}


class Command(ProgramCommand):
    help = "Runs the tests through pytest; whatever follows goes to pytest (see `pytest --help`)."

    def run_from_argv(self, argv: list[str]) -> None:
        options = add_options(argv[2:], os.environ.get("PYTEST_ADDOPTS", "").split())
        command = [sys.executable, "-m", "pytest", *options, *argv[2:]]
        with TemporaryDirectory(prefix="compiled-") as folder:
            env = let_compile(os.environ, folder)
            ended = run_group(command, cwd=settings.BASE_DIR, env=env)
        sys.exit(ended)


def run_group(command: Sequence[str], **how: Any) -> int:
    """Run a command; `how` are further arguments of Popen. A signal that should end this process
    ends the command and all processes that it started. Return the exit code.
    """
    if operating_system.is_windows():
        return subprocess.run(command, check=False, **how).returncode
    # In a terminal the command stays in the group of this process: it may read what is typed, and
    # Ctrl+C reaches it anyway.
    apart = not sys.stdin.isatty()
    with subprocess.Popen(command, process_group=0 if apart else None, **how) as process:
        group = process.pid if apart else os.getpgrp()

        def end(number: int, _frame: object) -> None:
            signal.signal(number, signal.SIG_IGN)  # this process may be of the group, too
            os.killpg(group, number)
            signal.signal(number, end)

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGHUP, end)
        signal.signal(signal.SIGINT, end if apart else signal.SIG_IGN)
        ended = process.wait()
    if apart:
        with suppress(ProcessLookupError):  # nobody is left
            os.killpg(group, signal.SIGKILL)
    return ended


def let_compile(env: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return the environment variables for the tests.

    If Python is told to write no compiled files, let it write them in this folder instead. The
    tests start hundreds of processes, and each would otherwise compile the whole site.
    """
    if not env.get("PYTHONDONTWRITEBYTECODE"):
        return dict(env)
    return {**env, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}


def add_options(given: Sequence[str], around: Sequence[str] = ()) -> list[str]:
    """Return the options that pytest gets in addition to the typed ones (`given`) and those in
    PYTEST_ADDOPTS (`around`).

    A run of all tests skips the slow ones marked "wide". A run of all tests or of a folder uses
    every processor. For a file or a single test, nothing is added.
    """
    words = [word.split("::")[0] for word in given if not word.startswith("-")]
    file = any(word.endswith(".py") for word in words)
    folder = any((settings.BASE_DIR / word).is_dir() for word in words)
    options = [*given, *around]
    added = []
    if not (file or folder or any(_is(word, ("-m",)) for word in options)):
        added += ["-m", "not wide"]
    if not (file or any(_is(word, ALONE) for word in options)):
        added += SPREAD
    return added


def _is(word: str, options: Container[str]) -> bool:
    """Return whether the word is one of these options. The option may have a value, as in `-n2` or
    `--dist=load`.
    """
    if word.startswith("--"):
        return word.partition("=")[0] in options
    return word[:2] in options
