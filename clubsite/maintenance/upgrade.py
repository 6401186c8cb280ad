from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from clubsite.config.databases import hold_lock
from tournaments import site_key
from tournaments.backup import after_night
from tournaments.backup.archive import Damaged

OF_THIS_VERSION = (
    *("changepassword", "siteadmins", "newkey", "purge", "renameclub", "secondstep"),
    *("shutaccount", "verify"),
)
# `start`, `upgrade` and `restore` look at the version of the tables themselves.
COMMANDS = (*OF_THIS_VERSION, "backup", "demo", "migrate")  # the last three take older ones
NEWER = (
    "De database is van een nieuwere Streepje. Haal die op (of zet met "
    "restore een kopie van ervoor terug); er is niets veranderd."
)
OLDER = (
    "De database is van een oudere Streepje. Werk hem eerst bij met start of upgrade; er is niets "
    "veranderd."
)
NO_OWNER = (
    "De gebruiker van DATABASE_URL mag hier geen tabellen maken of veranderen: maak hem eigenaar "
    "van de database (docs/deploying/postgresql.md)."
)
NOTHING = (
    "Hier is nog geen site ({place}): start of upgrade maakt er een. Is er wel een, typ dan ook de "
    "instellingen waarmee die loopt (docs/deploying)."
)
NO_BACKUP = (
    "Er is iets bij te werken, maar de reservekopie vooraf lukt niet ({}). Er is niets veranderd: "
    "maak ruimte voor {} en start opnieuw."
)
INSUFFICIENT_PRIVILEGE = "42501"  # what PostgreSQL calls it
LOCK = 7_305_573_319


class Done(NamedTuple):
    kept: Path | None  # the back-up from before the upgrade
    steps: list[str]


def bring_up_to_date() -> Done:
    """Each migration is atomic, so an interrupted upgrade continues at the next run."""
    shared = connection.vendor == "postgresql"
    with hold_lock(LOCK, wait=True) if shared else nullcontext(), _name_right():
        executor = MigrationExecutor(connection)
        if _newer(executor.loader):
            raise CommandError(NEWER)
        site_key.refuse_another()
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if not plan:
            site_key.remember()
            return Done(None, [])
        kept = None
        if executor.loader.applied_migrations and settings.BACKS_UP:
            try:
                kept = after_night.make()
            except (OSError, Damaged) as error:
                raise CommandError(NO_BACKUP.format(error, settings.BACKUPS)) from None
        call_command("migrate", verbosity=0)
        site_key.remember()
        return Done(kept, [f"{step.app_label}.{step.name}" for step, _ in plan])


def refuse_others(command: str) -> None:
    """A database that can't be reached is left to the command, which reports that."""
    if command not in COMMANDS:
        return
    place = connection.settings_dict["NAME"]
    if command in OF_THIS_VERSION and _is_file_missing():
        raise CommandError(NOTHING.format(place=place))
    with suppress(DatabaseError):
        loader = MigrationLoader(connection)
        if _newer(loader):
            raise CommandError(NEWER)
        if command in OF_THIS_VERSION and not loader.applied_migrations:
            raise CommandError(NOTHING.format(place=place))
        if command in OF_THIS_VERSION and _older(loader):
            raise CommandError(OLDER)
        if command not in ("migrate", "newkey"):  # erased people are known by this key
            try:
                site_key.refuse_another()
            except ImproperlyConfigured as mistake:
                raise CommandError(str(mistake)) from None


def _is_file_missing() -> bool:
    """Connecting would make an empty one."""
    unopened = connection.vendor == "sqlite" and connection.connection is None
    return unopened and not Path(connection.settings_dict["NAME"]).exists()


def refuse_to_serve() -> None:
    """For web servers other than `start`, which do not upgrade the database."""
    with suppress(DatabaseError):  # the database may be up by the first request
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
    """A database without any migration holds no site yet, of which another message tells."""
    assert loader.applied_migrations is not None
    return bool(loader.applied_migrations and loader.graph.nodes.keys() - loader.applied_migrations)


@contextmanager
def _name_right() -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        cause: BaseException | None = error
        while cause and getattr(cause, "sqlstate", "") != INSUFFICIENT_PRIVILEGE:
            cause = cause.__cause__ or cause.__context__
        if cause is None:
            raise
        raise CommandError(NO_OWNER) from None
