"""Read the sheets of a club file. The content of each sheet is derived again from its events (the
recorded changes), and must agree with the file.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from scoring import games
from scoring.games.core.options import find_wrong_options
from scoring.games.sheet import score
from scoring.models import Event, FormerName, Note, Row, Seat, Sheet
from scoring.sheets import verify
from scoring.sheets.locked import build_typed_sheet
from scoring.sheets.replay import Replay
from scoring.sheets.row_names import RowNames
from scoring.toolkit.texts import Text
from tournaments import problems
from tournaments.files.transfer.club_file import check, make_broken_error
from tournaments.files.transfer.values import ODD, Ids, Json, read_objects, read_values
from tournaments.problems import user_error

PARTS = ("seats", "former_names", "notes", "events")
MOST_BODY = 100_000  # characters of one event


class WrongForm(Exception):
    """A sheet in the club's file differs from what replaying its events (the recorded changes)
    gives.
    """


class Form(NamedTuple):
    id: int  # its id in the file
    sheet: Sheet
    placed: list[tuple[int, Seat]]  # each with its id in the file
    former: list[FormerName]
    notes: list[Note]
    events: list[Event]
    replay: Replay

    @property
    def seats(self) -> list[Seat]:
        return [seat for _id, seat in self.placed]

    def build_rows(self) -> Iterator[Row]:
        for number, version in self.replay.find_in_force().items():
            yield Row(sheet=self.sheet, number=number, data=version.row, revision=version.revision)

    def compute_totals(self) -> list[int]:
        """Compute the totals of the sheet's seats again and return them. A sheet of an older
        version of its game keeps the stored totals.
        """
        seats = self.seats
        if verify.is_older(self.sheet):
            return [seat.total for seat in seats]
        row_names = RowNames(self.sheet, seats)
        row_names.notes = {str(note.pk): note for note in self.notes}
        rows = {number: version.row for number, version in self.replay.find_in_force().items()}
        try:
            totals = score(build_typed_sheet(self.sheet, rows, row_names))["totals"]
            return [totals[seat.name] for seat in seats]
        except ODD:
            raise WrongForm from None


def read_forms(parsed: object, where: str) -> list[Form]:
    """Return the night's sheets from the file, sorted by id, because the night's digest needs this
    order. `parsed` is their part of the file, and `where` names it for messages.
    """
    if not isinstance(parsed, list) or not all(isinstance(form, dict) for form in parsed):
        raise make_broken_error(where)
    sheets = [_form(form, where) for form in parsed]
    return sorted(sheets, key=lambda form: form.id)


def _form(parsed: Json, where: str) -> Form:
    ids, parts = Ids(), {name: parsed.get(name) for name in PARTS}
    head = {key: value for key, value in parsed.items() if key not in PARTS}
    read = read_values(Sheet, head, ids, where)
    id = read.pop("id")
    sheet = Sheet(**read)
    _check_game(sheet, where)
    old, seats = read_objects(Seat, parts["seats"], ids, where)
    placed = sorted(zip(old, seats, strict=True), key=lambda pair: pair[1].position)
    for was, seat in placed:
        seat.first_id = seat.first_id or was
    _names, former = read_objects(FormerName, parts["former_names"], ids, where)
    _ids, notes = read_objects(Note, parts["notes"], ids, where)
    _ids, events = read_objects(Event, parts["events"], ids, where)
    former.sort(key=lambda item: item.sequence)
    events.sort(key=lambda item: item.sequence)
    return Form(id, sheet, placed, former, notes, events, Replay())


def _check_game(sheet: Sheet, where: str) -> None:
    system = games.find(sheet.game)
    if system is None or sheet.game_version > system.version:
        raise user_error(problems.OTHER_GAME, game=sheet.game)
    if find_wrong_options(Text(system.name), system.options, sheet.options):
        raise make_broken_error(where)


def check_sheet(form: Form) -> None:
    """Check that the sheet's events (the recorded changes) form an unbroken chain of hashes, and
    that replaying them gives this sheet. Raise `WrongForm` if not.
    """
    keys = [seat.key for seat in form.seats]
    bodies_are_right = all(map(_is_body, form.events))
    if len({*keys}) < len(keys) or not form.events or not bodies_are_right:
        raise WrongForm
    kept = verify.Kept(form.sheet, form.seats, form.former, form.events)
    try:
        wrong = next(verify.compare_with_replay(kept, form.replay), None)
    except ODD:
        raise WrongForm from None
    if wrong:
        raise WrongForm


def _is_body(event: Event) -> bool:
    """Return whether the details (body) of one recorded change of a sheet are valid: a JSON object
    that is not too large and has the expected structure.
    """
    try:
        body = json.loads(event.body) if len(event.body) <= MOST_BODY else None
    except (ValueError, RecursionError):
        return False
    check(body, "events")
    return isinstance(body, dict) and isinstance(body.get("verdicts", {}), dict)
