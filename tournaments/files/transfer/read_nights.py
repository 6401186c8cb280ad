"""Reads one night of a club file, with its draws, tables and sheets."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Protocol

from django.db.models import Model
from django.utils.formats import date_format

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.draw import record
from tournaments.draw.json_input import Reader
from tournaments.files.transfer import read_log
from tournaments.files.transfer.club_file import make_broken_error
from tournaments.files.transfer.read_sheets import Form, WrongForm, check_sheet, read_forms
from tournaments.files.transfer.values import Ids, Json, read_objects, read_values
from tournaments.models import (
    Attendance,
    Couple,
    DrawRecord,
    ImportedResult,
    Member,
    Night,
    NightLogEntry,
    ReservedSeat,
    Round,
    Season,
    Substitute,
    Table,
    TableSeat,
)
from tournaments.nights.nights import make_seed
from tournaments.problems import user_error


class Keep(Protocol):
    """A function that saves new objects of one model, so that they get ids. With `field`, it saves
    only this field of objects that have ids already.
    """

    def __call__(self, made: Sequence[Model], field: str = "") -> None: ...


PARTS = (
    *(
        "attendances",
        "imported_results",
        "log_entries",
        "draw_records",
        "rounds",
        "tables",
        "table_seats",
    ),
    *("reserved_seats", "sheets"),
)
KEYS = {"format", "version", "night", *PARTS}
ADDED = {"substitutes"}  # not in files of earlier versions


class Arriving:
    """A night that is being imported from a club's file. `known` has the ids of the club's members
    and seasons.
    """

    def __init__(self, parsed: Json, known: Ids, where: str, keep: Keep) -> None:
        if parsed.keys() - ADDED != KEYS:
            raise make_broken_error(where)
        self.parsed, self.where, self.keep = parsed, where, keep
        self.ids = known.limit_to(Member, Season, Couple)
        self.forms = read_forms(parsed["sheets"], where)
        read = self._values(Night, parsed["night"], "night")
        self.old_id = read.pop("id")
        next_seed = make_seed() if read["state"] == Night.State.PLAYING else ""
        self.night = Night(**read, next_seed=next_seed)

    def arrive(self) -> None:
        """Save the night and all that belongs to it, except what was written on its sheets."""
        night = self.night
        self._keep([self.old_id], [night])
        self._read_objects_of_night(Attendance, "attendances", night)
        self._read_objects_of_night(Substitute, "substitutes", night)
        self._read_objects_of_night(ImportedResult, "imported_results", night)
        self._read_objects_of_night(ReservedSeat, "reserved_seats", night)
        draw_records = self._read_objects_of_night(
            DrawRecord, "draw_records", night, self._check_draw_record
        )
        self._read_objects_of_night(Round, "rounds", night)
        self._sheets()
        self._read_objects_of_night(Table, "tables", night)
        self._read_objects_of_night(TableSeat, "table_seats", night)
        self._check_places(draw_records)
        self._log_entries(night)

    def check_forms(self) -> None:
        """Check each sheet against its events (the recorded changes). Then check that all sheets
        together agree with the night's digest (a hash of its sheets, saved when the night was
        closed).
        """
        for form in self.forms:
            try:
                check_sheet(form)
            except WrongForm:
                raise self.make_form_error(form) from None
        if self.night.digest and self.forms:
            digests = "\n".join(form.events[-1].digest for form in self.forms)
            if sha256(digests.encode()).hexdigest() != self.night.digest:
                raise make_broken_error(f"{self.where}, digest")

    def make_form_error(self, form: Form) -> UserError:
        tables = {row["sheet"]: row for row in self.parsed["tables"]}
        rounds = {row["id"]: row["number"] for row in self.parsed["rounds"]}
        table = tables.get(form.id, {})
        return user_error(
            problems.BROKEN_FORM,
            table=table.get("number", "?"),
            round=rounds.get(table.get("round"), "?"),
            day=date_format(self.night.day),
        )

    def _read_objects_of_night(
        self,
        model: type[Model],
        key: str,
        night: Night,
        check: Callable[[Any], None] = lambda thing: None,
    ) -> list[Any]:
        old, made = read_objects(model, self.parsed.get(key, []), self.ids, f"{self.where}, {key}")
        for thing in made:
            if hasattr(model, "night"):
                thing.night = night  # type: ignore[attr-defined]
            check(thing)
        self._keep(old, made)
        return made

    def _sheets(self) -> None:
        self._keep([form.id for form in self.forms], [form.sheet for form in self.forms])
        for form in self.forms:
            for seat in form.seats:
                seat.sheet = form.sheet  # now that the sheet has its id
        placed = [pair for form in self.forms for pair in form.placed]
        self._keep([old for old, _seat in placed], [seat for _old, seat in placed])

    def _check_draw_record(self, draw_record: DrawRecord) -> None:
        where = f"{self.where}, drawings"
        draw_record.people = [self.ids.find(Member, member, where) for member in draw_record.people]
        try:
            draw_request, _seed, _algorithm = record.read(draw_record.record, "")
            reader = Reader("", len(draw_record.people))
            for tables in (*draw_record.record["rounds"], draw_record.record["sitting_out"]):
                for table in reader.read_list(tables, "[…]"):
                    for player in reader.read_list(table, "[…]"):
                        reader.read_player(player)
            right = draw_request.players <= len(draw_record.people)
            right = right and len(draw_record.record["rounds"]) == len(
                draw_record.record["sitting_out"]
            )
        except (UserError, LookupError, TypeError):
            right = False
        if not right:
            raise make_broken_error(where)

    def _check_places(self, draw_records: Sequence[DrawRecord]) -> None:
        """Refuse a club file in which a night has more rounds from one draw than that draw made."""
        rounds = [draw_record["draw_record"] for draw_record in self.parsed["rounds"]]
        drawn = {self.ids.find(DrawRecord, draw_record, self.where) for draw_record in rounds}
        most = {draw_record.pk: len(draw_record.record["rounds"]) for draw_record in draw_records}
        counts = {
            pk: sum(self.ids.new[DrawRecord][draw_record] == pk for draw_record in rounds)
            for pk in drawn
        }
        if any(count > most[pk] for pk, count in counts.items()):
            raise make_broken_error(f"{self.where}, rounds")

    def _log_entries(self, night: Night) -> None:
        where = f"{self.where}, log_entries"
        old, log_entries = read_objects(NightLogEntry, self.parsed["log_entries"], self.ids, where)
        for entry in log_entries:
            entry.night, entry.body = night, read_log.replace_ids(entry, self.ids, where)
        self._keep(old, log_entries)
        undone = [entry for entry in log_entries if entry.kind == NightLogEntry.Kind.UNDONE]
        for entry in undone:  # the entry undone has its id once all are there
            entry.body = {
                **entry.body,
                "entry": self.ids.find(NightLogEntry, entry.body.get("entry"), where),
            }
        self.keep(undone, "body")

    def _keep(self, old: Sequence[int], made: Sequence[Model]) -> None:
        self.keep(made)
        self.ids.know(old, made)

    def _values(self, model: type[Model], parsed: object, key: str) -> Json:
        return read_values(model, parsed, self.ids, f"{self.where}, {key}")
