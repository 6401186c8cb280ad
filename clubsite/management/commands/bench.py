"""`manage.py bench`: run the benchmarks, and compare their results with the goals."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from clubsite import bench
from scoring.management.program_command import ProgramCommand


class Command(ProgramCommand):
    help = "Measures speed, mostly as ratios within one run, against its goals; exit 1 on a miss."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
        parser.add_argument("--only", choices=bench.BENCHES, help="measure one of them")

    def handle(self, **options: Any) -> None:
        figures = []
        for figure in bench.run(options["only"]):
            figures.append(figure)
            if not options["json"]:
                self.stdout.write(write_line(figure))
        if options["json"]:
            rows = [{**figure._asdict(), "met": figure.met} for figure in figures]
            self.stdout.write(json.dumps(rows, indent=1))
        if not all(figure.met for figure in figures):
            sys.exit(1)


def write_line(figure: bench.Figure) -> str:
    """Return a benchmark's result and its goal as a line of text."""
    goal = "" if figure.goal is None else f"  (at most {figure.goal:g})"
    missed = "" if figure.met else "  MISSED"
    return f"{figure.name}: {figure.value:.2f}{goal}  {figure.what}{missed}"
