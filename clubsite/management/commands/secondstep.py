from argparse import ArgumentParser
from typing import Any

from clubsite.management.site_command import AccountCommand, find_user
from tournaments.accounts import second_step


class Command(AccountCommand):
    help = "Tells whether an account asks a second step of logging in, and ends it, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--off", action="store_true", help="ends it, and every log-in")

    def act(self, login: str, *, off: bool, **options: Any) -> dict[str, Any]:
        user = find_user(login)
        if off:
            second_step.end_all(user=user)
        return {"login": user.login, "second_step": second_step.is_on(user)}
