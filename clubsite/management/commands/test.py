import os
import sys
from collections.abc import Container, Sequence

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
        env = dict(os.environ)
        # The tests start hundreds of processes: each would compile the whole site
        if env.get("PYTHONDONTWRITEBYTECODE"):
            folder = str(settings.BASE_DIR / ".pytest_cache/compiled")
            env |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}
        ended = operating_system.run_group(command, cwd=settings.BASE_DIR, env=env)
        sys.exit(ended)


def add_options(given: Sequence[str], around: Sequence[str] = ()) -> list[str]:
    """`given`: the typed options; `around`: those in PYTEST_ADDOPTS."""
    words = [word.split("::")[0] for word in given if not word.startswith("-")]
    file = any(word.endswith(".py") for word in words)
    folder = any((settings.BASE_DIR / word).is_dir() for word in words)
    options = [*given, *around]
    added = []
    if not (file or folder or any(_is(word, ("-m",)) for word in options)):
        added += ["-m", "not wide and not rough"]
    if not (file or any(_is(word, ALONE) for word in options)):
        added += SPREAD
    return added


def _is(word: str, options: Container[str]) -> bool:
    if word.startswith("--"):
        return word.partition("=")[0] in options
    return word[:2] in options
