"""Copy clubs in bulk, under new names. A copy is as valid as its original: it has new ids and
names, and the digests that depend on them are computed again.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time
from graphlib import TopologicalSorter
from hashlib import md5, sha256
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from django.db.models import ForeignKey, Max, Model, UUIDField

from clubsite.demo import clubs as founding
from clubsite.demo import names
from scoring.models import Event, FormerName, Row, Seat, Sheet
from scoring.sheets.events import chained
from tournaments.backup import tables
from tournaments.files.transfer.read_log import replace_ids
from tournaments.files.transfer.values import Ids
from tournaments.models import (
    Club,
    DrawRecord,
    Member,
    Night,
    NightLogEntry,
    Round,
    Table,
    User,
)
from tournaments.models.club import new_results_version
from tournaments.names import read

Values = dict[str, Any]  # raw values of a row, keyed by column
Marks = Mapping[type[Model], int]  # the highest id of each model
LINKED = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # the id of an event or a note


class Original(NamedTuple):
    """A demo club as the source of copies: all rows that were added for it, keyed by model."""

    number: int
    tables: Mapping[type[Model], list[Values]]


def mark() -> Marks:
    """Return the highest id of each model. Rows with a higher id were added later, so two marks
    delimit the rows of one club.
    """
    return {model: _highest(model) for model in _copied_models()}


def read_original(number: int, since: Marks, until: Marks) -> Original:
    """Read the club with this number: all rows that were added between the two marks."""
    tables = {model: _read_rows(model, since[model], until[model]) for model in _copied_models()}
    return Original(number, tables)


def copy_clubs(originals: Sequence[Original], clubs: int, seed: str) -> Iterator[str]:
    """Copy these clubs, in turn, until there are `clubs` in all; yield the name of each copy."""
    if connection.vendor == "postgresql":  # which would queue a check for each of millions of rows
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    apart = max(mark().values())
    for number in range(len(originals), clubs):
        original = originals[number % len(originals)]
        copy = _Copy(number, (number - len(originals) + 1) * apart, original, seed)
        for model, rows in original.tables.items():
            _write_rows(model, copy.renew(model, rows))
        if number.bit_count() == 1:
            tables.update_statistics(connection)
        yield founding.called(number)
    _number_on()


class _Copy:
    """Converts the rows of one club into those of a copy: new ids, names and digests."""

    def __init__(self, number: int, shift: int, original: Original, seed: str) -> None:
        self.number, self.shift, self.salt = number, shift, number.to_bytes(4)
        self.ids = _Shifted(shift)
        self.last: dict[int, str] = {}  # last digest, keyed by the sheet's new id
        self.sheets = _sheets_by_night(original)
        members = original.tables[Member]
        called = names.people(len(members), Random(f"{seed} {number} names"))
        self.names = {_full(row): name for row, name in zip(members, called, strict=True)}

    def renew(self, model: type[Model], rows: Iterable[Values]) -> Iterator[Values]:
        shifted = [column for column in _columns(model) if _is_shifted(model, column)]
        uuids = [
            str(field.column)
            for field in model._meta.concrete_fields
            if isinstance(field, UUIDField)
        ]
        change = self.CHANGES.get(model)
        for original in rows:
            row = {**original}
            for column in shifted:
                if row[column] is not None:
                    row[column] += self.shift
            for column in uuids:
                row[column] = self._uuid(row[column])
            if change:
                change(self, row)
            yield row

    def _uuid(self, value: UUID | str) -> UUID | str:
        """Return the UUID in the copy for this UUID, always the same one. SQLite stores UUIDs as
        text.
        """
        old = value.bytes if isinstance(value, UUID) else bytes.fromhex(value)
        new = UUID(bytes=md5(old + self.salt, usedforsecurity=False).digest(), version=4)
        return new if isinstance(value, UUID) else new.hex

    def _relink(self, text: str) -> str:
        return LINKED.sub(lambda found: str(self._uuid(UUID(found[0]))), text)

    def _club(self, row: Values) -> None:
        row["name"], row["results_version"] = founding.called(self.number), new_results_version()
        row["slug"] = founding.slug_of(row["name"])

    def _member(self, row: Values) -> None:
        entry = read(self.names[_full(row)])
        assert entry, "the demo's names can be read"
        person = Member(**entry.name._asdict(), nickname=row["nickname"], number=row["number"])
        person.index()
        row |= entry.name._asdict() | {
            "sort_key": person.sort_key,
            "search_text": person.search_text,
        }

    def _seat(self, row: Values) -> None:
        """Change the row of a seat, which keeps the id of the original seat as `first_id`: the
        copied events refer to that id.
        """
        row["first_id"] = row["first_id"] or row["id"] - self.shift
        self._name(row)

    def _name(self, row: Values) -> None:
        row["name"] = self.names.get(row["name"], row["name"])

    def _row(self, row: Values) -> None:
        row["data"] = self._relink(row["data"])

    def _event(self, row: Values) -> None:
        row["body"], sheet = self._relink(row["body"]), row["sheet_id"]
        time, id = _utc(row["time"]).isoformat(timespec="microseconds"), UUID(str(row["id"]))
        before = self.last.get(sheet, "")
        values = (row["kind"], row["actor"], row["device"], time, row["body"])
        self.last[sheet] = row["digest"] = chained(before, str(id), *values)

    def _night(self, row: Values) -> None:
        if row["digest"]:
            sheets = self.sheets[row["id"] - self.shift]
            digests = "\n".join(self.last[pk + self.shift] for pk in sheets)
            row["digest"] = sha256(digests.encode()).hexdigest()

    def _drawing(self, row: Values) -> None:
        row["people"] = json.dumps([pk + self.shift for pk in json.loads(row["people"])])

    def _deed(self, row: Values) -> None:
        entry = NightLogEntry(kind=row["kind"], body=json.loads(row["body"]))
        body = replace_ids(entry, self.ids, "")
        if "entry" in body:
            body["entry"] += self.shift
        row["body"] = json.dumps(body)

    CHANGES = {
        Club: _club,
        Member: _member,
        Seat: _seat,
        FormerName: _name,
        Row: _row,
        Event: _event,
        Night: _night,
        DrawRecord: _drawing,
        NightLogEntry: _deed,
    }


class _Shifted(Ids):
    """Maps the ids of a club to those of its copy, by adding a fixed number."""

    def __init__(self, shift: int) -> None:
        self.shift = shift

    def find(self, model: type[Model], old: Any, where: str) -> int:
        return int(old) + self.shift

    def gone(self, model: type[Model], old: Any, where: str) -> int:
        return self.find(model, old, where) if old else 0


def _full(member: Values) -> str:
    return " ".join(filter(None, (member["first"], member["particle"], member["family"])))


def _sheets_by_night(original: Original) -> dict[int, list[int]]:
    rounds = {row["id"]: row["night_id"] for row in original.tables[Round]}
    by_night: dict[int, list[int]] = {}
    for row in sorted(original.tables[Table], key=lambda row: row["sheet_id"]):
        by_night.setdefault(rounds[row["round_id"]], []).append(row["sheet_id"])
    return by_night


def _utc(value: datetime | str) -> datetime:
    """Return this time in UTC. SQLite stores times as text without a time zone."""
    time = datetime.fromisoformat(value) if isinstance(value, str) else value
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


# The tables


def _copied_models() -> list[type[Model]]:
    """Return the models of everything that belongs to a club or a sheet. Each model comes after
    those that it refers to, and nights come after the events that their digest covers.
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


