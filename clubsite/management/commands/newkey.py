"""`manage.py newkey`: replace the site's secret key.

Without an option, the site adopts the key that this machine has. That is for a site whose own key
was lost. With `--keep`, the site gets a new key, and the former one stays valid until `--drop` ends
it.
"""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import transaction

from clubsite.config import program, secret_key
from clubsite.management.commands.start import shorten_mistakes
from scoring.management.program_command import ProgramCommand
from tournaments import site_key
from tournaments.accounts import second_step

DROP = program.write_command("newkey", "--drop")
KEPT = (
    "Start de site opnieuw. Loopt die op meer computers, zet hem dan overal stil en kopieer beide "
    "bestanden. Alles van de vorige sleutel werkt nog; wat nieuw is, krijgt de nieuwe. "
    "Zet de vorige af met {drop} als niemand hem meer nodig heeft: links en codes die gedeeld of "
    "gedrukt zijn, zijn opnieuw gedeeld of gedrukt, telefoons hebben hun formulieren verstuurd, en "
    "wie met een app inlogt ({apps}) heeft die opnieuw toegevoegd. Wie is ingelogd, is na twee "
    "weken vanzelf over. Is de vorige sleutel uitgelekt, zet hem dan meteen af."
)
DROPPED = (
    "Start de site opnieuw. Links, codes en log-ins van de vorige sleutel werken dan niet meer; "
    "bij {apps} accounts is de app voor het inloggen weggehaald. Maak een reservekopie: daarin "
    "staat alleen de nieuwe sleutel."
)
STILL_THERE = f"De vorige sleutel is er nog. Zet die eerst af: {DROP}."
BY_VARIABLE = (
    "{variable} geeft de sleutel. Geef wat daar nu staat aan STREEPJE_FORMER_SECRET_KEY, zet er "
    "een nieuwe in, en start de site opnieuw."
)
TAKE_AWAY = "Haal eerst STREEPJE_FORMER_SECRET_KEY weg, en typ dit dan nog eens."
NOTHING = "Deze site heeft geen vorige sleutel."


class Command(ProgramCommand):
    help = "Makes the key of this machine the site's: links, log-ins and codes of the old key end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_mutually_exclusive_group()
        chosen.add_argument(
            "--keep", action="store_true", help="make a new key; the present one works as well"
        )
        chosen.add_argument("--drop", action="store_true", help="end the one that was kept")

    def handle(self, **options: Any) -> None:
        with shorten_mistakes():
            if options["keep"]:
                self.replace_and_keep()
            elif options["drop"]:
                self.drop_former()
            else:
                self.replace_lost()

    def replace_lost(self) -> None:
        site_key.refuse_dropped()
        site_key.replace()
        second_step.forget_computed()  # else nobody with an app could log in
        self.stdout.write(json.dumps({"key": site_key.describe_place()}))

    def replace_and_keep(self) -> None:
        site_key.refuse_another()
        if settings.SECRET_KEY_FALLBACKS:
            raise CommandError(STILL_THERE)
        if settings.KEY_VARIABLE:
            raise CommandError(BY_VARIABLE.format(variable=settings.KEY_VARIABLE))
        path, former = site_key.find_key_file(), site_key.find_former_file()
        apps = second_step.count_apps()
        site_key.record(secret_key.replace_key(path, former))
        self.stdout.write(json.dumps({"key": str(path), "former": str(former), "apps": apps}))
        self.stderr.write(KEPT.format(drop=DROP, apps=apps))

    def drop_former(self) -> None:
        former = site_key.find_former_file()
        if not site_key.has_former():
            site_key.refuse_another()
        if settings.SECRET_KEY_FALLBACKS and secret_key.read_former(former) == []:
            raise CommandError(TAKE_AWAY)
        if not (settings.SECRET_KEY_FALLBACKS or site_key.has_former()):
            raise CommandError(NOTHING)
        with transaction.atomic():
            site_key.record(site_key.list_own()[:1])
            apps = second_step.forget_former()
        former.unlink(missing_ok=True)
        self.stdout.write(json.dumps({"key": site_key.describe_place(), "apps": apps}))
        self.stderr.write(DROPPED.format(apps=apps))
