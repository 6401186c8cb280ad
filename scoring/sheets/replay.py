"""What follows from a sheet's events: the rows in force, what they were, what is disputed, who
approved.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.models import Event, Sheet
from scoring.sheets.events import canonical
from scoring.sheets.rows import RowNames
from scoring.sheets.sittings import KINDS, Changes

Json = dict[str, Any]


class Version(NamedTuple):
    """A row as one event gave it."""

    event: Event
    row: Json
    verdicts: Mapping[str, bool] = {}  # what the judge said, by seat

    @property
    def revision(self) -> int:
        return self.event.sequence


class Conflict(NamedTuple):
    """Entries of one game that do not know of each other; the first is in force, if any is."""

    number: int
    versions: list[Version]


class Penalty(NamedTuple):
    event: Event
    seat: str
    points: int


class Approval(NamedTuple):
    """`seat` is None when the table signed on paper; `read` is the digest of what was read out."""

    event: Event
    seat: str | None
    read: str


@dataclass
class GameHistory:
    """All that was entered in one game."""

    versions: list[Version] = field(default_factory=list)
    aside: list[Version] = field(default_factory=list)  # not chosen from yet
    now: Version | None = None  # in force; the sequence of its event is the row's revision

    def disputed(self, late: Sequence[Version]) -> list[Version]:
        """What is in force and what is to be chosen from; empty where nothing is."""
        aside = [one for one in self.aside if one not in late]
        return [self.now, *aside] if self.now and aside else aside

    def late(self, closed_at: int) -> list[Version]:
        """What came in after closing: where nothing is in force, all that is there."""
        return [one for one in self.aside if not self.now or one.revision > closed_at]


class Replay:
    """The events of one sheet, in order."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.head: Json = {}
        self.lines: dict[int, GameHistory] = {}
        self.versions: dict[str, Version] = {}
        self.penalties: dict[str, Penalty] = {}
        self.approvals: list[Approval] = []
        self.seats = Changes()
        self.games: int | None = None  # as set later than at the opening
        self.scribe: str | None = None  # who keeps score now
        self.starter: int | None = None  # whose seat begins game 1, where somebody said so
        self.closed = False
        self.closed_at = 0  # the event that did, the last time
        self.changed = 0  # the last event that changed something beside the games
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        body = json.loads(event.body)
        if event.kind in ENTRIES:
            self._enter(event, body)
            return
        if event.kind == Event.Kind.APPROVED:
            self.approvals.append(Approval(event, body["seat"], body["read"]))
            return
        if event.kind in CLOSING:
            self.closed = CLOSING[event.kind]
            if self.closed:
                self.closed_at = event.sequence
            return
        self.changed = event.sequence
        if event.kind == Event.Kind.OPENED:
            self.head, self.scribe = body, body["scribe"]
            self.starter = _key(body.get("starter"))
        elif event.kind == Event.Kind.GAMES:
            self.games = body["games"]
        elif event.kind == Event.Kind.PENALIZED:
            self.penalties[str(event.pk)] = Penalty(event, body["seat"], body["points"])
        elif event.kind == Event.Kind.WITHDRAWN:
            del self.penalties[body["event"]]
        elif event.kind == Event.Kind.STARTER:
            self.starter = _key(body["seat"])
        elif event.kind in KINDS:
            self.seats.add(event, body)
        else:
            self.scribe = body["seat"]

    def _enter(self, event: Event, body: Json) -> None:
        chosen = self.versions[body["event"]] if event.kind == Event.Kind.CHOSEN else None
        row = chosen.row if chosen else body["row"]
        verdicts = chosen.verdicts if chosen else body.get("verdicts", {})
        if type(body["number"]) is not int or not isinstance(row, dict):
            raise TypeError(body)
        line = self.lines.setdefault(body["number"], GameHistory())
        version = self.versions[str(event.pk)] = Version(event, row, verdicts)
        line.versions.append(version)
        if event.kind == Event.Kind.SET_ASIDE:
            line.aside.append(version)
            return
        if event.kind == Event.Kind.CHOSEN:
            until = event.sequence if body["seen"] is None else body["seen"]
            line.aside = [one for one in line.aside if one.event.sequence > until]
        line.aside = [one for one in line.aside if one.row != row]  # it got its way
        if line.now is None or line.now.row != row:
            line.now = version

    def conflicts(self) -> list[Conflict]:
        """On a closed form, those that it was closed with."""
        late = self.late()
        found = [
            Conflict(number, line.disputed(late.get(number, [])))
            for number, line in sorted(self.lines.items())
        ]
        return [one for one in found if one.versions]

    def late(self) -> dict[int, list[Version]]:
        """By game what came in after closing. It puts nothing in doubt unless the form is opened
        again: then these are conflicts.
        """
        lines = sorted(self.lines.items()) if self.closed else []
        found = {number: line.late(self.closed_at) for number, line in lines}
        return {number: versions for number, versions in found.items() if versions}

    def in_force(self) -> dict[int, Version]:
        return {number: line.now for number, line in self.lines.items() if line.now}

    def read(self) -> str:
        """A digest of all that is read out before it is approved: no two changes give the same."""
        rows = {str(number): [one.revision, one.row] for number, one in self.in_force().items()}
        said = canonical([self.head, self.changed, rows])
        return hashlib.sha256(said.encode()).hexdigest()

    def approved(self) -> list[Approval]:
        """What was approved of as it stands now."""
        read = self.read()
        return [one for one in self.approvals if one.read == read]


ENTRIES = (Event.Kind.ENTERED, Event.Kind.SET_ASIDE, Event.Kind.CHOSEN)
CLOSING: dict[str, bool] = {Event.Kind.CLOSED: True, Event.Kind.REOPENED: False}


def _key(seat: str | None) -> int | None:
    return None if seat is None else int(seat)


def history(sheet: Sheet, number: int) -> list[Version]:
    """Everything that was ever entered in a game, the oldest first."""
    line = Replay(sheet.events.all()).lines.get(number, GameHistory())
    return typed(RowNames(sheet), number, line.versions)


def conflicts(sheet: Sheet) -> list[Conflict]:
    """What the table has to choose from."""
    found, spelling = Replay(sheet.events.all()).conflicts(), RowNames(sheet)
    return [Conflict(number, typed(spelling, number, versions)) for number, versions in found]


def typed(spelling: RowNames, number: int, versions: list[Version]) -> list[Version]:
    """With names instead of ids."""
    return [one._replace(row=spelling.typed(one.row, number)) for one in versions]
