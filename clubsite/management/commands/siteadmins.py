"""Who owns all clubs is a site admin anyway: only a site where nobody does needs this."""

from argparse import ArgumentParser
from typing import Any

from clubsite.management.site_command import SiteCommand, find_user
from tournaments.accounts import accounts
from tournaments.models import User


class Command(SiteCommand):
    help = "Makes somebody a site admin; prints all that were named as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("login", nargs="?", help="a login name; without one nothing changes")
        parser.add_argument("--off", action="store_true", help="ends it for this login")

    def act(self, login: str | None, *, off: bool, **options: Any) -> dict[str, list[str]]:
        if login is not None:
            accounts.set_site_admin(user=find_user(login), keeps=not off)
        admins = User.objects.filter(is_site_admin=True).order_by("login")
        return {"siteadmins": [*admins.values_list("login", flat=True)]}
