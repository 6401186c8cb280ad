"""Objects of JSON as it came: each value of its kind, and what refers to something else refers to
what came as well.
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
from tournaments.files.transfer.club_file import broken

Json = dict[str, Any]
Thing = TypeVar("Thing", bound=Model)

RANGES = BaseDatabaseOperations.integer_field_ranges  # SQLite itself knows none
LISTS = ("people", "players", "order")  # of the fields without a default that says so
# What reading a file of a stranger may come to, where its figures are sound JSON and no more.
ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Ids:
    """By model, what something is called here that has another id in the file."""

    def __init__(self) -> None:
        self.new: dict[type[Model], dict[int, int]] = defaultdict(dict)

    def know(self, old: Iterable[int], made: Iterable[Model]) -> None:
        for id, one in zip(old, made, strict=True):
            self.new[type(one)][id] = one.pk

    def of(self, model: type[Model], old: object, where: str) -> int:
        found = self.new[model].get(old) if type(old) is int else None
        if found is None:
            raise broken(where)
        return found

    def gone(self, model: type[Model], old: object, where: str) -> int:
        """Likewise; 0, which nothing has, for what was taken away since."""
        if type(old) is not int:
            raise broken(where)
        return self.new[model].get(old, 0)

    def only(self, *kept: type[Model]) -> "Ids":
        """Without those of one night."""
        fresh = Ids()
        fresh.new.update({model: self.new[model] for model in kept})
        return fresh


class Column(NamedTuple):
    field: Any
    kind: type
    target: type[Model] | None  # of what refers to something else

    def read(self, value: object, ids: Ids, where: str) -> Any:
        if value is None and self.field.null:
            return None
        if type(value) is not self.kind:
            raise broken(where)
        if self.target:
            return ids.of(self.target, value, where)
        if isinstance(self.field, models.JSONField):
            return value
        return self._plain(value, where)

    def _plain(self, value: object, where: str) -> Any:
        try:
            found = self.field.to_python(value)
            self.field.run_validators(found)
        except ValidationError:
            raise broken(where) from None
        low, high = RANGES.get(self.field.get_internal_type(), (found, found))
        if not low <= found <= high:
            raise broken(where)
        if self.field.choices and found not in dict(self.field.flatchoices):
            raise broken(where)
        if isinstance(found, datetime) and found.tzinfo is None:
            raise broken(where)
        return found


def things(
    model: type[Thing], told: object, ids: Ids, version: int, where: str
) -> tuple[list[int], list[Thing]]:
    """What they are called in the file, in that order, and what is made of each."""
    if not isinstance(told, list):
        raise broken(where)
    read = [values(model, one, ids, version, where) for one in told]
    if all(isinstance(one["id"], int) for one in read):
        read.sort(key=lambda one: one["id"])
    old = [one["id"] for one in read]
    if len({*old}) < len(old):
        raise broken(where)
    return old, [made(model, one) for one in read]


def made(model: type[Thing], read: Json) -> Thing:
    """With an id of its own, unless that is no number."""
    return model(**{key: value for key, value in read.items() if key != "id" or _keeps(model)})


def values(model: type[Model], told: object, ids: Ids, version: int, where: str) -> Json:
    columns = _columns(model, version)
    if not isinstance(told, dict) or told.keys() != columns.keys():
        raise broken(where)
    return {
        one.field.attname: one.read(told[name], ids, f"{where}, {name}")
        for name, one in columns.items()
    }


def _keeps(model: type[Model]) -> bool:
    return isinstance(model._meta.pk, models.UUIDField)


@lru_cache
def _columns(model: type[Model], version: int) -> Mapping[str, Column]:
    found = {one.name: one for one in model._meta.concrete_fields}
    return {name: _column(model, found[name]) for name in fields.fields(model, version)}


def _column(model: type[Model], field: Any) -> Column:
    if isinstance(field, models.JSONField):
        kind = list if field.name in LISTS or field.default is list else dict
        return Column(field, kind, None)
    if isinstance(field, models.ForeignKey | models.OneToOneField):
        target = field.related_model
        within = target is not model  # of who was merged: known when all are there
        return Column(field, int, target if within else None)
    if isinstance(field, models.BooleanField):
        return Column(field, bool, None)
    return Column(field, int if isinstance(field, models.IntegerField) else str, None)
