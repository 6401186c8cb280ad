"""`manage.py demo`: an invented evening in an empty database."""

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from scoring import games
from scoring.models import Sheet
from tournaments import demo, fresh


class Command(BaseCommand):
    help = "Fills an empty database with sheets that look real; refuses one with anything in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", default="streepje", help="the same seed deals the same cards")

    def handle(self, *, seed: str, verbosity: int, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        if not fresh.is_empty():
            raise CommandError("Hier staat al iets; de demo vult alleen een lege database.")
        with transaction.atomic():
            made = list(demo.fill(Random(seed)))
        if verbosity:
            self.tell(made, seed)

    def tell(self, made: list[Sheet], seed: str) -> None:
        for sheet in made:
            game = games.find(sheet.game)
            played = sheet.rows.count()
            names = ", ".join(seat.name for seat in sheet.seats.all())
            self.stdout.write(f"{game.key if game else sheet.game}: {played} spellen, {names}")
        self.stdout.write(f"{len(made)} wedstrijdformulieren gemaakt (seed {seed}).")
