from typing import Any

from clubsite.maintenance.upgrade import bring_up_to_date
from clubsite.management.site_command import SiteCommand, lock_folder
from scoring.sheets import verify
from tournaments.backup import swap


class Command(SiteCommand):
    help = "Makes a back-up, brings the database up to date, and tells what was done as JSON."

    def act(self, **options: Any) -> dict[str, Any]:
        with lock_folder():
            swap.go_on()
            done = bring_up_to_date()
            backup = str(done.kept) if done.kept else None
            report: dict[str, Any] = {"backup": backup, "steps": done.steps}
            if done.steps:
                result = verify.run()
                report |= {"sheets": result.sheets, "events": result.events}
                report["problems"] = result.problems
        return report
