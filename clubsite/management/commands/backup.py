from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from clubsite.management.site_command import SiteCommand
from tournaments.backup import archive, create


class Command(SiteCommand):
    help = "Writes the whole site into one file, while it runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a name for the file")

    def act(self, file: Path, **options: Any) -> dict[str, Any]:
        if not file.parent.is_dir():
            raise CommandError(f"De map {file.parent} is er niet.", returncode=2)
        if file.exists() and not is_backup(file):
            words = f"{file} is er al, en is geen reservekopie: kies een andere naam."
            raise CommandError(words, returncode=2)
        try:
            return create.write(file)
        except create.NothingHere:
            raise CommandError("Hier is nog geen site: er valt niets te bewaren.") from None
        except archive.Damaged:
            words = f"De reservekopie is niet goed op de schijf gekomen: {file} is niet gemaakt."
            raise CommandError(words) from None
        except OSError as error:
            raise CommandError(f"De reservekopie lukt niet: {error}") from None


def is_backup(file: Path) -> bool:
    """Return whether this file may be overwritten."""
    try:
        with archive.open_archive(file):
            return True
    except (archive.Damaged, archive.Newer):
        return True
    except (OSError, archive.NoBackup):
        return False
