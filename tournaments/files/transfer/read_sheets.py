"""Sheets that come along: what follows from their events is worked out, and has to fit."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from scoring import games
from scoring.games.core.options import wrong_options
from scoring.games.sheet import score
from scoring.models import Event, FormerName, Note, Row, Seat, Sheet
from scoring.sheets import audit
from scoring.sheets.locked import typed_whole
from scoring.sheets.replay import Replay
from scoring.sheets.rows import RowNames
from scoring.toolkit.texts import Text
from tournaments import problems
from tournaments.files.transfer.club_file import broken, check
from tournaments.files.transfer.values import ODD, Ids, Json, things, values
from tournaments.problems import user_error

PARTS = ("seats", "former_names", "notes", "events")
MOST_BODY = 100_000  # characters of one event


class WrongForm(Exception):
    """What it says is not what was written on it."""


class Form(NamedTuple):
    id: int  # that it has in the file
    sheet: Sheet
    placed: list[tuple[int, Seat]]  # each with the id that it has in the file
    former: list[FormerName]
    notes: list[Note]
    events: list[Event]
    replay: Replay

    @property
    def seats(self) -> list[Seat]:
        return [seat for _id, seat in self.placed]

    def rows(self) -> Iterator[Row]:
        for number, one in self.replay.in_force().items():
            yield Row(sheet=self.sheet, number=number, data=one.row, revision=one.revision)

    def totals(self) -> list[int]:
        """Worked out anew; a form of an older version of its game keeps what it came to."""
        seats = self.seats
        if audit.is_older(self.sheet):
            return [seat.total for seat in seats]
        spelling = RowNames(self.sheet, seats)
        spelling.notes = {str(note.pk): note for note in self.notes}
        rows = {number: one.row for number, one in self.replay.in_force().items()}
        try:
            totals = score(typed_whole(self.sheet, rows, spelling))["totals"]
            return [totals[seat.name] for seat in seats]
        except ODD:
            raise WrongForm from None


def forms(told: object, version: int, where: str) -> list[Form]:
    """In the order of their ids, which the digest of a night is over."""
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        raise broken(where)
    found = [_form(one, version, where) for one in told]
    return sorted(found, key=lambda one: one.id)


def _form(told: Json, version: int, where: str) -> Form:
    ids, parts = Ids(), {name: told.get(name) for name in PARTS}
    head = {key: value for key, value in told.items() if key not in PARTS}
    read = values(Sheet, head, ids, version, where)
    id = read.pop("id")
    sheet = Sheet(**read)
    _check_game(sheet, where)
    old, seats = things(Seat, parts["seats"], ids, version, where)
    placed = sorted(zip(old, seats, strict=True), key=lambda pair: pair[1].position)
    for was, seat in placed:
        seat.first_id = seat.first_id or was
    _names, former = things(FormerName, parts["former_names"], ids, version, where)
    _ids, notes = things(Note, parts["notes"], ids, version, where)
    _ids, events = things(Event, parts["events"], ids, version, where)
    former.sort(key=lambda one: one.sequence)
    events.sort(key=lambda one: one.sequence)
    return Form(id, sheet, placed, former, notes, events, Replay())


def _check_game(sheet: Sheet, where: str) -> None:
    system = games.find(sheet.game)
    if system is None or sheet.game_version > system.version:
        raise user_error(problems.OTHER_GAME, game=sheet.game)
    if wrong_options(Text(system.name), system.options, sheet.options):
        raise broken(where)


def check_sheet(one: Form) -> None:
    """The chain of its events, and whether it tells of this form."""
    keys = [seat.key for seat in one.seats]
    bodies_are_right = all(map(_is_body, one.events))
    if len({*keys}) < len(keys) or not one.events or not bodies_are_right:
        raise WrongForm
    kept = audit.Kept(one.sheet, one.seats, one.former, one.events)
    try:
        wrong = next(audit.compare_with_replay(kept, one.replay), None)
    except ODD:
        raise WrongForm from None
    if wrong:
        raise WrongForm


def _is_body(event: Event) -> bool:
    """An object, as the events of sheets have it."""
    try:
        body = json.loads(event.body) if len(event.body) <= MOST_BODY else None
    except (ValueError, RecursionError):
        return False
    check(body, "events")
    return isinstance(body, dict) and isinstance(body.get("verdicts", {}), dict)
