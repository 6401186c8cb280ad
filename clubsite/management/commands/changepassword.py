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
        question = f"Nieuw wachtwoord voor {user.login} (wat je typt, zie je niet): "
        for _ in range(TRIES):
            try:
                password, again = getpass(question), getpass("Nog een keer: ")
            except EOFError:
                break
            if password != again:
                self.stderr.write("Dat was niet twee keer hetzelfde.")
                continue
            try:
                return check_password(password)
            except ValidationError as refused:
                with translation.override("nl"):
                    self.stderr.write("\n".join(refused.messages))
        raise CommandError("Er is niets veranderd.")
