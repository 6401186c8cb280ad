"""Restore the site from a back-up. The new site is built beside the present one and compared with
the file; only then does it replace the present one, which is kept aside.
"""

import json
import os
from contextlib import suppress
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.sql import emit_post_migrate_signal
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from scoring.sheets import verify
from tournaments import site_key
from tournaments.backup import archive, database_tables, swap
from tournaments.backup.archive import Archive, Damaged, Newer
from tournaments.backup.create import ADDRESS, ERASED, KEY, name_part
from tournaments.backup.swap import Move
from tournaments.members import erasure, erasure_marks


class OtherKey(Exception):
    """The environment sets another secret key than the back-up's."""


def restore(path: Path) -> dict[str, Any]:
    with archive.open_archive(path) as kept:
        if {*kept.migrations} - {*MigrationLoader(None).disk_migrations}:
            raise Newer
        kept.check()
        with swap.prepare_folder() as ready:
            stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
            secret = _choose_secret(kept)
            moves = _files(kept, ready, stamp)
            erased = _erased(kept, path.parent)
            with swap.open_new_database(stamp) as more:
                _migrate(kept.migrations)
                report = _fill(kept, erased, secret)
            swap.promise([*more, *moves])
            swap.go_on()
        erasure_marks.note(erased)
        swap.remove_places(*swap.list_files(), site_key.find_key_file())
        return {"made": kept.made.isoformat(), "rows": kept.rows, **report}


def _erased(kept: Archive, beside: Path) -> set[str]:
    """Return the marks of all who were erased, here or in the back-up, so that they are erased
    again.
    """
    marks = erasure_marks.read_known([*erasure_marks.list_own_folders(), beside])
    if all(path.exists() for path in swap.list_files()):
        with suppress(DatabaseError):  # a damaged database may be the reason to restore
            marks |= erasure_marks.load_recorded()
    if ERASED in kept.parts:
        marks |= erasure_marks.find_marks(b"".join(kept.chunks(ERASED)).decode("ascii", "replace"))
    return marks


def _read_secret(kept: Archive) -> str:
    return b"".join(kept.chunks(KEY)).decode()


def _choose_secret(kept: Archive) -> str:
    """This machine's own, if a newer key replaced the back-up's since; otherwise the back-up's."""
    own, back = site_key.list_readable(), _read_secret(kept)
    if settings.KEY_VARIABLE and back not in own:
        raise OtherKey
    return own[0] if back in own else back


def _files(kept: Archive, ready: Path, stamp: str) -> list[Move]:
    wanted = [ADDRESS] * (ADDRESS in kept.parts)
    if [_choose_secret(kept)] != site_key.list_readable()[:1]:
        wanted.append(KEY)
    for name in wanted:
        file = ready / name
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as written:
            written.writelines(kept.chunks(name))
            written.flush()
            os.fsync(written.fileno())
    data = Path(settings.DATA)
    places = [(name, data / Path(name).name) for name in (KEY, ADDRESS)]
    return [
        Move(ready / name, place, place.with_name(f"{place.name}.before-{stamp}"))
        for name, place in places
        if (ready / name).exists()
    ]


def _fill(kept: Archive, erased: set[str], secret: str) -> dict[str, Any]:
    """Erases the people in `erased` again."""
    models = database_tables.load_models(kept.migrations)
    tables = {name for name in kept.parts if name.startswith("tables/")}
    if {*map(name_part, models)} != tables:
        raise Damaged
    try:
        with transaction.atomic():
            for model in models:
                model._base_manager.all().delete()  # what migrations made
            for model in models:
                _load(kept, model)
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("ANALYZE")  # else it goes on planning for empty tables
            connection.check_constraints()
    except (DataError, IntegrityError) as error:
        raise Damaged from error
    for model in models:
        _compare(kept, model)
    _migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    site_key.put_back(secret)
    erasure_marks.save_marks(erased)
    possible = {_read_secret(kept), *site_key.list_readable()}
    reapplied = erasure.reapply_erasures(marks=erased, secrets=[*possible])
    checked = verify.run()
    report = {"sheets": checked.sheets, "events": checked.events, "problems": checked.problems}
    return report | {"erased_again": reapplied.erased, "not_erased": reapplied.left}


def _migrate(to: list[tuple[str, str]]) -> None:
    def check(action: str, *_migration: Any) -> None:
        if action == "apply_success":  # PostgreSQL alters no table while checks are waiting
            connection.check_constraints()

    MigrationExecutor(connection, check).migrate(to)


def _load(kept: Archive, model: database_tables.Model) -> None:
    part = kept.parts[name_part(model)]
    if part["columns"] != [field.column for field in database_tables.list_columns(model)]:
        raise Damaged
    with archive.report_damage():
        database_tables.fill(model, kept.lines(name_part(model)))
        if part["last"]:
            database_tables.go_on_after(model, part["last"])


def _compare(kept: Archive, model: database_tables.Model) -> None:
    """Raise `Damaged` if the database does not hold the values of the back-up."""
    rows_here = map(json.loads, database_tables.dump_rows(connection, model))
    rows = 0
    for expected, actual in zip_longest(kept.lines(name_part(model)), rows_here):
        rows += 1
        if expected != actual:
            raise Damaged(model._meta.db_table)
    if rows != kept.parts[name_part(model)]["rows"]:
        raise Damaged(model._meta.db_table)
