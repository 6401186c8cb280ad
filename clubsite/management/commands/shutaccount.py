from argparse import ArgumentParser
from typing import Any

from clubsite.management.site_command import AccountCommand, find_user
from tournaments.accounts import accounts


class Command(AccountCommand):
    help = "Shuts an account and ends its log-ins; prints whether it is open as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--off", action="store_true", help="opens it again")

    def act(self, login: str, *, off: bool, **options: Any) -> dict[str, Any]:
        user = find_user(login)
        accounts.set_active(user=user, active=off)
        return {"login": user.login, "open": user.is_active}
