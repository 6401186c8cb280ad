"""`manage.py importclub`: import a club from another site. The same rules hold as on the page that
imports a club.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db import transaction

from clubsite.management.commands.start import shorten_mistakes
from scoring.management.program_command import ProgramCommand
from scoring.toolkit.problems import UserError
from tournaments.accounts import accounts
from tournaments.club import first_club
from tournaments.files.transfer import import_club
from tournaments.files.transfer.club_file import PackedClub
from tournaments.files.transfer.import_club import NightRead, Preview
from tournaments.forms.clubs import ClubForm
from tournaments.models import Club, User
from tournaments.views.base import list_numbered_errors


class Command(ProgramCommand):
    help = "Imports a club from the file with everything of it that another site made."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("file", type=Path, metavar="FILE", help="what the other site wrote (.zip)")
        add("--owner", required=True, metavar="LOGIN", help="the login of the club's owner")
        add("--name", default="", help="the name of the club here; without it, the name it had")
        add("--slug", default="", help="the last part of its address; without it, the one it had")

    def handle(self, file: Path, owner: str, name: str, slug: str, **options: Any) -> None:
        try:
            content = file.open("rb")
        except OSError as error:
            words = f"{file} is niet te lezen: {error.strerror}."
            raise CommandError(words, returncode=2) from None
        with content, shorten_mistakes():
            try:
                self.import_file(PackedClub(content), owner.strip().lower(), name, slug)
            except UserError as refused:
                raise CommandError(in_words(list_numbered_errors(refused))) from None

    def import_file(self, file: PackedClub, login: str, name: str, slug: str) -> None:
        owner = find_account(login)
        preview = self.preview(file)
        words = check_name(name or preview.name, slug or preview.slug)
        with transaction.atomic():
            club = import_club.import_club(
                file=file, checked=preview, owner=owner or create_owner(login), **words
            )
        if owner is None:
            say = "Account {0} is nieuw. Geef het een wachtwoord: {1} changepassword {0}"
            self.stderr.write(say.format(login, settings.PROGRAM))
        self.print_result(club, preview, login)

    def preview(self, file: PackedClub) -> Preview:
        """Read the club's file without importing it, and return what it contains. Print the
        progress night by night.
        """
        for step in import_club.preview(file):
            if isinstance(step, NightRead):
                self.stderr.write(f"avond {step.night} van {step.nights} …")
        assert isinstance(step, Preview), "the last step of a preview"
        return step

    def print_result(self, club: Club, checked: Preview, login: str) -> None:
        counts = {key: getattr(checked, key) for key in ("members", "nights", "forms")}
        line = {"club": club.name, "address": club.get_absolute_url(), "owner": login}
        self.stdout.write(json.dumps(line | counts))


def check_name(name: str, slug: str) -> dict[str, str]:
    """Check the club's name and short address in the same way as the web form does. Return them
    tidied up.
    """
    form = ClubForm({"name": name, "slug": slug})
    if not form.is_valid():
        raise CommandError(
            in_words([refusal for field in form.errors for refusal in form.list_refusals(field)])
        )
    return form.cleaned_data


def find_account(login: str) -> User | None:
    """Return the active account with this login, which will own the club. If there is none, return
    None on a fresh site, where the account is created next. On any other site, raise a
    CommandError.
    """
    user = User.objects.filter(login=login, is_active=True).first()
    if user is None and not first_club.is_free():
        raise CommandError(f"Hier is geen account {login}.", returncode=2)
    return user


def create_owner(login: str) -> User:
    """Create the owner's account with a random password, and return it."""
    try:
        return accounts.create_account(name=login, login=login, password=token_urlsafe())
    except ValidationError as error:
        raise CommandError(" ".join(error.messages), returncode=2) from None


def in_words(refusals: list[tuple[str, str]]) -> str:
    """Return these refusals as one line of text. Each refusal is a problem code, such as C310, and
    its message.
    """
    return " ".join(f"{number}: {message}" for number, message in refusals)
