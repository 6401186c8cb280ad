"""The tables of a database as JSON, the same for SQLite and PostgreSQL. The models are built from
the migrations that were applied there, so one from before an upgrade can be read, too.
"""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import date, time
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Collate

AT_ONCE = 2000  # rows in memory
LAST = {
    "sqlite": "SELECT seq FROM sqlite_sequence WHERE name = %(table)s",
    "postgresql": "SELECT pg_sequence_last_value(pg_get_serial_sequence(%(quoted)s, %(column)s))",
}
GO_ON = {
    "sqlite": """REPLACE INTO sqlite_sequence (rowid, name, seq) VALUES
        ((SELECT rowid FROM sqlite_sequence WHERE name = %(table)s), %(table)s, %(last)s)""",
    "postgresql": "SELECT setval(pg_get_serial_sequence(%(quoted)s, %(column)s), %(last)s)",
}

Model = type[models.Model]
Row = list[Any]


def load_models(migrations: list[tuple[str, str]]) -> list[Model]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    now = {*migrations} == {*loader.disk_migrations}  # then no historical state is needed
    all_models = (apps if now else loader.project_state(migrations).apps).get_models(
        include_auto_created=True
    )
    ours = (model for model in all_models if model._meta.managed and not model._meta.proxy)
    return sorted(ours, key=lambda model: model._meta.db_table)


def dump_rows(source: BaseDatabaseWrapper, model: Model) -> Iterator[bytes]:
    """In the order of ids. Texts go by code point, which is the same in every database."""
    names = [field.attname for field in list_columns(model)]
    by_text = source.vendor == "postgresql" and isinstance(model._meta.pk, models.CharField)
    rows = model._base_manager.using(source.alias).order_by(Collate("pk", "C") if by_text else "pk")
    for row in rows.values_list(*names).iterator(AT_ONCE):
        line = json.dumps(row, default=_plain, ensure_ascii=False, separators=(",", ":"))
        yield line.encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(type(value))


def fill(model: Model, rows: Iterable[Row]) -> None:
    """Every column gets the stored value: with `bulk_create` a time of making would be now."""
    fields = list_columns(model)
    ready = (
        model(**{f.attname: f.to_python(value) for f, value in zip(fields, row, strict=True)})
        for row in rows
    )
    most = connection.ops.bulk_batch_size(fields, range(AT_ONCE))
    while batch := list(islice(ready, most)):
        model._base_manager._insert(batch, fields, using=connection.alias, raw=True)  # type: ignore[attr-defined]


def find_last_id(source: BaseDatabaseWrapper, model: Model) -> int | None:
    """Return the highest id that a row ever had, also a deleted one: ids must not be used again."""
    if not isinstance(model._meta.pk, models.AutoField):
        return None
    row = _ask(source, LAST, model)
    return (row[0] or None) if row else None  # 0 or None: no id was given out


def go_on_after(model: Model, last: int) -> None:
    _ask(connection, GO_ON, model, last=last)


def _ask(database: Any, words: dict[str, str], model: Model, **more: int) -> Any:
    table, column = model._meta.db_table, str(model._meta.pk.column)
    values = {"table": table, "quoted": database.ops.quote_name(table), "column": column, **more}
    with database.cursor() as cursor:
        cursor.execute(words[database.vendor], values)
        return cursor.fetchone()


def list_columns(model: Model) -> list[Any]:
    """Sorted: models of the program and of migrations list their fields in different orders."""
    return sorted(model._meta.local_concrete_fields, key=lambda field: str(field.column))
