import json
from typing import Any

from clubsite.maintenance.purge import purge
from clubsite.management.commands.start import shorten_mistakes
from scoring.management.program_command import ProgramCommand


class Command(ProgramCommand):
    help = "Deletes data whose term is over; prints how many of each kind as JSON."

    def handle(self, **options: Any) -> None:
        with shorten_mistakes():
            gone = purge()
        self.stdout.write(json.dumps(gone))
