"""Replaces the command of Django, which speaks English only."""

from getpass import getpass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils import translation

from clubsite.management.site_command import AccountCommand, find_user, shorten_mistakes
from tournaments.accounts import accounts
from tournaments.forms.accounts import check_password
from tournaments.models import User

TRIES = 3


class Command(AccountCommand):
    help = "Asks twice for a new password of an account."

    def handle(self, login: str, **options: Any) -> None:
        with shorten_mistakes():
            user = find_user(login)
            accounts.change_password(user=user, password=self.ask(user))
        self.stderr.write(f"{user.login} heeft een nieuw wachtwoord.", str)

    def ask(self, user: User) -> str:
        for _ in range(TRIES):
            password = getpass(f"Nieuw wachtwoord voor {user.login} (wat je typt, zie je niet): ")
            if password != getpass("Nog een keer: "):
                self.stderr.write("Dat was niet twee keer hetzelfde.")
                continue
            try:
                return check_password(password)
            except ValidationError as refused:
                with translation.override("nl"):
                    self.stderr.write("\n".join(refused.messages))
        raise CommandError("Er is niets veranderd.")
