"""Copy demo clubs in bulk, under new names. A copy is as valid as its original: it gets new ids and
names, and all digests that depend on these are computed again.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import md5
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import ForeignKey, Model, UUIDField

from clubsite.demo import clubs as founding
from clubsite.demo import names
from clubsite.demo.club_rows import (
    Marks,
    Values,
    digest_event,
    digest_night,
    find_highest,
    group_sheets_by_night,
    list_column_names,
    list_copied_models,
    read_rows,
    reset_sequences,
    write_rows,
)
from scoring.models import Event, FormerName, Row, Seat
from tournaments.backup import database_tables
from tournaments.files.transfer.read_log import replace_ids
from tournaments.files.transfer.values import Ids
from tournaments.models import Club, DrawRecord, Member, Night, NightLogEntry, User
from tournaments.models.club import new_results_version
from tournaments.names import read

LINKED = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # the id of an event or a note


class Original(NamedTuple):
    """A demo club as the source of copies: all rows that were added for it, keyed by model."""

    number: int
    tables: Mapping[type[Model], list[Values]]


def mark() -> Marks:
    """Return the highest id of each model at this moment, a "mark". Rows added later have higher
    ids, so the rows of one club are those between two marks.
    """
    return {model: find_highest(model) for model in list_copied_models()}


def read_original(number: int, since: Marks, until: Marks) -> Original:
    """Read the club with this number: all rows that were added between the two marks."""
    tables = {model: read_rows(model, since[model], until[model]) for model in list_copied_models()}
    return Original(number, tables)


def copy_clubs(originals: Sequence[Original], clubs: int, seed: str) -> Iterator[str]:
    """Copy these clubs, in turn, until there are `clubs` clubs, the originals included. Yield the
    name of each copy. `seed` decides which names the members of the copies get.
    """
    if connection.vendor == "postgresql":  # which would queue a check for each of millions of rows
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    apart = max(mark().values())
    for number in range(len(originals), clubs):
        original = originals[number % len(originals)]
        copy = _Copy(number, (number - len(originals) + 1) * apart, original, seed)
        for model, rows in original.tables.items():
            write_rows(model, copy.renew(model, rows))
        if number.bit_count() == 1:
            database_tables.update_statistics(connection)
        yield founding.name_club(number)
    reset_sequences()


class _Copy:
    """Converts the rows of one club into those of a copy: new ids, names and digests."""

    def __init__(self, number: int, shift: int, original: Original, seed: str) -> None:
        self.number, self.shift, self.salt = number, shift, number.to_bytes(4)
        self.ids = _Shifted(shift)
        self.last: dict[int, str] = {}  # last digest, keyed by the sheet's new id
        self.nights: dict[int, str] = {}  # digest, keyed by the night's new id
        self.sheets = group_sheets_by_night(original.tables)
        members = original.tables[Member]
        called = names.make_names(len(members), Random(f"{seed} {number} names"))
        self.names = {_full(row): name for row, name in zip(members, called, strict=True)}

    def renew(self, model: type[Model], rows: Iterable[Values]) -> Iterator[Values]:
        shifted = [column for column in list_column_names(model) if _is_shifted(model, column)]
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
        """Return the UUID that replaces this one in the copy. The same UUID is always replaced by
        the same one. SQLite stores UUIDs as text.
        """
        old = value.bytes if isinstance(value, UUID) else bytes.fromhex(value)
        new = UUID(bytes=md5(old + self.salt, usedforsecurity=False).digest(), version=4)
        return new if isinstance(value, UUID) else new.hex

    def _relink(self, text: str) -> str:
        return LINKED.sub(lambda match: str(self._uuid(UUID(match[0]))), text)

    def _club(self, row: Values) -> None:
        row["name"], row["results_version"] = founding.name_club(self.number), new_results_version()
        row["slug"] = founding.make_slug(row["name"])

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
        """Adapt the row of a seat to the copied club. The copy stores the id of the original seat
        as `first_id`, because the copied events (the log of the sheet) refer to that id.
        """
        row["first_id"] = row["first_id"] or row["id"] - self.shift
        self._name(row)

    def _name(self, row: Values) -> None:
        row["name"] = self.names.get(row["name"], row["name"])

    def _row(self, row: Values) -> None:
        row["data"] = self._relink(row["data"])

    def _event(self, row: Values) -> None:
        row["body"], sheet = self._relink(row["body"]), row["sheet_id"]
        row["digest"] = digest_event(row, self.last.get(sheet, ""))
        self.last[sheet] = row["digest"]

    def _night(self, row: Values) -> None:
        if row["digest"]:
            sheets = self.sheets[row["id"] - self.shift]
            row["digest"] = digest_night([self.last[pk + self.shift] for pk in sheets])
            self.nights[row["id"]] = row["digest"]

    def _drawing(self, row: Values) -> None:
        row["people"] = json.dumps([pk + self.shift for pk in json.loads(row["people"])])

    def _deed(self, row: Values) -> None:
        entry = NightLogEntry(kind=row["kind"], body=json.loads(row["body"]))
        body = replace_ids(entry, self.ids, "")
        if "entry" in body:
            body["entry"] += self.shift
        if row["kind"] == NightLogEntry.Kind.CLOSED:
            body["digest"] = self.nights[row["night_id"]]
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
    """Maps each id of the original club to an id of the copy, by adding a fixed number."""

    def __init__(self, shift: int) -> None:
        self.shift = shift

    def find(self, model: type[Model], old: Any, where: str) -> int:
        return int(old) + self.shift

    def gone(self, model: type[Model], old: Any, where: str) -> int:
        return self.find(model, old, where) if old else 0


def _full(member: Values) -> str:
    return " ".join(filter(None, (member["first"], member["particle"], member["family"])))


def _is_shifted(model: type[Model], column: str) -> bool:
    field = next(
        candidate for candidate in model._meta.concrete_fields if candidate.column == column
    )
    if field.primary_key:
        return not isinstance(field, UUIDField)
    return isinstance(field, ForeignKey) and field.related_model is not User
