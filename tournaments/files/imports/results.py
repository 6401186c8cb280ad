"""Imports of nights played before the club used this site."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from django.core.files import File
from django.db import transaction
from django.utils.formats import date_format

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.files.imports import members
from tournaments.files.imports.matching import ADD, DOUBT, Plan, Step
from tournaments.files.imports.members import MOST_DOUBTS, Choices, add, find_candidate, import_line
from tournaments.files.readers import result_list
from tournaments.files.readers.member_columns import Entry
from tournaments.files.readers.result_list import Came
from tournaments.locks import lock_night, lock_night_alone, lock_nights
from tournaments.members import past_imports
from tournaments.members.members import split_partners
from tournaments.models import (
    Attendance,
    ImportDraft,
    ImportedResult,
    Member,
    Night,
    NightLogEntry,
    Season,
)
from tournaments.models.night import AHEAD
from tournaments.models.season import MOST_NIGHTS
from tournaments.names import read
from tournaments.nights.nights import add_log_entry

State = Night.State
Results = dict[int, result_list.Result]  # keyed by member id


def save_draft(*, season: Season, file: "File[bytes]") -> ImportDraft:
    book = members.open_book(file)
    table, people = result_list.read(book, season.first, season.last)
    _check_days(season, {day for person in people for day in person.came})
    entries = [person.entry for person in people]
    if season.by_couple:
        entries = [_name_first(entry) for entry in entries]
    results = [_stored(person.came) for person in people]
    more: dict[str, Any] = {"season": season, "results": results}
    return members.create_draft(season.club, file.name or "", book, table, entries, **more)


def _name_first(entry: Entry) -> Entry:
    """The first of a couple stands for both."""
    first, *others = split_partners(entry.name.full)
    reading = read(first) if others else None
    return entry._replace(name=reading.name, sure=reading.sure) if reading else entry


def read_results(kept: ImportDraft) -> list[Came]:
    return [
        {date.fromisoformat(day): (Decimal(result[0]), result[1]) for day, result in row.items()}
        for row in kept.results
    ]


class _PlannedMeanwhile(Exception):
    """The club is locked, and nights are locked before it: so a night planned meanwhile can't be
    locked any more, and all begins again.
    """


def apply(*, kept: ImportDraft, choices: Choices, seen: str, by: str = "") -> list[Night]:
    while True:
        with suppress(_PlannedMeanwhile):
            return _write_all(kept, choices, seen, by)


@transaction.atomic
def _write_all(kept: ImportDraft, choices: Choices, seen: str, by: str) -> list[Night]:
    assert kept.season, "these are results"
    locked = lock_nights(kept.season.nights.all())
    plan = members.check_plan(kept, choices, seen)
    by_day: dict[date, Results] = defaultdict(dict)
    added: list[Member] = []
    for step, row in zip(plan.steps, read_results(kept), strict=True):
        if member := _find_member(kept, plan, step, choices):
            if member not in (step.member, *(candidate.member for candidate in step.candidates)):
                added.append(member)
            for day, result in row.items():
                by_day[day][member.pk] = result
    if not by_day:
        raise user_error(problems.EMPTY_LIST)
    nights = _check_days(kept.season, by_day)
    if not locked.issuperset(nights[day].pk for day in by_day if day in nights):
        raise _PlannedMeanwhile
    past_imports.save_import(kept.club, added, by=by)
    written = [_write(kept.season, day, nights.get(day), by_day[day], by) for day in sorted(by_day)]
    kept.delete()
    return written


def take_back(*, night: Night, by: str = "") -> Night:
    """Delete a night's imported results: it is a planned night again."""
    with lock_night(night, State.CLOSED) as now:
        if not now.imported_results.exists():
            raise user_error(problems.NOT_NOW, state=now.get_state_display())
        now.imported_results.all().delete()
        add_log_entry(now, NightLogEntry.Kind.REOPENED, by, digest=now.digest)
        now.state, now.digest = State.PLANNED, ""
        now.save(update_fields=["state", "digest"])
        clubs.lock_and_invalidate(now.season.club)
        return now


def _find_member(kept: ImportDraft, plan: Plan, step: Step, choices: Choices) -> Member | None:
    if step.member:
        return step.member
    chosen = ADD if step.kind == ADD else ""
    if step.kind == DOUBT and step in plan.list_steps(DOUBT)[:MOST_DOUBTS]:
        chosen = choices.get(step.entry.line, "")
    if chosen == ADD and step.may_add:
        return import_line(step, add, kept.club, step.entry)
    candidate = find_candidate(step, chosen)
    return candidate.member if candidate else None


def _check_days(season: Season, days: Iterable[date]) -> dict[date, Night]:
    """Refuse days outside the season, too many nights, and a night used on the site."""
    nights = {night.day: night for night in season.nights.prefetch_related("imported_results")}
    for day in sorted(days):
        if not season.first <= day <= season.last:
            raise user_error(problems.OTHER_DAY, day=date_format(day))
        night = nights.get(day)
        if not night or night.imported_results.all():
            continue
        if night.state not in AHEAD or night.attendances.filter(present=True).exists():
            raise user_error(problems.SAME_DAY, day=date_format(day))
    count = len(nights.keys() | set(days))
    if count > MOST_NIGHTS:
        raise user_error(problems.MANY_NIGHTS, count=count, most=MOST_NIGHTS)
    return nights


def _write(
    season: Season, day: date, night: Night | None, results: Mapping[int, Any], by: str
) -> Night:
    night = night or Night.objects.create(season=season, day=day)
    with lock_night_alone(night) as now:
        now.imported_results.all().delete()
        ImportedResult.objects.bulk_create(
            ImportedResult(
                night=now, member_id=pk, points=points, dashes=dashes, rounds=season.rounds
            )
            for pk, (points, dashes) in sorted(results.items())
        )
        rows = [(member, str(points), dashes) for member, (points, dashes) in results.items()]
        off = now.attendances.filter(said=Attendance.Said.OFF).values_list("member", flat=True)
        sealed = (season.rounds, sorted(rows), sorted(off))
        now.state, now.digest = State.CLOSED, sha256(repr(sealed).encode()).hexdigest()
        now.save(update_fields=["state", "digest"])
        add_log_entry(now, NightLogEntry.Kind.CLOSED, by, digest=now.digest, brought=len(results))
        return now


def _stored(results: Came) -> dict[str, tuple[str, int | None]]:
    return {day.isoformat(): (str(points), dashes) for day, (points, dashes) in results.items()}
