"""Tables that are of another version than the program: older ones are brought up to date, after a
back-up; newer ones are left alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tournaments import site_key
from tournaments.backup import schedule
from tournaments.backup.archive import Damaged

# What works with the tables, and is no way to change them. `start`, `upgrade` and `restore` look
# for themselves, when it is their turn.
COMMANDS = (
    *("backup", "changepassword", "demo", "siteadmins", "migrate", "newkey", "importclub", "purge"),
    "verify",
)
# Of these, not with older tables either.
OF_THIS_VERSION = ("changepassword", "siteadmins", "newkey", "importclub", "purge", "verify")
NEWER = (
    "De database is van een nieuwere Streepje. Haal die op (of zet met restore een kopie "
    "van ervoor terug); er is niets veranderd."
)
OLDER = (
    "De database is van een oudere Streepje. Werk hem eerst bij met start of upgrade; er is niets "
    "veranderd."
)
NOTHING = "Hier is nog geen site: start of upgrade maakt er een."
LOCK = 7_305_573_319  # of PostgreSQL: machines that share one have no file in common


class Done(NamedTuple):
    kept: Path | None  # the back-up of what was there
    steps: list[str]


def bring_up_to_date() -> Done:
    """Where this was cut off, it goes on: each step is done whole or not at all."""
    with _alone():
        executor = MigrationExecutor(connection)
        if _newer(executor.loader):
            raise CommandError(NEWER)
        site_key.refuse_another()
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if not plan:
            site_key.remember()
            return Done(None, [])
        kept = _back_up() if executor.loader.applied_migrations and settings.BACKS_UP else None
        call_command("migrate", verbosity=0)
        site_key.remember()
        return Done(kept, [f"{step.app_label}.{step.name}" for step, _ in plan])


def refuse_others(command: str) -> None:
    """Before a command meets tables that it can't know. One that reaches none tells so itself."""
    if command not in COMMANDS:
        return
    with suppress(DatabaseError):
        loader = MigrationLoader(connection)
        if _newer(loader):
            raise CommandError(NEWER)
        if command in OF_THIS_VERSION and not loader.applied_migrations:
            raise CommandError(NOTHING)
        if command in OF_THIS_VERSION and _older(loader):
            raise CommandError(OLDER)
        _refuse_another_key(command)


def _refuse_another_key(command: str) -> None:
    """What is made with it would be of no use: marks of who is erased, the key in a back-up."""
    if command not in ("migrate", "newkey"):
        try:
            site_key.refuse_another()
        except ImproperlyConfigured as mistake:
            raise CommandError(str(mistake)) from None


def refuse_to_serve() -> None:
    """For a web server that makes no tables itself, before its first page."""
    with suppress(DatabaseError):  # which may be up by then
        loader = MigrationLoader(connection)
        if _newer(loader) or _older(loader):
            raise ImproperlyConfigured(NEWER if _newer(loader) else OLDER)
        if loader.applied_migrations:
            site_key.remember()
    connection.close()  # a server may fork now


def _newer(loader: MigrationLoader) -> bool:
    assert loader.applied_migrations is not None
    return bool(loader.applied_migrations.keys() - loader.disk_migrations.keys())


def _older(loader: MigrationLoader) -> bool:
    """Without any there is no site yet, which is told in other words."""
    assert loader.applied_migrations is not None
    return bool(loader.applied_migrations and loader.graph.nodes.keys() - loader.applied_migrations)


@contextmanager
def _alone() -> Iterator[None]:
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")  # as long as another's upgrade takes
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        cursor.execute("RESET lock_timeout")
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _back_up() -> Path:
    try:
        return schedule.make()
    except (OSError, Damaged) as error:
        raise CommandError(
            f"Er is iets bij te werken, maar de reservekopie vooraf lukt niet ({error}). Er is "
            f"niets veranderd: maak ruimte voor {settings.BACKUPS} en start opnieuw."
        ) from None
