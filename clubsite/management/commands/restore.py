import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from clubsite.config import program
from clubsite.maintenance import spare_laptop
from clubsite.management.site_command import lock_folder, shorten_mistakes
from scoring.management.program_command import ProgramCommand
from tournaments.backup import archive, restore, swap
from tournaments.models import Club


class Command(ProgramCommand):
    help = "Puts the whole site back from a file that `backup` wrote; present data is kept aside."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what `backup` wrote")
        parser.add_argument("--json", action="store_true", help="print JSON in a terminal, too")

    def handle(self, file: Path, **options: Any) -> None:
        for_people = sys.stdout.isatty() and not options["json"]
        with shorten_mistakes(), lock_folder(), shorten_refusals(file):
            replaced = for_people and file.exists() and not spare_laptop.is_free()
            if replaced and not agrees_to_replace(sys.stdin, sys.stdout):
                self.stdout.write("Er is niets veranderd.")
                return
            result = restore.restore(file)
        if result["problems"]:
            say = "Klopt niet, en al niet toen de kopie werd gemaakt (zie verify): {}."
            self.stderr.write(say.format(len(result["problems"])))
        if result["not_erased"]:
            say = "Gewiste accounts die terug zijn, want een club had geen andere eigenaar: {}."
            self.stderr.write(say.format(result["not_erased"]))
        words = words_for(result, replaced=replaced) if for_people else json.dumps(result)
        self.stdout.write(words)


def agrees_to_replace(stdin: TextIO, stdout: TextIO) -> bool:
    with_clubs = f", met {', '.join(clubs)}" if (clubs := list_clubs()) else ""
    stdout.write(f"Hier staat al een site{with_clubs}. Die wordt opzij bewaard.\n")
    question = "De kopie ervoor in de plaats? Typ ja en druk op Enter; alleen Enter laat alles zo: "
    return spare_laptop.answers_yes(question, stdin, stdout)


def words_for(result: dict[str, Any], *, replaced: bool) -> str:
    clubs = list_clubs()
    made = timezone.localtime(datetime.fromisoformat(result["made"]))
    many = f"{len(clubs)} clubs zijn" if len(clubs) > 1 else f"{''.join(clubs) or 'De site'} is"
    start = program.write_command("start")
    words = f"{many} terug, stand van {made:%d-%m-%Y om %H:%M}. Start nu: {start}"
    if replaced:
        words += f"\nWat hier stond is bewaard in {settings.DATA}, met “before” in de naam."
    return words


def list_clubs() -> list[str]:
    try:
        return [*Club.objects.order_by("name").values_list("name", flat=True)]
    except DatabaseError:
        return []
    finally:
        connection.close()  # a restore needs the database for itself


@contextmanager
def shorten_refusals(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.filename != str(file):
            raise
        why = "er niet" if isinstance(error, FileNotFoundError) else f"niet te lezen ({error})"
        raise CommandError(f"{file} is {why}.", returncode=2) from None
    except archive.NoBackup:
        raise CommandError(f"{file} is geen reservekopie van Streepje.") from None
    except archive.Damaged:
        words = f"{file} is beschadigd of niet heel. Er is niets veranderd; neem een andere kopie."
        raise CommandError(words) from None
    except archive.Newer:
        raise CommandError(
            f"{file} komt van een nieuwere Streepje (of van een van voor 0.4). Haal die eerst op; "
            "er is niets veranderd."
        ) from None
    except swap.InUse:
        raise CommandError("De site loopt nog. Stop hem eerst; er is niets veranderd.") from None
    except restore.OtherKey:
        raise CommandError(
            "STREEPJE_SECRET_KEY is hier een ander geheim dan in de kopie: met dat geheim opent "
            "geen enkele link. Haal het weg of zet het goed; er is niets veranderd."
        ) from None
