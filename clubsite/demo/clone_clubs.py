"""Very many clubs at once: copies of some that came about by the verbs, under names of their own. A
copy is as true as its original: ids, names and the digests that hang on them are made anew.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
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
from tournaments.files.transfer.read_log import with_ids
from tournaments.files.transfer.values import Ids
from tournaments.models import (
    Club,
    Deed,
    Drawing,
    Member,
    Night,
    Round,
    Table,
    User,
)
from tournaments.models.club import new_stamp
from tournaments.names import read

Values = dict[str, Any]  # of a row, by column, as the database has them
Marks = Mapping[type[Model], int]  # by model, the highest id that it has
LINKED = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # to an event or a note


class Original(NamedTuple):
    """A club with all that it has: the rows between two marks."""

    number: int
    tables: Mapping[type[Model], list[Values]]


def mark() -> Marks:
    """How far the tables are filled, to tell what is added after it."""
    return {model: _highest(model) for model in _copied_models()}


def read_original(number: int, since: Marks, until: Marks) -> Original:
    tables = {model: _read_rows(model, since[model], until[model]) for model in _copied_models()}
    return Original(number, tables)


def copy_clubs(originals: Sequence[Original], clubs: int, seed: str) -> Iterator[str]:
    """Copy the originals in turn until there are so many clubs; gives the name of each copy."""
    if connection.vendor == "postgresql":  # which would remember each of millions of rows till then
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    apart = max(mark().values())
    for number in range(len(originals), clubs):
        original = originals[number % len(originals)]
        copy = _Copy(number, (number - len(originals) + 1) * apart, original, seed)
        for model, rows in original.tables.items():
            _write_rows(model, copy.renew(model, rows))
        if connection.vendor == "postgresql" and number.bit_count() == 1:
            _count_rows()
        yield founding.called(number)
    _number_on()


def _count_rows() -> None:
    """Let PostgreSQL look how large its tables are by now. It plans a check of foreign keys once a
    session, and would go on reading whole tables that were small then.
    """
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


class _Copy:
    """What makes one row after the other that of another club."""

    def __init__(self, number: int, shift: int, original: Original, seed: str) -> None:
        self.number, self.shift, self.salt = number, shift, number.to_bytes(4)
        self.ids = _Shifted(shift)
        self.last: dict[int, str] = {}  # digest by sheet, under the id that it has now
        self.sheets = _sheets_by_night(original)
        members = original.tables[Member]
        called = names.people(len(members), Random(f"{seed} {number} names"))
        self.names = {_full(row): name for row, name in zip(members, called, strict=True)}

    def renew(self, model: type[Model], rows: Iterable[Values]) -> Iterator[Values]:
        shifted = [column for column in _columns(model) if _is_shifted(model, column)]
        uuids = [
            str(one.column) for one in model._meta.concrete_fields if isinstance(one, UUIDField)
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
        """Another one, always the same for the same; SQLite has them as text."""
        old = value.bytes if isinstance(value, UUID) else bytes.fromhex(value)
        new = UUID(bytes=md5(old + self.salt, usedforsecurity=False).digest(), version=4)
        return new if isinstance(value, UUID) else new.hex

    def _relink(self, text: str) -> str:
        return LINKED.sub(lambda found: str(self._uuid(UUID(found[0]))), text)

    def _club(self, row: Values) -> None:
        row["name"], row["stamp"] = founding.called(self.number), new_stamp()
        row["slug"] = founding.slug_of(row["name"])

    def _member(self, row: Values) -> None:
        found = read(self.names[_full(row)])
        assert found, "the demo's names are names"
        person = Member(**found.name._asdict(), nickname=row["nickname"], number=row["number"])
        person.index()
        row |= found.name._asdict() | {"sort_key": person.sort_key, "sought": person.sought}

    def _seat(self, row: Values) -> None:
        """Events go on naming the seat by the id that it had."""
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
        told = (row["kind"], row["actor"], row["device"], time, row["body"])
        self.last[sheet] = row["digest"] = chained(before, str(id), *told)

    def _night(self, row: Values) -> None:
        if row["digest"]:
            sheets = self.sheets[row["id"] - self.shift]
            said = "\n".join(self.last[pk + self.shift] for pk in sheets)
            row["digest"] = sha256(said.encode()).hexdigest()

    def _drawing(self, row: Values) -> None:
        row["people"] = json.dumps([pk + self.shift for pk in json.loads(row["people"])])

    def _deed(self, row: Values) -> None:
        deed = Deed(kind=row["kind"], body=json.loads(row["body"]))
        body = with_ids(deed, self.ids, "")
        if "deed" in body:
            body["deed"] += self.shift
        row["body"] = json.dumps(body)

    CHANGES = {
        Club: _club,
        Member: _member,
        Seat: _seat,
        FormerName: _name,
        Row: _row,
        Event: _event,
        Night: _night,
        Drawing: _drawing,
        Deed: _deed,
    }


class _Shifted(Ids):
    """Ids of a copy, for those of its original."""

    def __init__(self, shift: int) -> None:
        self.shift = shift

    def of(self, model: type[Model], old: Any, where: str) -> int:
        return int(old) + self.shift

    def gone(self, model: type[Model], old: Any, where: str) -> int:
        return self.of(model, old, where) if old else 0


def _full(member: Values) -> str:
    return " ".join(filter(None, (member["first"], member["particle"], member["family"])))


def _sheets_by_night(original: Original) -> dict[int, list[int]]:
    rounds = {row["id"]: row["night_id"] for row in original.tables[Round]}
    found: dict[int, list[int]] = {}
    for row in sorted(original.tables[Table], key=lambda row: row["sheet_id"]):
        found.setdefault(rounds[row["round_id"]], []).append(row["sheet_id"])
    return found


def _utc(value: datetime | str) -> datetime:
    """SQLite has a time as text, without a zone."""
    found = datetime.fromisoformat(value) if isinstance(value, str) else value
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


# The tables


def _copied_models() -> list[type[Model]]:
    """Forms, clubs, and whatever refers to one of them. Each after those that it refers to, and
    nights after the events that their digest is over.
    """
    left = [*apps.get_app_config("scoring").get_models()]
    left += apps.get_app_config("tournaments").get_models()
    found: dict[type[Model], set[type[Model]]] = {Sheet: set(), Club: set()}
    while some := [model for model in left if model not in found and _referred(model) & {*found}]:
        found |= {model: _referred(model) for model in some}
    graph = {model: referred & {*found} for model, referred in found.items()}
    graph[Night] |= {Event}
    return list(TopologicalSorter(graph).static_order())


def _referred(model: type[Model]) -> set[type[Model]]:
    """Models that its rows point at, but for itself."""
    found = {one.related_model for one in model._meta.concrete_fields if one.related_model}
    return found - {model}


def _columns(model: type[Model]) -> list[str]:
    return [str(one.column) for one in model._meta.concrete_fields]


def _key(model: type[Model]) -> str:
    """What tells before or after which mark a row was added."""
    return "sheet_id" if isinstance(model._meta.pk, UUIDField) else "id"


def _is_shifted(model: type[Model], column: str) -> bool:
    field = next(one for one in model._meta.concrete_fields if one.column == column)
    if field.primary_key:
        return not isinstance(field, UUIDField)
    return isinstance(field, ForeignKey) and field.related_model is not User


def _highest(model: type[Model]) -> int:
    found: int | None = model._base_manager.aggregate(most=Max(_key(model)))["most"]
    return found or 0


def _read_rows(model: type[Model], since: int, until: int) -> list[Values]:
    """In the order in which they came; events of a sheet by their number."""
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
            cursor.executemany(sql, [tuple(row.values()) for row in rows])


def _quoted(columns: Sequence[str]) -> str:
    return ", ".join(connection.ops.quote_name(one) for one in columns)


def _number_on() -> None:
    """What is added next gets ids after all of these."""
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), _copied_models()):
            cursor.execute(sql)
