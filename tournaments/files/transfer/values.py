"""Turns JSON from a club file into model objects: each value must have its field's type, and each
reference must point at an object from the same file.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Model

from tournaments.files.transfer import fields
from tournaments.files.transfer.club_file import make_broken_error

Json = dict[str, Any]
Thing = TypeVar("Thing", bound=Model)

RANGES = BaseDatabaseOperations.integer_field_ranges  # SQLite's own backend has none
LISTS = ("people", "players", "order")  # JSON fields that hold lists but have no such default
# Errors that data of a stranger may cause, though it is sound JSON.
ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Ids:
    """The new ids on this site of imported objects, keyed by model and then by their id in the
    file.
    """

    def __init__(self) -> None:
        self.new: dict[type[Model], dict[int, int]] = defaultdict(dict)

    def know(self, old: Iterable[int], made: Iterable[Model]) -> None:
        for id, thing in zip(old, made, strict=True):
            self.new[type(thing)][id] = thing.pk

    def find(self, model: type[Model], old: object, where: str) -> int:
        id_here = self.new[model].get(old) if type(old) is int else None
        if id_here is None:
            raise make_broken_error(where)
        return id_here

    def find_or_0(self, model: type[Model], old: object, where: str) -> int:
        """Return the id on this site of the object with the id `old` in the file. Unlike `find`,
        return 0 for an object that was deleted before the export. `where` names the place in the
        file for messages.
        """
        if type(old) is not int:
            raise make_broken_error(where)
        return self.new[model].get(old, 0)

    def limit_to(self, *kept: type[Model]) -> "Ids":
        """Return a copy that knows only the ids of these models."""
        fresh = Ids()
        fresh.new.update({model: self.new[model] for model in kept})
        return fresh


class Column(NamedTuple):
    field: Any
    kind: type
    target: type[Model] | None  # the model that a foreign key refers to

    def read(self, value: object, ids: Ids, where: str) -> Any:
        if value is None and self.field.null:
            return None
        if type(value) is not self.kind:
            raise make_broken_error(where)
        if self.target:
            return ids.find(self.target, value, where)
        if isinstance(self.field, models.JSONField):
            return value
        return self._plain(value, where)

    def _plain(self, value: object, where: str) -> Any:
        try:
            plain = self.field.to_python(value)
            self.field.run_validators(plain)
        except ValidationError:
            raise make_broken_error(where) from None
        low, high = RANGES.get(self.field.get_internal_type(), (plain, plain))
        if not low <= plain <= high:
            raise make_broken_error(where)
        if self.field.choices and plain not in dict(self.field.flatchoices):
            raise make_broken_error(where)
        if isinstance(plain, datetime) and plain.tzinfo is None:
            raise make_broken_error(where)
        return plain


def read_objects(
    model: type[Thing], parsed: object, ids: Ids, where: str
) -> tuple[list[int], list[Thing]]:
    """Convert a list of the club's file to objects of a model. Return their ids in the file and the
    unsaved objects. Both are sorted by id if ids are numbers. Refuse an id that appears twice.
    `where` names the place in the file for messages.
    """
    if not isinstance(parsed, list):
        raise make_broken_error(where)
    read = [read_values(model, row, ids, where) for row in parsed]
    if all(isinstance(row["id"], int) for row in read):
        read.sort(key=lambda row: row["id"])
    old = [row["id"] for row in read]
    if len({*old}) < len(old):
        raise make_broken_error(where)
    return old, [build_object(model, row) for row in read]


def build_object(model: type[Thing], read: Json) -> Thing:
    """Return an unsaved object with the values `read`. A numeric id is left out, so that the object
    gets a new one when it is saved. A UUID is kept.
    """
    return model(**{key: value for key, value in read.items() if key != "id" or _keeps(model)})


def read_values(model: type[Model], parsed: object, ids: Ids, where: str) -> Json:
    columns = _columns(model)
    if not isinstance(parsed, dict) or not parsed.keys() <= columns.keys():
        raise make_broken_error(where)
    if not columns.keys() - parsed.keys() <= {*fields.ADDED.get(model, ())}:
        raise make_broken_error(where)
    return {
        column.field.attname: column.read(parsed[name], ids, f"{where}, {name}")
        for name, column in columns.items()
        if name in parsed
    }


def check_values(model: type[Model], parsed: Json, where: str) -> None:
    """Refuse values that do not have the type of their field. `parsed` has the values keyed by
    field; `where` names the place in the file for messages.
    """
    for name, value in parsed.items():
        _columns(model)[name].read(value, Ids(), f"{where}, {name}")


def _keeps(model: type[Model]) -> bool:
    return isinstance(model._meta.pk, models.UUIDField)


@lru_cache
def _columns(model: type[Model]) -> Mapping[str, Column]:
    model_fields = {model_field.name: model_field for model_field in model._meta.concrete_fields}
    return {name: _column(model, model_fields[name]) for name in fields.list_fields(model)}


def _column(model: type[Model], field: Any) -> Column:
    if isinstance(field, models.JSONField):
        kind = list if field.name in LISTS or field.default is list else dict
        return Column(field, kind, None)
    if isinstance(field, models.ForeignKey | models.OneToOneField):
        target = field.related_model
        within = (
            target is not model
        )  # a reference to the same model (merged_into) is set once all are there
        return Column(field, int, target if within else None)
    if isinstance(field, models.BooleanField):
        return Column(field, bool, None)
    return Column(field, int if isinstance(field, models.IntegerField) else str, None)
