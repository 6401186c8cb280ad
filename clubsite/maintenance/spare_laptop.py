"""Let a laptop take over from a broken one: the copy on a USB stick, and the address by which
phones know the site.
"""

import json
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TextIO
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from clubsite.config import program
from scoring.toolkit import operating_system
from tournaments.backup import stick
from tournaments.backup.create import ADDRESS
from tournaments.backup.stick import Copy
from tournaments.club import first_club

STILL = 12 * 3600.0  # seconds for which phones may use the old address: an evening
YES, NO = ("ja", "j", "yes", "y"), ("", "nee", "n", "no", "nein")


class Failed(Exception):
    """The command `restore` printed why."""


# The copy on the stick


def find_copies() -> list[Copy]:
    if settings.DEMO:
        return []
    named = [Path(settings.SECOND_PLACE)] if settings.SECOND_PLACE else []
    return stick.list_copies([*operating_system.list_drives(), *named])


def is_free() -> bool:
    """Return whether there is no site here. A database that can't be read may hold one."""
    try:
        return not MigrationRecorder(connection).has_table() or first_club.is_free()
    except DatabaseError:
        return False
    finally:
        connection.close()  # a restore needs the database for itself


def offer(stdin: TextIO, stdout: TextIO) -> None:
    copies = find_copies()
    if not copies or not is_free():
        return
    when = f"{copies[0].when:%d-%m-%Y om %H:%M}"
    stdout.write(f"Op {copies[0].drive} staat een kopie van de site, van {when}.\n")
    if not stdin.isatty():
        stdout.write(f"Daarmee verder: {write_restore_command(copies[0])}\n")
        return
    question = "Daarmee verder? Typ ja en druk op Enter; alleen Enter begint een lege site: "
    if answers_yes(question, stdin, stdout):
        put_back(copies[0].path, stdout)


def answers_yes(question: str, stdin: TextIO, stdout: TextIO) -> bool:
    typed = "?"
    while typed not in (*YES, *NO):
        stdout.write(question)
        stdout.flush()
        typed = stdin.readline().strip().lower()
    return typed in YES


def write_start_command() -> str:
    words = [word for word in sys.argv[1:] if word != "--until-input-closes"]
    return program.write_command(*words, *(["--lan"] if "--lan" not in words else []))


def write_restore_command(copy: Copy) -> str:
    path = str(copy.path)
    return program.write_command("restore", f'"{path}"' if " " in path else path)


def put_back(copy: Path, said: TextIO) -> None:
    command = program.build_command("restore", str(copy))
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise Failed
    counts = json.loads(done.stdout)
    said.write(f"Alles staat er weer: {counts['sheets']} formulieren.\n")


# The address by which phones know the site


def is_number(host: str) -> bool:
    return host.replace(".", "").isdigit()


class FormerAddress(NamedTuple):
    """The address by which phones knew the site when it last started."""

    url: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    def is_ours(self, port: int) -> bool:
        if port != urlsplit(self.url).port:
            return False
        if not is_number(self.host):
            return self.host in list_names()
        with socket.socket() as probe:
            try:
                probe.bind((self.host, 0))
            except OSError:
                return False
        return True


def find_former_address() -> FormerAddress | None:
    """None if that was so long ago that no phone can still have it open."""
    if settings.DEMO:
        return None
    try:
        age = time.time() - _file().stat().st_mtime
        url = _file().read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return None
    return FormerAddress(url) if url and age < STILL else None


def remember_address(url: str) -> None:
    if not settings.DEMO:
        with suppress(OSError):
            _file().write_text(url, encoding="utf-8")


def list_names() -> list[str]:
    name = socket.gethostname().lower()
    return [name, f"{name}.local"]


def _file() -> Path:
    return Path(settings.DATA) / Path(ADDRESS).name


def describe_move(known: FormerAddress, here: str, port: int) -> str:
    again = "Stop dan (Ctrl+C) en start opnieuw met --lan."
    before = urlsplit(known.url).port
    if before != port:
        which = f" --port {before}" if before else ""
        return (
            f"Telefoons kennen de site als {known.url}. Stop (Ctrl+C) en start opnieuw met "
            f"--lan{which}, of laat iedereen de nieuwe code scannen."
        )
    if not is_number(known.host):
        return f"Telefoons kennen de site als {known.url}. Geef deze computer die naam. {again}"
    if known.host.rpartition(".")[0] != here.rpartition(".")[0]:
        return (
            f"Telefoons kennen de site als {known.url}, en deze computer zit in een ander netwerk "
            f"({here}). Kies dezelfde wifi als de oude laptop. {again}"
        )
    return (
        f"Telefoons kennen de site als {known.url}. Geef deze computer dat adres erbij:\n"
        f"  {operating_system.write_address_command(known.host)}\n"
        f"{again} Kan dat niet, laat iedereen dan de nieuwe code scannen."
    )
