"""The benchmarks are in tests/bench/, which is no part of the installed package."""

import importlib
import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from clubsite.config import program
from scoring.management.program_command import ProgramCommand

NO_CHECKOUT = (
    "De metingen horen bij de broncode, niet bij het geïnstalleerde programma. Haal de broncode op "
    "en typ daar: python3 manage.py bench."
)


class Command(ProgramCommand):
    help = "Measures speed against its goals; exit 1 on a miss. Needs the source of this program."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
        parser.add_argument("--only", metavar="NAME", help="measure one of them")

    def handle(self, **options: Any) -> None:
        if program.IS_PACKAGE:
            raise CommandError(NO_CHECKOUT)
        bench = importlib.import_module("tests.bench")
        if options["only"] not in (None, *bench.BENCHES):
            raise CommandError(f"Kies een van deze: {', '.join(bench.BENCHES)}.", returncode=2)
        figures = []
        for figure in bench.run(options["only"]):
            figures.append(figure)
            if not options["json"]:
                limit = "" if figure.goal is None else f"  (at most {figure.goal:g})"
                missed = "" if figure.met else "  MISSED"
                self.stdout.write(
                    f"{figure.name}: {figure.value:.2f}{limit}  {figure.what}{missed}"
                )
        if options["json"]:
            rows = [{**figure._asdict(), "met": figure.met} for figure in figures]
            self.stdout.write(json.dumps(rows, indent=1))
        if not all(figure.met for figure in figures):
            sys.exit(1)
