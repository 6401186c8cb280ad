"""A club with a night at every point of its evening, kept beside the database and put back at
once; and all that can be seen of it, without ids that are others each time.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import Count, Manager, QuerySet

from scoring.models import Event, FormerName, Note, Row, Seat, Sheet
from scoring.sheets import lifecycle
from tests.tournaments.evenings import THURSDAY, club_with, people
from tournaments import models
from tournaments.club import clubs
from tournaments.files.imports import guess_columns
from tournaments.files.imports import members as member_import
from tournaments.files.imports import results as earlier
from tournaments.members import members, past_imports
from tournaments.nights import at_the_door, changes_at_tables, closing, draw_rounds, lots
from tournaments.nights import nights as night
from tournaments.standings import settle_ties


def build() -> SimpleNamespace:
    season = club_with(night_prizes=[1, 3])
    clubs.set_visibility(club=season.club, visible_to="open")
    who = people(season, 12)
    members.merge(double=who[10], keep=who[7])
    members.archive(member=who[11])
    w = SimpleNamespace(season=season.pk, club=season.club_id, who=[person.pk for person in who])
    _plan(w, season)
    _play(w, who)
    _end(w, who)
    _bring(w, season, who)
    w.pair = members.pair(member=who[0], other=who[8], kind="apart").pk
    return w


def _plan(w: SimpleNamespace, season: models.Season) -> None:
    names = ["planned", "sign_up", "door", "playing", "back", "closing", "closed", "earlier"]
    names.append("called_off")
    days = [THURSDAY + timedelta(weeks=week) for week in range(len(names))]
    for name, evening in zip(names, night.plan(season=season, days=days), strict=True):
        setattr(w, name, evening.pk)
    _move(w.sign_up, "sign-up")
    door = _move(w.door, "check-in")
    for member in models.Member.objects.filter(pk__in=w.who[:4]):
        at_the_door.check_in(night=door, member=member, present=True)
    night.call_off(night=_move(w.called_off, "sign-up"))


def _move(pk: int, *states: str) -> models.Night:
    for state in states:
        night.set_state(night=models.Night.objects.get(pk=pk), to=state)
    return models.Night.objects.get(pk=pk)


def _let_in(pk: int, who: list[models.Member], at: list[list[int]]) -> models.Night:
    evening = _move(pk, "check-in")
    for number in chain(*at):
        at_the_door.check_in(night=evening, member=who[number], present=True)
    evening = _move(pk, "playing")
    _put(evening, who, at)
    lots.lay(night=evening, method="hand")
    return evening


def _put(night: models.Night, who: list[models.Member], at: list[list[int]]) -> None:
    seats = {
        who[member].pk: (table, place)
        for table, sitting in enumerate(at, 1)
        for place, member in enumerate(sitting, 1)
    }
    lots.seat_members(night=night, seats=seats, method="hand")


AT = [[0, 1, 2, 3], [4, 5, 6]]


def _play(w: SimpleNamespace, who: list[models.Member]) -> None:
    """Round 1 is begun at both tables, round 2 is drawn, for round 3 everybody has a place."""
    evening = _let_in(w.playing, who, [[0, 1, 2, 3], [4, 5, 6, 7]])
    first = evening.rounds.get()
    w.round_1 = first.pk
    w.table_1, w.table_2 = [table.pk for table in first.tables.all()]
    w.sheet_1, w.sheet_2 = [table.sheet_id for table in first.tables.all()]
    table = models.Table.objects.get(pk=w.table_2)
    enter(w.sheet_1, 1)
    enter(w.sheet_2, 1)
    w.conflict = str(enter(w.sheet_2, 1, points=9, seen=0).pk)
    sheet = Sheet.objects.get(pk=w.sheet_2)
    name = sheet.seats.first().name
    given = lifecycle.penalize(sheet=sheet, player=name, points=5, reason="Late", signed="Ans")
    w.penalty = str(given.pk)
    changes_at_tables.leave(table=table, member=who[7])
    table = models.Table.objects.get(pk=w.table_1)
    w.cut = changes_at_tables.shorten(round_=first, games=1, table=table).pk
    at_the_door.check_in(night=evening, member=who[7], present=True)
    draw_record = draw_rounds.draw_rounds(night=evening, rounds=1, method="lots")
    draw_record.people.append(who[8].pk)  # as if one was there who had to sit out
    draw_record.record["sitting_out"][0].append(len(draw_record.people) - 1)
    draw_record.save()
    second = draw_record.rounds.get()
    w.round_2, w.draw_record = second.pk, draw_record.pk
    w.table_3, w.table_4 = [table.pk for table in second.tables.all()]
    w.sheet_3, w.sheet_4 = [table.sheet_id for table in second.tables.all()]
    w.at_3, w.at_4 = (
        [
            *models.TableSeat.objects.filter(table=pk)
            .order_by("seat__position")
            .values_list("member", flat=True)
        ]
        for pk in (w.table_3, w.table_4)
    )
    at_the_door.check_in(night=evening, member=who[8], present=True)
    _put(evening, who, [[0, 1, 2], [3, 4, 5], [6, 7, 8]])
    w.mark = draw_rounds.mark_draws(evening)
    gone = _let_in(w.back, who, AT)
    w.taken_back = draw_rounds.undo_draw(draw_record=gone.draw_records.get(), reason="No").pk


def _end(w: SimpleNamespace, who: list[models.Member]) -> None:
    for name in ("closing", "closed"):
        night = _let_in(getattr(w, name), who, AT)
        changes_at_tables.shorten(round_=night.rounds.get(), games=1)
        tables = list(night.rounds.get().tables.all())
        for table in tables:
            enter(table.sheet_id, 1, points=table.number)
        closing.close(night=night, reason="late")
        setattr(w, f"{name}_table", tables[0].pk)
        setattr(w, f"{name}_sheet", tables[0].sheet_id)
    closing.reopen(night=models.Night.objects.get(pk=w.closing), reason="wrong")


def _bring(w: SimpleNamespace, season: models.Season, who: list[models.Member]) -> None:
    night = models.Night.objects.get(pk=w.earlier)
    models.ImportedResult.objects.bulk_create(
        models.ImportedResult(night=night, member=member, points=points)
        for member, points in zip(who[:4], (10, 10, 30, 30), strict=True)
    )
    models.Night.objects.filter(pk=night.pk).update(state="closed", digest=uuid4().hex)
    night.refresh_from_db()
    tie, other = settle_ties.find_open_ties(season, night)
    w.settled = settle_ties.settle(season=season, night=night, tie=tie.key, how="share").pk
    w.tie = other.key
    day = THURSDAY + timedelta(weeks=20)
    text = f"Naam;{day.day}-{day.month}\n{who[0]};120\n{who[1]};100\n"
    results = earlier.save_draft(season=season, file=SimpleUploadedFile("a.csv", text.encode()))
    text = f"Naam;Telefoon\n{who[0]};0612345678\nNieuw Lid;\n"
    listed = guess_columns.read(text, {})
    people = member_import.save_draft(club=season.club, listed=listed, name="b.csv")
    w.results, w.results_seen = results.pk, member_import.preview(results).digest
    w.people, w.people_seen = people.pk, member_import.preview(people).digest
    past_imports.save_import(season.club, [who[9]])
    w.made = models.MemberImport.objects.latest("pk").pk


def row(pk: int, points: int = 5) -> dict[str, Any]:
    seats = Seat.objects.filter(sheet=pk).order_by("position")
    names = [seat.name for seat in seats if not seat.away]
    if not names:
        raise Sheet.DoesNotExist
    return {"entries": dict.fromkeys(names, points) | {names[0]: "-"}}


def enter(pk: int, number: int, points: int = 5, **said: Any) -> Event:
    sheet = Sheet.objects.get(pk=pk)
    return lifecycle.record(sheet=sheet, number=number, row=row(pk, points), **said)


# Put back


class Kept:
    def __init__(self, name: str) -> None:
        self.name, self.times = name, 0
        kinds = [*apps.get_app_config("scoring").get_models()]
        kinds += apps.get_app_config("tournaments").get_models()
        self.tables = [kind._meta.db_table for kind in kinds]
        if connection.vendor == "postgresql":
            copies = (
                f"CREATE TABLE {name}.{table} AS TABLE public.{table}" for table in self.tables
            )
            words = f"DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}"
            with connection.cursor() as cursor:
                cursor.execute("; ".join([words, *copies]))
        else:
            connection.ensure_connection()
            self.copy = sqlite3.connect(":memory:")
            connection.connection.backup(self.copy)

    def put_back(self) -> None:
        self.times += 1
        if connection.vendor != "postgresql":
            connection.ensure_connection()
            self.copy.backup(connection.connection)
            return
        words = (
            f"DELETE FROM {table}; INSERT INTO {table} SELECT * FROM {self.name}.{table}"
            for table in self.tables
        )
        # Without triggers, which keep events as they are, and checks of what points where.
        begin = "BEGIN; SET LOCAL session_replication_role = replica"
        with connection.cursor() as cursor:
            cursor.execute("; ".join([begin, *words, "COMMIT"]))
            if self.times % 200 == 0:
                cursor.execute(f"VACUUM {', '.join(self.tables)}")

    def drop(self) -> None:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"DROP SCHEMA {self.name} CASCADE")
        else:
            self.copy.close()


# Seen

NIGHTS = ("planned", "sign_up", "door", "playing", "back", "closing", "closed", "earlier")


def seen(w: SimpleNamespace) -> dict[str, Any]:
    """All that can be told apart of what there is, by what stays the same each time."""
    people = models.Member.objects.all()
    who = {m.pk: str(w.who.index(m.pk)) if m.pk in w.who else str(m) for m in people}
    names = {getattr(w, name): name for name in NIGHTS}
    evenings = models.Night.with_called_off.values_list("pk", "day")
    nights = {pk: names.get(pk, str(day)) for pk, day in evenings}
    records = {w.draw_record: "drawn", w.taken_back: "taken back"}

    def rows(rows_there: QuerySet[Any] | Manager[Any], *fields: str, **known: Any) -> list[Any]:
        known = {"night": nights, "member": who, "merged_into": who} | known
        rows = rows_there.values_list(*fields)
        named = ([_name(known.get(f), v) for f, v in zip(fields, row, strict=True)] for row in rows)
        return sorted(named, key=str)

    return {
        "names": sorted((who[m.pk], str(m)) for m in people),
        "people": rows(models.Member.objects, "pk", "merged_into", "erased", "archived", pk=who),
        "nights": rows(
            *(models.Night.with_called_off, "pk", "state", "link_version", "member_fee"), pk=nights
        ),
        "digests": sorted(nights[night.pk] for night in models.Night.objects.exclude(digest="")),
        "there": rows(
            *(models.Attendance.objects, "night", "member", "said", "present", "paid", "amount")
        ),
        "draw_records": rows(
            models.DrawRecord.objects.annotate(laid=Count("rounds")),
            *("night", "pk", "taken_back", "kept", "reason", "laid"),
            pk=records,
        ),
        "lots": rows(models.ReservedSeat.objects, "night", "member", "table", "seat"),
        "log_entries": rows(models.NightLogEntry.objects, "night", "sequence", "kind", "reason"),
        "brought": rows(models.ImportedResult.objects, "night", "member", "points"),
        "settled": rows(models.TieRuling.objects, "pk", "how", "undone", pk={w.settled: "settled"}),
        "pairs": rows(models.Pair.objects, "first", "second", first=who, second=who),
        "beside": (
            models.ImportDraft.objects.count(),
            (models.MemberImport.objects.count(), models.ImportedMember.objects.count()),
            [*models.Season.objects.values_list("name", "rounds", "divisions")],
            [*models.Club.objects.values_list("name", "visible_to", "link_version")],
        ),
        "tables": _tables(nights, who),
    }


def _name(known: dict[int, str] | None, value: Any) -> Any:
    """Ids by the name they are known by; of a moment, that there is one."""
    if known is not None:
        return known.get(value)
    return "then" if isinstance(value, datetime) else value


def impossible(w: SimpleNamespace) -> Iterator[str]:
    people = {member.pk: member for member in models.Member.objects.all()}
    seats = models.TableSeat.objects.filter(until=None).values_list("round", "member")
    sits = [(number, people[pk].merged_into_id or pk) for number, pk in seats]
    if len(sits) != len(set(sits)):
        yield "somebody sits at two tables"
    erased = [n for n, pk in enumerate(w.who) if pk in people and people[pk].erased]
    for name in [f"Speler {number:02}" for number in erased]:
        if any(model.objects.filter(name=name).exists() for model in (Seat, FormerName)):
            yield f"{name} was erased and stands on a form"
    for draw_record in models.DrawRecord.objects.filter(night=w.playing).exclude(taken_back=None):
        if draw_record.rounds.exists():
            yield "a draw that was taken back has rounds"
    if models.Round.objects.filter(night=w.playing).count() > 3:
        yield "there are more rounds than the season has"


def _tables(nights: dict[int, str], who: dict[int, Any]) -> dict[str, Any]:
    parts: dict[type, dict[int, list[Any]]] = {
        model: defaultdict(list) for model in (Seat, Row, Event, Note)
    }
    for model, by_sheet in parts.items():
        for record in model.objects.all():
            by_sheet[record.sheet_id].append(record)
    stints: dict[int, list[Any]] = defaultdict(list)
    for seat in models.TableSeat.objects.select_related("seat"):
        stints[seat.table_id].append(
            (seat.seat.position, seat.since, seat.until, who[seat.member_id])
        )
    by_name = {}
    for table in models.Table.objects.select_related("round", "sheet"):
        key = f"{nights[table.round.night_id]} {table.round.number}.{table.number}"
        rows = {model: by_sheet[table.sheet_id] for model, by_sheet in parts.items()}
        by_name[key] = _form(table.sheet, rows) | {"stints": sorted(stints[table.pk], key=str)}
    return by_name


def _form(sheet: Sheet, rows: dict[type, list[Any]]) -> dict[str, Any]:
    seats = sorted(rows[Seat], key=lambda seat: seat.position)
    events = sorted(rows[Event], key=lambda event: event.sequence)
    names = {seat.key: f"seat {seat.position}" for seat in seats}
    names |= {str(event.pk): f"event {event.sequence}" for event in events}

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                names.get(key, key): plain(item)
                for key, item in value.items()
                if key not in ("read", "options")
            }
        if isinstance(value, list):
            return [plain(item) for item in value]
        return names.get(value, value) if isinstance(value, str) else value

    return {
        "sheet": (sheet.games, sheet.closed, sheet.link_version),
        "seats": [
            (seat.position, seat.name, seat.total, seat.away, seat.is_scribe) for seat in seats
        ],
        "rows": sorted(
            (game_row.number, json.dumps(plain(game_row.data), sort_keys=True))
            for game_row in rows[Row]
        ),
        "events": [
            (event.kind, json.dumps(plain(json.loads(event.body)), sort_keys=True))
            for event in events
        ],
        "notes": sorted((note.text, note.signed) for note in rows[Note]),
    }
