"""Brings a site up to date, and dies on the way as often as it is told: kill −9 after one more step
of a migration, with some of its tables changed and nothing of it committed, or just committed.

    python -m tests.faults.upgraded lay FILE            a back-up in tables that are not up to date
    python -m tests.faults.upgraded upgrade 3 9 1 …     killed after so many steps, then the next

Each try is a process of its own. Prints where it was killed, and at last what is there.
"""

import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable
from itertools import compress
from pathlib import Path
from typing import Any

import django
from django.db import connection, transaction
from django.db.migrations import executor, migration, recorder

LEFT_OUT = ("auth_permission", "django_content_type")  # made when all is done, in any order
# What Django changed in its own tables since comes with an upgrade again.
FIRST = "0001_initial"
DJANGOS = ("admin", "auth", "contenttypes")


def lay(file: Path) -> None:
    from tournaments.backup import archive, database_tables, restore

    with archive.open_archive(file) as kept:
        older = [
            migration
            for migration in kept.migrations
            if migration[0] not in DJANGOS or migration[1] == FIRST
        ]
        restore._migrate(older)
        with transaction.atomic():
            models = [
                model
                for model in database_tables.load_models(older)
                if model._meta.db_table not in (*LEFT_OUT, "django_admin_log")
            ]
            for model in models:
                database_tables.empty_table(connection, model)
            for model in models:
                restore._load(kept, model)


def aim(after: int) -> None:
    """The signal comes once so many steps were done: a change of a table, a line in the list of
    migrations, a commit.
    """
    left, place = after, "nowhere"

    def step(where: str) -> None:
        nonlocal left, place
        left, place = left - 1, where
        if not left:
            os.write(1, f"{json.dumps(place)}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(owner: type, name: str, said: str) -> None:
        whole: Callable[..., Any] = getattr(owner, name)

        def then(self: Any, *given: Any, **named: Any) -> Any:
            result = whole(self, *given, **named)
            step(said)
            return result

        setattr(owner, name, then)

    counted(recorder.MigrationRecorder, "record_applied", "on the list")
    counted(executor.MigrationExecutor, "apply_migration", "committed")
    apply = migration.Migration.apply

    def by_steps(self: Any, state: Any, editor: Any, *rest: Any) -> Any:
        for operation in self.operations:
            count_operation(operation, step)
        return apply(self, state, editor, *rest)

    migration.Migration.apply = by_steps  # type: ignore[method-assign]


def count_operation(operation: Any, step: Callable[[str], None]) -> None:
    forwards = operation.database_forwards

    def then(*given: Any, **named: Any) -> None:
        forwards(*given, **named)
        step(f"after {type(operation).__name__}")

    operation.database_forwards = then


def once(after: int) -> bool:
    """Whether it came to the end."""
    child = os.fork()
    if not child:
        if after:
            aim(after)
        upgrade()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return False
    assert os.waitstatus_to_exitcode(status) == 0
    return True


def upgrade() -> None:
    from clubsite.maintenance.upgrade import bring_up_to_date
    from scoring.sheets import verify

    bring_up_to_date()
    said = {"problems": verify.run().problems, "tables": digests()}
    os.write(1, f"{json.dumps(said)}\n".encode())


def digests() -> dict[str, str]:
    from tournaments.backup import database_tables

    models = database_tables.load_models(database_tables.list_applied(connection))
    return {
        model._meta.db_table: digest(model)
        for model in models
        if model._meta.db_table not in LEFT_OUT
    }


def digest(model: Any) -> str:
    """Of all but what is given at random."""
    from tournaments.backup import database_tables

    at_random = ("public_id", "results_version")
    kept = [field.column not in at_random for field in database_tables.list_columns(model)]
    rows = map(json.loads, database_tables.dump_rows(connection, model))
    said = [[*compress(row, kept)] for row in rows]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "lay":
        lay(Path(sys.argv[2]))
    elif not any(once(int(steps)) for steps in sys.argv[2:]):
        once(0)
