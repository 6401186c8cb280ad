"""A sheet under its lock, through which the verbs read and write it."""

import json
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import QuerySet

from scoring.games.core.options import TOTALS
from scoring.games.sheet import score
from scoring.games.sheet.data import Figures, OpenedSheet, Outcome, Row, SheetData
from scoring.games.sheet.head import NOT_SEATED, turn_key
from scoring.games.sheet.rows import ABSENT
from scoring.models import Event, Note, Seat, Sheet
from scoring.models import Row as Entry
from scoring.sheets import events
from scoring.sheets.events import Body, EventBody, Sender
from scoring.sheets.replay import Replay
from scoring.sheets.row_names import PAPER, RowNames
from scoring.toolkit.problems import Problem, ProblemCode, UserError, shorten_value, user_error
from scoring.toolkit.texts import Text, _, normalize

OTHER_CONTENT = ProblemCode(
    60, _("this entry came in before with something else in it, and that was kept: enter it anew.")
)
GONE = ProblemCode(83, _("this link leads nowhere, or not any more: ask for the new one."))
CLOSED = ProblemCode(67, _("this form is closed: the organiser can open it again."))
FULL = ProblemCode(72, _("very much was written on this form: go on with a new one."))

MOST_EVENTS = 1000  # ten times the longest evening; stops a flood of requests


class SheetNow:
    """Verbs get it from `lock_sheet`. Methods that write to the database update this object too."""

    def __init__(self, sheet: Sheet, events: Iterable[Event] | None = None) -> None:
        self.sheet = sheet
        self.events = list(sheet.events.all() if events is None else events)
        self.replay = Replay(self.events)
        # A reader holds no lock, so its row of the sheet may be older than the events.
        sheet.games, sheet.closed = self.replay.games, self.replay.closed
        sheet.starter, sheet.entry = self.replay.starter, self.replay.entry
        self.rows = self.replay.find_in_force()
        self.row_names = RowNames(sheet)
        self._scored: tuple[str, Outcome] | None = None

    def build_data(self, row_names: RowNames | None = None) -> SheetData:
        """`row_names`: other seats and names than the sheet has now."""
        rows = {number: version.row for number, version in self.rows.items()}
        return build_typed_sheet(rows, row_names or self.row_names)

    def score(self, data: OpenedSheet) -> Outcome:
        """Keep the last outcome: a verb scores the same data to check it and for the totals."""
        text = repr(data)  # not compared with ==, for which True is 1; `score` tells them apart
        if self._scored is None or self._scored[0] != text:
            self._scored = (text, score(data))
        return self._scored[1]

    def find_event(self, id: uuid.UUID | None) -> Event | None:
        if id is None:
            return None
        ours = next((event for event in self.events if event.pk == id), None)
        return ours or Event.objects.filter(pk=id).first()

    def find_repeated(
        self, how: Sender, kind: str, body: Body, words: tuple[str, str] | None = None
    ) -> Event | None:
        stored = self.find_event(how.get("event"))
        return stored and self.check_repetition(stored, kind, body, words)

    def sit(self, seats: Iterable[Seat]) -> None:
        self.row_names = RowNames(self.sheet, seats)
        self.set_totals(score(self.build_data())["totals"])

    def add_away(self, number: int, row: Row) -> Row:
        """Add an x for each empty seat, which only one of two phones may know."""
        away = [seat for seat in self.row_names.seats if number != PAPER and seat.is_away(number)]
        entries = {seat.key: ABSENT for seat in away} | row.get("entries", {})
        return row | {"entries": entries} if away else row

    def seat(self, player: object) -> str:
        seat = self.row_names.seat(normalize(player)) if isinstance(player, str) else None
        if seat is None:
            raise user_error(NOT_SEATED, given=shorten_value(player), what=Text(_("player")))
        return seat

    def check_repetition(
        self, stored: Event, kind: str, body: Body, words: tuple[str, str] | None = None
    ) -> Event:
        """Refuse an id that belongs to something else. `words`: the note's text and who signed."""
        if (stored.sheet_id, stored.kind, read_body(stored)) == (self.sheet.pk, kind, body):
            note = self.row_names.notes.get(str(stored.pk))
            if note is None or words is None or (note.text, note.signed) == words:
                return stored
        raise user_error(OTHER_CONTENT)

    def refuse_closed(self) -> None:
        if self.replay.closed:
            raise user_error(CLOSED)

    def refuse_more(self) -> None:
        if len(self.events) >= MOST_EVENTS:
            raise user_error(FULL)

    def refuse_changes(self) -> None:
        self.refuse_closed()
        self.refuse_more()

    def append(self, kind: str, body: Body, how: Sender) -> Event:
        last = self.events[-1] if self.events else None
        event = events.append(self.sheet, last, kind, body, how)
        self.events.append(event)
        self.replay.add(event)
        return event

    def note(self, id: uuid.UUID, text: str, signed: str = "") -> str:
        """Store free text outside the event, so that it can be erased."""
        note = Note.objects.create(pk=id, sheet=self.sheet, text=text, signed=signed)
        self.row_names.notes[str(id)] = note
        return str(id)

    def put_in_force(self, event: Event, number: int, kept: Row, totals: Figures) -> None:
        self.rows[number] = self.replay.find_in_force()[number]
        Entry.objects.bulk_create(
            [Entry(sheet=self.sheet, number=number, data=kept, revision=event.sequence)],
            update_conflicts=True,
            unique_fields=["sheet", "number"],
            update_fields=["data", "revision"],
        )
        self.set_totals(totals)

    def set_totals(self, totals: Mapping[str, float]) -> None:
        changed = [seat for seat in self.row_names.seats if seat.total != totals[seat.name]]
        for seat in changed:
            seat.total = totals[seat.name]
        Seat.objects.bulk_update(changed, ["total"])


