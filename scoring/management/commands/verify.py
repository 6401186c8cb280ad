"""`manage.py verify`: does everything that is kept follow from the events?"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from scoring.sheets import audit


class Command(BaseCommand):
    help = "Checks every event, and recomputes every game and total; prints what differs as JSON."

    def handle(self, **options: Any) -> None:
        found = audit.run()
        for game, count in sorted(found.older.items()):
            self.stderr.write(f"{game}: {count} onder een oudere versie, niet opnieuw geteld.")
        answer = {"sheets": found.sheets, "events": found.events, "problems": found.problems}
        self.stdout.write(json.dumps(answer))
        if found.problems:
            sys.exit(1)
