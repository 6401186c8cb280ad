"""Who owns all clubs is a site admin anyway: only a site where nobody does needs this."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from clubsite.management.commands.start import shorten_mistakes
from scoring.management.program_command import ProgramCommand
from tournaments.accounts import accounts
from tournaments.models import User


class Command(ProgramCommand):
    help = "Makes somebody a site admin; prints all that were named as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", nargs="?", help="a login name; without one nothing changes")
        parser.add_argument("--off", action="store_true", help="ends it for this login")

    def handle(self, login: str | None, *, off: bool, **options: Any) -> None:
        with shorten_mistakes():
            if login is not None:
                user = User.objects.filter(login=login.strip().lower()).first()
                if user is None:
                    raise CommandError(f"Niemand logt hier in als {login}.")
                accounts.set_site_admin(user=user, keeps=not off)
            admins = User.objects.filter(is_site_admin=True).order_by("login")
            named = [*admins.values_list("login", flat=True)]
        self.stdout.write(json.dumps({"siteadmins": named}))
