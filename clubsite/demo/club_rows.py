"""The rows of the tables that hold clubs and sheets, read and written in bulk as the database
stores them.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from graphlib import TopologicalSorter
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Max, Model, UUIDField

from scoring.models import Event, Sheet
from scoring.sheets.events import chain_digest
from tournaments.models import Club, Night, Round, Table

Values = dict[str, Any]  # raw values of a row, keyed by column
Marks = Mapping[type[Model], int]  # the highest id of each model


def list_copied_models() -> list[type[Model]]:
    """Return the models of everything that belongs to a club or a sheet. Each model comes after
    those that it refers to. Nights also come after events (the log of each sheet), because the
    digest (a hash) of a night covers its events.
    """
    left = [*apps.get_app_config("scoring").get_models()]
    left += apps.get_app_config("tournaments").get_models()
    references: dict[type[Model], set[type[Model]]] = {Sheet: set(), Club: set()}
    while some := [
        model for model in left if model not in references and _referred(model) & {*references}
    ]:
        references |= {model: _referred(model) for model in some}
    graph = {model: referred & {*references} for model, referred in references.items()}
    graph[Night] |= {Event}
    return list(TopologicalSorter(graph).static_order())


def _referred(model: type[Model]) -> set[type[Model]]:
    """Return the models to which this model has foreign keys, except itself."""
    models = {field.related_model for field in model._meta.concrete_fields if field.related_model}
    return models - {model}


def list_column_names(model: type[Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _key(model: type[Model]) -> str:
    """Return the column whose values grow with time, so that rows made after some moment are those
    with a value above the highest one at that moment. It is the id or, if ids are UUIDs, the id of
    the sheet to which the row belongs.
    """
    return "sheet_id" if isinstance(model._meta.pk, UUIDField) else "id"


def find_highest(model: type[Model]) -> int:
    highest: int | None = model._base_manager.aggregate(most=Max(_key(model)))["most"]
    return highest or 0


def read_rows(model: type[Model], since: int, until: int) -> list[Values]:
    """Return the rows of a model with ids above `since` and up to `until`, in the order of
    creation. For events, whose own ids are UUIDs, the ids of their sheets decide. The events of one
    sheet are in the order of their sequence numbers.
    """
    columns, key = list_column_names(model), _key(model)
    order = f"{key}, sequence" if model is Event else key
    sql = f"SELECT {_quoted(columns)} FROM {model._meta.db_table}"  # noqa: S608  our own names
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} WHERE {key} > %s AND {key} <= %s ORDER BY {order}", [since, until])
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def write_rows(model: type[Model], rows: Iterable[Values]) -> None:
    into = f"{model._meta.db_table} ({_quoted(list_column_names(model))})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as table:
                for row in rows:
                    table.write_row(tuple(row.values()))
        else:
            places = ", ".join(["%s"] * len(list_column_names(model)))
            sql = f"INSERT INTO {into} VALUES ({places})"  # noqa: S608  our own names
            cursor.executemany(sql, [tuple(map(_stored, row.values())) for row in rows])


def _stored(value: Any) -> Any:
    """Return the value in a form that can be written to SQLite. A time of the day is converted to
    text, because SQLite does not accept the `time` objects that are read from it.
    """
    return str(value) if isinstance(value, time) else value


def _quoted(columns: Sequence[str]) -> str:
    return ", ".join(connection.ops.quote_name(column) for column in columns)


def reset_sequences() -> None:
    """Reset the id sequences of the database, so that new rows get ids above those of
    the copies.
    """
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), list_copied_models()):
            cursor.execute(sql)


def digest_event(row: Values, before: str) -> str:
    """Return the digest (a hash) of the event in this row. It also covers `before`, the digest of
    the previous event on the same sheet. For the sheet's first event, `before` is "".
    """
    time = convert_to_utc(row["time"]).isoformat(timespec="microseconds")
    values = (row["kind"], row["actor"], row["device"], time, row["body"])
    return chain_digest(before, str(UUID(str(row["id"]))), *values)


def digest_night(last: Iterable[str]) -> str:
    """Return the digest of a closed night: a hash that changes if any event on its sheets is
    changed. `last` holds the digest of the last event on each sheet, in the order of the sheets.
    """
    return sha256("\n".join(last).encode()).hexdigest()


def group_sheets_by_night(tables: Mapping[type[Model], Sequence[Values]]) -> dict[int, list[int]]:
    """Return the ids of the sheets of each night, keyed by the night's id. `tables` has the
    database rows of each model.
    """
    rounds = {row["id"]: row["night_id"] for row in tables[Round]}
    by_night: dict[int, list[int]] = {}
    for row in sorted(tables[Table], key=lambda row: row["sheet_id"]):
        by_night.setdefault(rounds[row["round_id"]], []).append(row["sheet_id"])
    return by_night


def convert_to_utc(value: datetime | str) -> datetime:
    """Return this time in UTC. A time without a time zone, such as the text that SQLite stores, is
    in UTC already.
    """
    time = datetime.fromisoformat(value) if isinstance(value, str) else value
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
