import json
import sys
from typing import Any

from scoring.management.program_command import ProgramCommand
from scoring.sheets import verify


class Command(ProgramCommand):
    help = "Checks every event, and recomputes every game and total; prints differences as JSON."

    def handle(self, **options: Any) -> None:
        report = verify.run()
        for game, count in sorted(report.older.items()):
            self.stderr.write(f"{game}: {count} onder een oudere versie, niet opnieuw geteld.")
        answer = {"sheets": report.sheets, "events": report.events, "problems": report.problems}
        self.stdout.write(json.dumps(answer))
        if report.problems:
            sys.exit(1)
