"""Fill a site with the usual demo from a recording. The demo was made once by the functions that
real clubs use. Its rows are written again as if it were made today.

The file holds the rows of every club and sheet, in a form that does not depend on the day or the
site:

- A point in time is stored as its position in the order of all points in time.
- A day is stored as the number of days from the day of recording.
- The id of an event or a member is stored as a number.
- Digests, secrets, and the names and days of seasons are left out, and made anew for each site.

So the recorded demo is as valid as one that is made from scratch, and its pages look the same.
"""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.db import connection
from django.db.models import BinaryField, DateField, DateTimeField, Field, Model, UUIDField
from django.utils import timezone

from clubsite.demo.club_rows import (
    Values,
    digest_event,
    digest_night,
    group_sheets_by_night,
    write_rows,
)
from clubsite.demo.plan import Demo, DemoClub, DemoPlan, create_users
from clubsite.demo.season_days import name_and_days
from scoring.models import Event, Sheet
from tournaments.backup import database_tables
from tournaments.models import Club, Member, Night, NightLogEntry, Season, User
from tournaments.models.club import new_results_version
from tournaments.nights.nights import make_seed

FILE = Path(__file__).with_name("recorded_demo.json.gz")
STEP = timedelta(milliseconds=1)  # between two moments of making the demo
ID, MOMENT = re.compile(r"#id (\d+)#"), re.compile(r"#at (-?\d+)#")  # inside a text

Tables = Mapping[type[Model], list[Values]]


def fill(plan: DemoPlan, password: str | None = None) -> Demo | None:
    """Fill a new site with the recorded demo. Return None, and write nothing, if the recording
    cannot be used:

    - Another demo than the usual one was asked for.
    - The database is not SQLite, or it was used before.
    - The file was made with other migrations.
    """
    if not plan.is_usual() or connection.vendor != "sqlite" or _was_used():
        return None
    recorded = read_file()
    if {*map(tuple, recorded["migrations"])} != {*database_tables.list_applied(connection)}:
        return None
    create_users(password)
    renewal = _Renewal(recorded["moments"], plan.today, timezone.now())
    for model, rows in renewal.renew(recorded["tables"]).items():
        write_rows(model, rows)
    return _filled()


def read_file() -> dict[str, Any]:
    """Return the content of the file with the recorded demo."""
    recorded: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()))
    return recorded


def _was_used() -> bool:
    """Return whether this SQLite database ever held a club, a sheet or an account, even if it was
    deleted since. The recorded rows keep their ids, and no id may be used a second time.
    """
    used = [Club._meta.db_table, Sheet._meta.db_table, User._meta.db_table]
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_sequence WHERE seq > 0")
        return bool({name for (name,) in cursor.fetchall()} & {*used})


class _Renewal:
    """Converts the recorded rows into the rows of a demo that seems to have been made a moment
    ago.
    """

    def __init__(self, moments: int, today: date, now: datetime) -> None:
        self.moments, self.today, self.now = moments, today, now
        self.ids: dict[int, UUID] = defaultdict(uuid4)

    def renew(self, recorded: Mapping[str, list[Any]]) -> Tables:
        rows_of = {}
        for label, (names, *rows) in recorded.items():
            model = apps.get_model(label)
            changes = self._changes(model)
            as_recorded = [dict(zip(names, row, strict=True)) for row in rows]
            rows_of[model] = [
                {name: change(row[name]) for name, change in changes.items()} for row in as_recorded
            ]
        _chain(rows_of)
        _name_seasons(rows_of)
        for club in rows_of[Club]:
            club["results_version"] = new_results_version()
        for night in rows_of[Night]:
            night["next_seed"] = night["next_seed"] and make_seed()
        return rows_of

    def _changes(self, model: type[Model]) -> dict[str, Callable[[Any], Any]]:
        """Return, for each column of this model, the function that turns a recorded value into the
        one to store now. Days and times become those of a demo made today, and the ids of events
        and members are new.
        """
        return {str(field.column): self._change(field) for field in model._meta.concrete_fields}

    def _change(self, field: "Field[Any, Any]") -> Callable[[Any], Any]:
        if isinstance(field, UUIDField):
            return lambda number: self.ids[number].hex
        if isinstance(field, DateTimeField):
            return self._moment
        if isinstance(field, DateField):
            return self._day
        if isinstance(field, BinaryField):
            return bytes.fromhex
        return self._text

    def _moment(self, place: int | None) -> str | None:
        return None if place is None else str(self._at(place).replace(tzinfo=None))

    def _day(self, days: int | None) -> str | None:
        return None if days is None else str(self.today + timedelta(days))

    def _text(self, value: Any) -> Any:
        if not isinstance(value, str) or "#" not in value:
            return value
        value = ID.sub(lambda match: str(self.ids[int(match[1])]), value)
        return MOMENT.sub(lambda match: self._said(int(match[1])), value)

    def _said(self, place: int) -> str:
        """Return a point in time of the recording as text, in the format in which the log of a
        night stores it. `place` is the number by which the recording stores that time. If it is
        negative, somebody typed the time, and so the text is in local time.
        """
        at = self._at(place)
        return (timezone.localtime(at) if place < 0 else at).isoformat()

    def _at(self, place: int) -> datetime:
        """Return the point in time that the recording stores as the number `place`. Moments at
        which something of the demo was made are numbered in their order. A negative number stands
        for an earlier time: that many minutes ago.
        """
        if place < 0:
            return self.now + timedelta(minutes=place)
        return self.now - STEP * (self.moments - place)


def _chain(rows_of: Tables) -> None:
    """Compute the digests (hashes) of all events and of closed nights. Put the digest of a closed
    night into the log of that night as well.
    """
    last: dict[int, str] = {}
    for event in rows_of[Event]:
        event["digest"] = digest_event(event, last.get(event["sheet_id"], ""))
        last[event["sheet_id"]] = event["digest"]
    sheets, digests = group_sheets_by_night(rows_of), {}
    for night in rows_of[Night]:
        if night["state"] == Night.State.CLOSED:
            night["digest"] = digest_night([last[pk] for pk in sheets[night["id"]]])
        digests[night["id"]] = night["digest"]
    for entry in rows_of[NightLogEntry]:
        if entry["kind"] == NightLogEntry.Kind.CLOSED:
            entry["body"] = json.dumps({"digest": digests[entry["night_id"]]})


def _name_seasons(rows_of: Tables) -> None:
    for season in rows_of[Season]:
        days = sorted(row["day"] for row in rows_of[Night] if row["season_id"] == season["id"])
        first, last = date.fromisoformat(days[0]), date.fromisoformat(days[-1])
        named = name_and_days(first, last, of_couples=bool(season["by_couple"]))
        season.update({name: str(value) for name, value in named.items()})


def _filled() -> Demo:
    sheets = Sheet.objects.filter(table=None).order_by("pk")
    return Demo([_made(club) for club in Club.objects.order_by("pk")], [*sheets])


def _made(club: Club) -> DemoClub:
    members = Member.objects.filter(club=club, guest=False, archived=None).order_by("pk")
    tonight = Night.objects.get(season__club=club, state=Night.State.PLAYING)
    return DemoClub(club, [*members], tonight)
