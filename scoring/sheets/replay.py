import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from scoring.games.sheet.data import Row
from scoring.models import Event
from scoring.sheets.events import EventBody, OpenedBody
from scoring.sheets.sittings import KINDS, Changes

Kind = Event.Kind
ENTRIES = (Kind.ENTERED, Kind.SET_ASIDE, Kind.CHOSEN)
CLOSING = (Kind.CLOSED, Kind.REOPENED)


class Version(NamedTuple):
    event: Event
    row: Row
    typed: datetime
    verdicts: Mapping[str, bool] = {}  # of the judge, keyed by seat

    @property
    def revision(self) -> int:
        return self.event.sequence


class Conflict(NamedTuple):
    """Entries that did not know of each other; the one in force comes first."""

    number: int
    versions: list[Version]


class Penalty(NamedTuple):
    event: Event
    seat: str
    points: int


class Approval(NamedTuple):
    """`seat` is None if they signed on paper; `read` is a hash of what was read out."""

    event: Event
    seat: str | None
    read: str


@dataclass
class GameHistory:
    versions: list[Version] = field(default_factory=list)
    aside: list[Version] = field(default_factory=list)  # set aside, and still to be chosen from
    now: Version | None = None  # in force; the sequence of its event is the row's revision


class Replay:
    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.head: OpenedBody | None = None
        self.lines: dict[int, GameHistory] = {}
        self.versions: dict[str, Version] = {}
        self.penalties: dict[str, Penalty] = {}
        self.approvals: list[Approval] = []
        self.second: Version | None = None  # the second list of totals, if one came in
        self.seats = Changes()
        self.games: int | None = None  # if set after the opening
        self.entry = ""  # likewise
        self.scribe: str | None = None  # who keeps score now
        self.starter: int | None = None  # the seat that begins game 1, if somebody set it
        self.closed = False
        self.closed_at = 0  # sequence of the last closing event
        self.changed = 0  # sequence of the last event that changed anything but the games
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        body = json.loads(event.body)
        if event.kind not in (*ENTRIES, *CLOSING, Kind.APPROVED):
            self.changed = event.sequence
        match event.kind:
            case Kind.ENTERED | Kind.SET_ASIDE | Kind.CHOSEN:
                self._enter(event, body)
            case Kind.APPROVED:
                self.approvals.append(Approval(event, body["seat"], body["read"]))
            case Kind.CLOSED:
                self.closed, self.closed_at = True, event.sequence
            case Kind.REOPENED:
                self.closed = False
            case Kind.OPENED:
                self.head, self.scribe = body, body["scribe"]
                self.starter = _key(body.get("starter"))
            case Kind.GAMES:
                self.games, self.entry = body["games"], body.get("entry", self.entry)
            case Kind.PENALIZED:
                self.penalties[str(event.pk)] = Penalty(event, body["seat"], body["points"])
            case Kind.WITHDRAWN:
                del self.penalties[body["event"]]
            case Kind.STARTER:
                self.starter = _key(body["seat"])
            case Kind.SCRIBE:
                self.scribe = body["seat"]
            case _ if event.kind in KINDS:
                self.seats.add(event, body)
            case _:
                raise ValueError(event.kind)

    def _enter(self, event: Event, body: EventBody) -> None:
        if not isinstance(body, dict):
            raise TypeError(body)
        typed = event.time - timedelta(seconds=body.get("age", 0))
        if "list" in body:
            self.second = Version(event, body["row"], typed)
            return
        chosen = self.versions[body["event"]] if event.kind == Kind.CHOSEN else None
        row = chosen.row if chosen else body["row"]
        verdicts = chosen.verdicts if chosen else body.get("verdicts", {})
        if type(body["number"]) is not int or not isinstance(row, dict):
            raise TypeError(body)
        line = self.lines.setdefault(body["number"], GameHistory())
        version = self.versions[str(event.pk)] = Version(event, row, typed, verdicts)
        line.versions.append(version)
        if event.kind == Kind.SET_ASIDE:
            line.aside.append(version)
            return
        if event.kind == Kind.CHOSEN:
            seen = body["seen"]
            until = seen if isinstance(seen, int) else event.sequence
            line.aside = [other for other in line.aside if other.event.sequence > until]
        line.aside = [other for other in line.aside if other.row != row]  # now in force
        if line.now is None or line.now.row != row:
            line.now = version

    def list_conflicts(self) -> list[Conflict]:
        """On a closed sheet, those that it had when it was closed."""
        late, conflicts = self.list_late(), []
        for number, line in sorted(self.lines.items()):
            aside = [version for version in line.aside if version not in late.get(number, [])]
            if aside:
                conflicts.append(Conflict(number, [line.now, *aside] if line.now else aside))
        return conflicts

    def list_late(self) -> dict[int, list[Version]]:
        """What came in after closing; on reopening it becomes conflicts."""
        late = {}
        for number, line in sorted(self.lines.items()) if self.closed else ():
            since = self.closed_at if line.now else 0
            if versions := [version for version in line.aside if version.revision > since]:
                late[number] = versions
        return late

    def find_in_force(self) -> dict[int, Version]:
        return {number: line.now for number, line in self.lines.items() if line.now}


def _key(seat: str | None) -> int | None:
    return None if seat is None else int(seat)