AnySheet = Sheet | SheetNow


@contextmanager
def lock_sheet(sheet: Sheet | SheetNow) -> Iterator[SheetNow]:
    """A sheet that is locked already is used as it is."""
    if isinstance(sheet, SheetNow):
        yield sheet
        return
    with transaction.atomic():  # which on SQLite itself keeps other writers out
        locked = Sheet.objects.select_for_update().filter(pk=sheet.pk).first()
        if locked is None:  # erased since its link was looked up
            raise user_error(GONE)
        yield SheetNow(locked)


def lock_sheets(sheets: QuerySet[Sheet]) -> None:
    """Lock in the order of ids, so that two who lock several can't deadlock."""
    if connection.features.has_select_for_update:
        chosen = Sheet.objects.filter(pk__in=sheets.order_by().values("pk"))
        list(chosen.select_for_update().order_by("pk").values_list("pk", flat=True))


# The order of prefetching for reads without a lock: rows, then events, then seats and notes. Pages
# follow from the events; the seats and notes that an event refers to are committed with it, so they
# are there when read afterwards.
PREFETCH = ("rows", "events", "seats", "notes")


def read_unlocked(sheets: Collection[int]) -> Iterator[SheetNow]:
    for sheet in Sheet.objects.filter(pk__in=sheets).prefetch_related(*PREFETCH[1:]):
        yield SheetNow(sheet)


def build_typed_sheet(rows: Mapping[int, Row], row_names: RowNames) -> SheetData:
    sheet, seats = row_names.sheet, row_names.seats
    games = range(1, max(rows, default=0) + 1)
    typed = {number: row_names.convert_to_typed(row, number) for number, row in rows.items()}
    data: SheetData = {
        "game": sheet.game,
        "options": sheet.build_options(sheet.games),
        "players": [seat.name for seat in seats],
        "scribe": next((seat.name for seat in seats if seat.is_scribe), None),
        "games": [typed.get(number, {}) for number in games],
    }
    if sheet.title:
        data["title"] = sheet.title
    if sheet.round and row_names.game.by_round:
        data["round"] = sheet.round
    if starter := row_names.names.get(str(sheet.starter)):
        data[turn_key(row_names.game)] = starter
    drop_absent(data, row_names)
    return data | {"paper": typed[PAPER]} if PAPER in typed else data


def find_games_to_play(row_names: RowNames) -> int | None:
    """Return the lines of a sheet; None: until the game ends by itself or the players stop."""
    game, changed = row_names.game, row_names.sheet.games
    return game.games if changed is None or game.entry == TOTALS else changed


def drop_absent(data: SheetData, row_names: RowNames) -> None:
    """Write an x for every empty seat in the games that it misses; typed entries stay."""
    rows = data["games"]
    for seat in [seat for seat in row_names.seats if seat.away]:
        for number in range(1, max(len(rows), find_games_to_play(row_names) or 0) + 1):
            if seat.is_away(number):
                rows.extend({} for _ in range(number - len(rows)))
                row = rows[number - 1]
                entries = row.get("entries") or {}
                if isinstance(entries, dict) and entries.get(seat.name) is None:
                    rows[number - 1] = row | {"entries": entries | {seat.name: ABSENT}}


def score_valid(
    data: OpenedSheet, number: int | None = None, now: SheetNow | None = None
) -> Outcome:
    """Score without the sums on paper. Refuse errors of game `number` and of no game."""
    played = data.copy()
    played.pop("paper", None)
    result = now.score(played) if now else score(played)
    refuse(
        problem
        for problem in result["problems"]
        if problem["severity"] == "error" and problem["game"] in (None, number)
    )
    return result


def refuse(problems: Iterable[Problem]) -> None:
    if errors := list(problems):
        raise UserError(errors)


def read_body(event: Event) -> EventBody:
    body: EventBody = json.loads(event.body)
    return body
