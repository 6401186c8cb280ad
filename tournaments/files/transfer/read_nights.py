"""One night of a club that comes along, with its draws, tables and forms."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Protocol

from django.db.models import Model
from django.utils.formats import date_format

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.draw import record
from tournaments.draw.engine.problems import Refused as Undrawn
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
    """Keeps all of these, which are of one model, and gives each its id; or only this field, of
    those that have theirs.
    """

    def __call__(self, made: Sequence[Model], field: str = "") -> None: ...


PARTS = (
    *("attendances", "brought", "deeds", "drawings", "rounds", "tables", "table_seats"),
    *("lots", "sheets"),
)
KEYS = {"format", "version", "night", *PARTS}


class Arriving:
    """`known` has the people and seasons of the club."""

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
        """All but what stands on the forms."""
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
        """That each says what was written on it, and all of them what was sealed."""
        for one in self.forms:
            try:
                check_sheet(one)
            except WrongForm:
                raise self.wrong_form(one) from None
        if self.night.digest and self.forms:
            said = "\n".join(one.events[-1].digest for one in self.forms)
            if sha256(said.encode()).hexdigest() != self.night.digest:
                raise broken(f"{self.where}, digest")

    def wrong_form(self, form: Form) -> UserError:
        tables = {one["sheet"]: one for one in self.told["tables"]}
        rounds = {one["id"]: one["number"] for one in self.told["rounds"]}
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
        check: Callable[[Any], None] = lambda one: None,
    ) -> list[Any]:
        old, found = things(model, self.told[key], self.ids, self.version, f"{self.where}, {key}")
        for one in found:
            if hasattr(model, "night"):
                one.night = night  # type: ignore[attr-defined]
            check(one)
        self._keep(old, found)
        return found

    def _sheets(self) -> None:
        self._keep([one.id for one in self.forms], [one.sheet for one in self.forms])
        for one in self.forms:
            for seat in one.seats:
                seat.sheet = one.sheet  # which has its id by now
        placed = [pair for one in self.forms for pair in one.placed]
        self._keep([old for old, _seat in placed], [seat for _old, seat in placed])

    def _check_drawing(self, one: Drawing) -> None:
        where = f"{self.where}, drawings"
        one.people = [self.ids.of(Member, member, where) for member in one.people]
        try:
            asked, _seed, _algorithm = record.read(one.record, "")
            reader = Reader("", len(one.people))
            for tables in (*one.record["rounds"], one.record["sitting_out"]):
                for table in reader.a_list(tables, "[…]"):
                    for player in reader.a_list(table, "[…]"):
                        reader.player(player)
            right = asked.players <= len(one.people)
            right = right and len(one.record["rounds"]) == len(one.record["sitting_out"])
        except (Undrawn, LookupError, TypeError):
            right = False
        if not right:
            raise broken(where)

    def _check_places(self, drawings: Sequence[Drawing]) -> None:
        """A draw seats as many rounds as it has."""
        rounds = [one["drawing"] for one in self.told["rounds"]]
        drawn = {self.ids.of(Drawing, one, self.where) for one in rounds}
        most = {one.pk: len(one.record["rounds"]) for one in drawings}
        counts = {pk: sum(self.ids.new[Drawing][one] == pk for one in rounds) for pk in drawn}
        if any(count > most[pk] for pk, count in counts.items()):
            raise broken(f"{self.where}, rounds")

    def _deeds(self, night: Night) -> None:
        where = f"{self.where}, deeds"
        old, found = things(Deed, self.told["deeds"], self.ids, self.version, where)
        for one in found:
            one.night, one.body = night, read_log.with_ids(one, self.ids, where)
        self._keep(old, found)
        undone = [one for one in found if one.kind == Deed.Kind.UNDONE]
        for one in undone:  # which one, is known when all are there
            one.body = {**one.body, "deed": self.ids.of(Deed, one.body.get("deed"), where)}
        self.keep(undone, "body")

    def _keep(self, old: Sequence[int], made: Sequence[Model]) -> None:
        self.keep(made)
        self.ids.know(old, made)

    def _values(self, model: type[Model], told: object, key: str) -> Json:
        return values(model, told, self.ids, self.version, f"{self.where}, {key}")
