"""`manage.py offline`: fill a folder with everything that is needed to set Streepje up on a
computer without internet.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from clubsite import bootstrap
from clubsite.maintenance import wheels
from scoring.management.program_command import ProgramCommand
from scoring.toolkit import operating_system

HERE = {"win32": "windows", "darwin": "macos"}.get(operating_system.SYSTEM, "linux")


class Command(ProgramCommand):
    help = "Fetches all packages into a folder, to set Streepje up where there is no internet."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("folder", type=Path, metavar="FOLDER", help="a new or empty folder")
        add(
            "--system",
            choices=wheels.SYSTEMS,
            default=HERE,
            help=f"the system of that computer (default: {HERE}, that of this one)",
        )
        add(
            "--python",
            action="append",
            metavar="3.X",
            help="a version of Python there; give it again for more (default: 3.11, 3.12 and 3.13)",
        )

        add(
            "--passkeys",
            action="store_true",
            help="also what passkeys need, the lock of a phone as second step",
        )

    def handle(self, folder: Path, system: str, **options: Any) -> None:
        pythons = tuple(options["python"] or wheels.PYTHONS)
        if folder.exists() and any(folder.iterdir()):
            raise CommandError(f"{folder} is niet leeg: kies een nieuwe map.", returncode=2)
        passkeys = options["passkeys"]
        lock = settings.BASE_DIR / (bootstrap.WITH_PASSKEYS if passkeys else bootstrap.LOCK)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.stderr.write(f"De onderdelen voor {system} worden opgehaald …")
            wheels.fetch(folder, system, pythons, lock)
            wheels.add_own(folder, settings.BASE_DIR, lock)
            wheels.explain(folder, system, pythons)
        except (OSError, wheels.Failed) as failed:
            raise CommandError(f"Het is niet gelukt: {failed}") from None
        files = [*folder.iterdir()]
        size = sum(file.stat().st_size for file in files)
        built = {"folder": str(folder), "system": system, "files": len(files), "bytes": size}
        self.stdout.write(json.dumps(built))
