import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from clubsite.management.commands.start import shorten_mistakes
from scoring.management.program_command import ProgramCommand
from tournaments.accounts import accounts
from tournaments.models import User


class Command(ProgramCommand):
    help = "Shuts an account and ends its log-ins; prints whether it is open as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", help="a login name")
        parser.add_argument("--off", action="store_true", help="opens it again")

    def handle(self, login: str, *, off: bool, **options: Any) -> None:
        with shorten_mistakes():
            user = User.objects.filter(login=login.strip().lower()).first()
            if user is None:
                raise CommandError(f"Niemand logt hier in als {login}.")
            accounts.set_active(user=user, active=off)
        self.stdout.write(json.dumps({"login": user.login, "open": user.is_active}))