def _columns(model: type[Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _key(model: type[Model]) -> str:
    """Return the column by which rows of this model are compared with a mark (the highest id at
    some time): the id or, if ids are UUIDs, the id of the sheet.
    """
    return "sheet_id" if isinstance(model._meta.pk, UUIDField) else "id"


def _is_shifted(model: type[Model], column: str) -> bool:
    field = next(
        candidate for candidate in model._meta.concrete_fields if candidate.column == column
    )
    if field.primary_key:
        return not isinstance(field, UUIDField)
    return isinstance(field, ForeignKey) and field.related_model is not User


def _highest(model: type[Model]) -> int:
    highest: int | None = model._base_manager.aggregate(most=Max(_key(model)))["most"]
    return highest or 0


def _read_rows(model: type[Model], since: int, until: int) -> list[Values]:
    """Return the rows of a model with ids above `since` and up to `until`, in the order of
    creation; events of a sheet by sequence.
    """
    columns, key = _columns(model), _key(model)
    order = f"{key}, sequence" if model is Event else key
    sql = f"SELECT {_quoted(columns)} FROM {model._meta.db_table}"  # noqa: S608  our own names
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} WHERE {key} > %s AND {key} <= %s ORDER BY {order}", [since, until])
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def _write_rows(model: type[Model], rows: Iterable[Values]) -> None:
    into = f"{model._meta.db_table} ({_quoted(_columns(model))})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as table:
                for row in rows:
                    table.write_row(tuple(row.values()))
        else:
            places = ", ".join(["%s"] * len(_columns(model)))
            sql = f"INSERT INTO {into} VALUES ({places})"  # noqa: S608  our own names
            cursor.executemany(sql, [tuple(map(_stored, row.values())) for row in rows])


def _stored(value: Any) -> Any:
    """Return the value in a form that SQLite accepts. SQLite returns times of the day that it does
    not accept itself.
    """
    return str(value) if isinstance(value, time) else value


def _quoted(columns: Sequence[str]) -> str:
    return ", ".join(connection.ops.quote_name(column) for column in columns)


def _number_on() -> None:
    """Reset the id sequences of the database, so that new rows get ids above those of
    the copies.
    """
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), _copied_models()):
            cursor.execute(sql)
