"""`manage.py test`: run pytest with the same arguments."""

import subprocess
import sys

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Runs all tests through pytest; whatever follows goes to pytest (see `pytest --help`)."

    def run_from_argv(self, argv: list[str]) -> None:
        command = [sys.executable, "-m", "pytest", *argv[2:]]
        sys.exit(subprocess.run(command, cwd=settings.BASE_DIR, check=False).returncode)
