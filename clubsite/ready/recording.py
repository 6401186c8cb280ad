"""Record the usual demo for `recorded_demo`. The functions that real clubs use make the demo, and
then the rows that they wrote are read.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import (
    BinaryField,
    DateField,
    DateTimeField,
    Field,
    Model,
    TimeField,
    UUIDField,
)
from django.utils import timezone

from clubsite.demo import make_clubs
from clubsite.demo.clone_clubs import LINKED
from clubsite.demo.club_rows import (
    Values,
    convert_to_utc,
    find_highest,
    list_copied_models,
    read_rows,
)
from clubsite.demo.plan import USUAL, DemoPlan
from clubsite.ready.recorded_demo import STEP
from scoring.models import Event
from tournaments.backup import database_tables
from tournaments.models import Club, Night, NightLogEntry, Season

EVENING = datetime(2026, 3, 10, 20, tzinfo=UTC)
WRITTEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d")
# What each site has of its own is recorded as this.
OWN: dict[type[Model], dict[str, Any]] = {
    Club: {"results_version": ""},
    Event: {"digest": ""},
    Night: {"digest": ""},
    Season: {"name": "", "first": None, "last": None},
}


def record(evening: datetime = EVENING) -> dict[str, Any]:
    """Make the usual demo in an empty database, as if the time were `evening`. Return what the file
    of `recorded_demo` must hold: the rows of the demo, in a form that does not depend on the day or
    the site.
    """
    with clock_that_ticks(evening):
        make_clubs.fill(DemoPlan(**USUAL, today=timezone.localdate()), lambda _: None)
        return read(evening, timezone.now())


def read(began: datetime, ended: datetime) -> dict[str, Any]:
    """Return what the file of `recorded_demo` must hold: the rows of all clubs and sheets in the
    database, and the names of its migrations. The making of the demo began at `began` and ended at
    `ended`. A time from `began` on is stored as its number in the order of such times. An earlier
    time is stored as a number of minutes before `ended`.
    """
    models = sorted(list_copied_models(), key=lambda model: model._meta.label)
    rows_of = {model: read_rows(model, 0, find_highest(model)) for model in models}
    migrations = sorted(map(list, database_tables.list_applied(connection)))
    return {"migrations": migrations, **_Recorder(began, ended).record(rows_of)}


@contextmanager
def clock_that_ticks(begin: datetime) -> Iterator[None]:
    """Replace the clock during this block. It starts at `begin`, and moves on a little each time it
    is read.
    """
    looks, original = count(), timezone.now
    timezone.now = lambda: begin + STEP * next(looks)
    try:
        yield
    finally:
        timezone.now = original


class _Recorder:
    """Converts rows of the database into the form in which the file of `recorded_demo` stores them.
    It does not depend on the day or the site: times, days and UUIDs become numbers.
    """

    def __init__(self, began: datetime, ended: datetime) -> None:
        self.began, self.ended, self.today = began, ended, timezone.localdate(ended)
        self.ids: dict[UUID, int] = {}
        self.places: dict[datetime, int] = {}

    def record(self, rows_of: dict[type[Model], list[Values]]) -> dict[str, Any]:
        self._order(rows_of)
        recorded = {
            model._meta.label: [[*rows[0]], *self._record_rows(model, rows)]
            for model, rows in rows_of.items()
            if rows
        }
        return {"moments": len(self.places), "tables": recorded}

    def _order(self, rows_of: dict[type[Model], list[Values]]) -> None:
        """Number all points in time since the making of the demo began, in their order. The file of
        `recorded_demo` stores these numbers instead of the times. `rows_of` has the rows of each
        model.
        """
        all_moments = {
            convert_to_utc(row[str(field.column)])
            for model, rows in rows_of.items()
            for field in model._meta.concrete_fields
            for row in rows
            if isinstance(field, DateTimeField) and row[str(field.column)] is not None
        }
        made = sorted(moment for moment in all_moments if moment >= self.began)
        self.places = {moment: place for place, moment in enumerate(made)}

    def _record_rows(self, model: type[Model], rows: list[Values]) -> list[list[Any]]:
        change = {str(field.column): self._change(field) for field in model._meta.concrete_fields}
        own = OWN.get(model, {})
        recorded = [
            {name: change[name](value) for name, value in row.items()} | own for row in rows
        ]
        for row in recorded:
            if model is Night:
                row["next_seed"] = row["next_seed"] and "*"
            elif model is NightLogEntry and row["kind"] == NightLogEntry.Kind.CLOSED:
                row["body"] = ""
        return [[*row.values()] for row in recorded]

    def _change(self, field: "Field[Any, Any]") -> Callable[[Any], Any]:
        if isinstance(field, UUIDField):
            return lambda value: self._id(UUID(value))
        if isinstance(field, DateTimeField):
            return lambda value: None if value is None else self._place(convert_to_utc(value))
        if isinstance(field, DateField):
            return lambda value: None if value is None else (value - self.today).days
        if isinstance(field, TimeField):
            return lambda value: None if value is None else str(value)
        if isinstance(field, BinaryField):
            return bytes.hex
        return self._text

    def _id(self, value: UUID) -> int:
        return self.ids.setdefault(value, len(self.ids))

    def _place(self, at: datetime) -> int:
        """Return the number that the file of `recorded_demo` stores for this point in time. Times
        since the making of the demo began are numbered in their order. An earlier time gets a
        negative number: minus the minutes from then until the making of the demo ended.
        """
        if at in self.places:
            return self.places[at]
        return -round((self.ended - at) / timedelta(minutes=1))

    def _text(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        assert "#" not in value, "it marks what is recorded"
        value = LINKED.sub(lambda match: f"#id {self._id(UUID(match[0]))}#", value)
        return WRITTEN.sub(lambda match: f"#at {self._place(convert_to_utc(match[0]))}#", value)
