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
from tournaments.files.transfer.club_file import broken
from tournaments.files.transfer.read_sheets import Form, WrongForm, check_sheet, forms
from tournaments.files.transfer.values import Ids, Json, things, values
from tournaments.models import (
    Attendance,
    Brought,
    Deed,
    Drawing,
    Lot,
    Member,
    Night,
    Round,
    Season,
    Table,
    TableSeat,
)
from tournaments.nights.nights import new_seed
from tournaments.problems import user_error


class Keep(Protocol):
    """Save objects of one model and give each its id; with `field`: save that field of objects
    that have ids already.
    """

    def __call__(self, made: Sequence[Model], field: str = "") -> None: ...


PARTS = (
    *("attendances", "brought", "deeds", "drawings", "rounds", "tables", "table_seats"),
    *("lots", "sheets"),
)
KEYS = {"format", "version", "night", *PARTS}


class Arriving:
    """A night being imported; `known` has the ids of the club's members and seasons."""

    def __init__(self, told: Json, known: Ids, version: int, where: str, keep: Keep) -> None:
        if told.keys() != KEYS:
            raise broken(where)
        self.told, self.version, self.where, self.keep = told, version, where, keep
        self.ids = known.only(Member, Season)
        self.forms = forms(told["sheets"], version, where)
        read = self._values(Night, told["night"], "night")
        self.old_id = read.pop("id")
        drum = new_seed() if read["state"] == Night.State.PLAYING else ""
        self.night = Night(**read, drum=drum)

    def arrive(self) -> None:
        """Keep everything of the night except what is written on its sheets."""
        night = self.night
        self._keep([self.old_id], [night])
        self._of_night(Attendance, "attendances", night)
        self._of_night(Brought, "brought", night)
        self._of_night(Lot, "lots", night)
        drawings = self._of_night(Drawing, "drawings", night, self._check_drawing)
        self._of_night(Round, "rounds", night)
        self._sheets()
        self._of_night(Table, "tables", night)
        self._of_night(TableSeat, "table_seats", night)
        self._check_places(drawings)
        self._deeds(night)

    def check_forms(self) -> None:
        """Check each sheet against its events, and all of them against the night's digest."""
        for form in self.forms:
            try:
                check_sheet(form)
            except WrongForm:
                raise self.wrong_form(form) from None
        if self.night.digest and self.forms:
            digests = "\n".join(form.events[-1].digest for form in self.forms)
            if sha256(digests.encode()).hexdigest() != self.night.digest:
                raise broken(f"{self.where}, digest")

    def wrong_form(self, form: Form) -> UserError:
        tables = {row["sheet"]: row for row in self.told["tables"]}
        rounds = {row["id"]: row["number"] for row in self.told["rounds"]}
        table = tables.get(form.id, {})
        return user_error(
            problems.BROKEN_FORM,
            table=table.get("number", "?"),
            round=rounds.get(table.get("round"), "?"),
            day=date_format(self.night.day),
        )

    def _of_night(
        self,
        model: type[Model],
        key: str,
        night: Night,
        check: Callable[[Any], None] = lambda thing: None,
    ) -> list[Any]:
        old, made = things(model, self.told[key], self.ids, self.version, f"{self.where}, {key}")
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

    def _check_drawing(self, one: Drawing) -> None:
        where = f"{self.where}, drawings"
        one.people = [self.ids.of(Member, member, where) for member in one.people]
        try:
            draw_request, _seed, _algorithm = record.read(one.record, "")
            reader = Reader("", len(one.people))
            for tables in (*one.record["rounds"], one.record["sitting_out"]):
                for table in reader.a_list(tables, "[…]"):
                    for player in reader.a_list(table, "[…]"):
                        reader.player(player)
            right = draw_request.players <= len(one.people)
            right = right and len(one.record["rounds"]) == len(one.record["sitting_out"])
        except (UserError, LookupError, TypeError):
            right = False
        if not right:
            raise broken(where)

    def _check_places(self, drawings: Sequence[Drawing]) -> None:
        """Refuse if a draw has more rounds on the night than in its record."""
        rounds = [drawing["drawing"] for drawing in self.told["rounds"]]
        drawn = {self.ids.of(Drawing, drawing, self.where) for drawing in rounds}
        most = {drawing.pk: len(drawing.record["rounds"]) for drawing in drawings}
        counts = {
            pk: sum(self.ids.new[Drawing][drawing] == pk for drawing in rounds) for pk in drawn
        }
        if any(count > most[pk] for pk, count in counts.items()):
            raise broken(f"{self.where}, rounds")

    def _deeds(self, night: Night) -> None:
        where = f"{self.where}, deeds"
        old, deeds = things(Deed, self.told["deeds"], self.ids, self.version, where)
        for deed in deeds:
            deed.night, deed.body = night, read_log.with_ids(deed, self.ids, where)
        self._keep(old, deeds)
        undone = [deed for deed in deeds if deed.kind == Deed.Kind.UNDONE]
        for deed in undone:  # the deed undone has its id once all are there
            deed.body = {**deed.body, "deed": self.ids.of(Deed, deed.body.get("deed"), where)}
        self.keep(undone, "body")

    def _keep(self, old: Sequence[int], made: Sequence[Model]) -> None:
        self.keep(made)
        self.ids.know(old, made)

    def _values(self, model: type[Model], told: object, key: str) -> Json:
        return values(model, told, self.ids, self.version, f"{self.where}, {key}")
