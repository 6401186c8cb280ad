import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from clubsite.management.commands.start import shorten_mistakes
from scoring.management.program_command import ProgramCommand
from tournaments.accounts import second_step
from tournaments.models import User


class Command(ProgramCommand):
    help = "Tells whether an account asks a second step of logging in, and ends it, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="a login name")
        parser.add_argument("--off", action="store_true", help="ends it, and every log-in")

    def handle(self, login: str, *, off: bool, **options: Any) -> None:
        with shorten_mistakes():
            user = User.objects.filter(login=login.strip().lower()).first()
            if user is None:
                raise CommandError(f"Niemand logt hier in als {login}.")
            if off:
                second_step.end_all(user=user)
            on = second_step.is_on(user)
        self.stdout.write(json.dumps({"login": user.login, "second_step": on}))
