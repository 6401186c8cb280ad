import json
from typing import Any

from clubsite.maintenance.upgrade import bring_up_to_date
from clubsite.management.commands.start import lock_folder, shorten_mistakes
from scoring.management.program_command import ProgramCommand
from scoring.sheets import verify
from tournaments.backup import swap


class Command(ProgramCommand):
    help = "Makes a back-up, brings the database up to date, and tells what was done as JSON."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        with shorten_mistakes(), lock_folder():
            swap.go_on()
            done = bring_up_to_date()
            report: dict[str, Any] = {
                "backup": str(done.kept) if done.kept else None,
                "steps": done.steps,
            }
            if done.steps:
                result = verify.run()
                report |= {"sheets": result.sheets, "events": result.events}
                report["problems"] = result.problems
        self.stdout.write(json.dumps(report))
