"""`manage.py restore`: put back the whole site from one file."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubsite.management.commands.start import lock_folder, shorten_mistakes
from tournaments.backup import archive, databases, restore


class Command(BaseCommand):
    help = "Puts the whole site back from a file that `backup` wrote; present data is kept aside."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="what `backup` wrote")

    def handle(self, file: Path, **options: Any) -> None:
        with shorten_mistakes(), lock_folder(), shorten_refusals(file):
            result = restore.restore(file)
        if result["problems"]:
            say = "{} dingen kloppen niet; dat was al zo toen de kopie werd gemaakt (zie verify)."
            self.stderr.write(say.format(len(result["problems"])))
        if result["not_erased"]:
            say = "{} gewiste accounts zijn terug: zij zijn nu de enige eigenaar van een club."
            self.stderr.write(say.format(result["not_erased"]))
        self.stdout.write(json.dumps(result))


@contextmanager
def shorten_refusals(file: Path) -> Iterator[None]:
    """During the block, turn any error that says why this file cannot be restored into a
    CommandError.
    """
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
        words = (
            f"{file} komt van een nieuwere Streepje (of van een van voor 0.4). Haal die eerst op; "
        )
        words += "er is niets veranderd."
        raise CommandError(words) from None
    except databases.InUse:
        raise CommandError("De site loopt nog. Stop hem eerst; er is niets veranderd.") from None
    except restore.OtherKey:
        raise CommandError(
            "STREEPJE_SECRET_KEY is hier een ander geheim dan in de kopie: met dat geheim opent "
            "geen enkele link. Haal het weg of zet het goed; er is niets veranderd."
        ) from None
