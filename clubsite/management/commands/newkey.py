import json
from typing import Any

from clubsite.management.commands.start import shorten_mistakes
from scoring.management.program_command import ProgramCommand
from tournaments import site_key
from tournaments.accounts import second_step


class Command(ProgramCommand):
    help = "Makes the key of this machine the site's: links, log-ins and codes of the old key end."

    def handle(self, **options: Any) -> None:
        with shorten_mistakes():
            site_key.replace()
            apps = second_step.forget_of_other_keys()  # else nobody with an app could log in
        self.stdout.write(json.dumps({"key": site_key.describe_place(), "apps": apps}))
