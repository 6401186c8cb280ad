"""The tables of a database as JSON, the same for SQLite and PostgreSQL. The models are built from
the migrations that were applied there, so one from before an upgrade can be read, too.
"""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import date, time
from decimal import Decimal
from functools import reduce
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

AT_ONCE = 2000  # rows in memory
LAST = {
    "sqlite": "SELECT seq FROM sqlite_sequence WHERE name = %s",
    "postgresql": "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s))",
}

Model = type[models.Model]
Row = list[Any]


def list_applied(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return []
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
        return [(app, name) for app, name in cursor.fetchall()]


def list_unknown(migrations: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return [migration for migration in migrations if migration not in known]


def load_models(migrations: list[tuple[str, str]]) -> list[Model]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    now = {*migrations} == {*loader.disk_migrations}  # then no historical state is needed
    all_models = (apps if now else loader.project_state(migrations).apps).get_models(
        include_auto_created=True
    )
    ours = (model for model in all_models if model._meta.managed and not model._meta.proxy)
    return sorted(ours, key=lambda model: model._meta.db_table)


# Out of a database


def dump_rows(connection: BaseDatabaseWrapper, model: Model) -> Iterator[bytes]:
    for row in _rows(connection, model):
        line = json.dumps(row, default=_plain, ensure_ascii=False, separators=(",", ":"))
        yield line.encode() + b"\n"


def _rows(connection: BaseDatabaseWrapper, model: Model) -> Iterator[Row]:
    quote, fields = connection.ops.quote_name, list_columns(model)
    names = ", ".join(quote(str(field.column)) for field in fields)
    order = quote(str(model._meta.pk.column))
    if connection.vendor == "postgresql" and isinstance(model._meta.pk, models.CharField):
        order += ' COLLATE "C"'
    table = quote(model._meta.db_table)
    converters = [_ways(connection, field) for field in fields]
    with connection.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM {table} ORDER BY {order}")  # noqa: S608  our own names
        while fetched := cursor.fetchmany(AT_ONCE):
            for row in fetched:
                yield [convert(value) for convert, value in zip(converters, row, strict=True)]


def _ways(connection: BaseDatabaseWrapper, field: Any) -> Any:
    column = field.cached_col
    steps = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
    return lambda value: reduce(lambda now, step: step(now, column, connection), steps, value)


def _plain(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(type(value))


def find_last_id(connection: BaseDatabaseWrapper, model: Model) -> int | None:
    """Return the highest id that a row ever had, also a deleted one: ids must not be used again."""
    if not isinstance(model._meta.pk, models.AutoField):
        return None
    params = [model._meta.db_table, str(model._meta.pk.column)]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            params[0] = connection.ops.quote_name(params[0])
        cursor.execute(LAST[connection.vendor], params[: LAST[connection.vendor].count("%s")])
        row = cursor.fetchone()
    return (row[0] or None) if row else None  # 0 or None: no id was given out


# Into one


def fill(connection: BaseDatabaseWrapper, model: Model, rows: Iterable[Row]) -> None:
    quote, fields = connection.ops.quote_name, list_columns(model)
    names = ", ".join(quote(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    table = quote(model._meta.db_table)
    insert = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608  our own names
    ready = (
        [
            field.get_db_prep_save(field.to_python(value), connection)
            for field, value in zip(fields, row, strict=True)
        ]
        for row in rows
    )
    with connection.cursor() as cursor:
        while batch := list(islice(ready, AT_ONCE)):
            cursor.executemany(insert, batch)


def empty_table(connection: BaseDatabaseWrapper, model: Model) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")  # noqa: S608


def go_on_after(connection: BaseDatabaseWrapper, model: Model, last: int) -> None:
    table, column = model._meta.db_table, str(model._meta.pk.column)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            words = "SELECT setval(pg_get_serial_sequence(%s, %s), %s)"
            cursor.execute(words, [connection.ops.quote_name(table), column, last])
            return
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def update_statistics(connection: BaseDatabaseWrapper) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def list_columns(model: Model) -> list[Any]:
    """Sorted: models of the program and of migrations list their fields in different orders."""
    return sorted(model._meta.local_concrete_fields, key=lambda field: str(field.column))
