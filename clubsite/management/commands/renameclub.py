from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from clubsite.management.site_command import SiteCommand
from tournaments.club import clubs
from tournaments.models import Club


class Command(SiteCommand):
    help = "Gives a club another name or short address; prints both as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the short address that the club has")
        parser.add_argument("--name", help="its new name")
        parser.add_argument("--slug", dest="new", help="its new address; links to the old one end")

    def act(
        self, slug: str, *, name: str | None, new: str | None, **options: Any
    ) -> dict[str, str]:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            raise CommandError(f"Hier is geen club met het adres {slug}.")
        try:
            clubs.rename(club=club, name=name or club.name, slug=new or club.slug)
        except ValidationError as mistake:
            raise CommandError(" ".join(mistake.messages)) from None
        return {"name": club.name, "slug": club.slug}
