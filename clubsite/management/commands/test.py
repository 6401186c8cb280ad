"""`manage.py test`: run pytest with the same arguments, by itself on every processor."""

import os
import subprocess
import sys
from collections.abc import Container, Mapping, Sequence
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management.base import BaseCommand

SPREAD = ("-n", "auto", "--dist", "loadfile")
# Who asks for one of these runs the tests where they can be followed, or says how to spread them.
ALONE = {"-n", "--numprocesses", "--dist", "-s", "--capture", "--pdb", "--trace", "--co"}
ALONE |= {"--collect-only"}


class Command(BaseCommand):
    help = "Runs the tests through pytest; whatever follows goes to pytest (see `pytest --help`)."

    def run_from_argv(self, argv: list[str]) -> None:
        options = add_options(argv[2:], os.environ.get("PYTEST_ADDOPTS", "").split())
        command = [sys.executable, "-m", "pytest", *options, *argv[2:]]
        with TemporaryDirectory(prefix="compiled-") as folder:
            env = let_compile(os.environ, folder)
            done = subprocess.run(command, cwd=settings.BASE_DIR, env=env, check=False)
        sys.exit(done.returncode)


def let_compile(env: Mapping[str, str], folder: str) -> dict[str, str]:
    """Where Python keeps nothing that it compiled, it does so in this folder: tests start hundreds
    of processes, and each would compile the whole site.
    """
    if not env.get("PYTHONDONTWRITEBYTECODE"):
        return dict(env)
    return {**env, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}


def add_options(given: Sequence[str], around: Sequence[str] = ()) -> list[str]:
    """What pytest is told besides what somebody typed, or has around it in PYTEST_ADDOPTS.

    All tests leave out what waits for the night; all of them, or a folder, take every processor.
    A file or a single test runs as it is asked for.
    """
    words = [word.split("::")[0] for word in given if not word.startswith("-")]
    file = any(word.endswith(".py") for word in words)
    folder = any((settings.BASE_DIR / word).is_dir() for word in words)
    asked = [*given, *around]
    added = []
    if not (file or folder or any(_is(word, ("-m",)) for word in asked)):
        added += ["-m", "not wide"]
    if not (file or any(_is(word, ALONE) for word in asked)):
        added += SPREAD
    return added


def _is(word: str, options: Container[str]) -> bool:
    """Return whether the word is one of these options, with or without a value: `-n2`,
    `--dist=load`.
    """
    if word.startswith("--"):
        return word.partition("=")[0] in options
    return word[:2] in options
