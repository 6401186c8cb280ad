"""What follows from a sheet's events: the rows in force, what they were, what is disputed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.models import Event, Sheet
from scoring.rows import Spelling

Json = dict[str, Any]


class Version(NamedTuple):
    """A row as one event gave it."""

    event: Event
    row: Json


class Conflict(NamedTuple):
    """Entries of one game that do not know of each other; the first is in force."""

    number: int
    versions: list[Version]


@dataclass
class Line:
    """All that was entered in one game."""

    versions: list[Version] = field(default_factory=list)
    aside: list[Version] = field(default_factory=list)  # not chosen from yet
    now: Version | None = None  # in force; the sequence of its event is the row's revision


class Replay:
    """The events of one sheet, in order."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.lines: dict[int, Line] = {}
        self.versions: dict[str, Version] = {}
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        body = json.loads(event.body)
        if event.kind == Event.Kind.OPENED:
            return
        row = self.versions[body["event"]].row if event.kind == Event.Kind.CHOSEN else body["row"]
        if type(body["number"]) is not int or not isinstance(row, dict):
            raise TypeError(body)
        line = self.lines.setdefault(body["number"], Line())
        version = self.versions[str(event.pk)] = Version(event, row)
        line.versions.append(version)
        if event.kind == Event.Kind.SET_ASIDE:
            line.aside.append(version)
            return
        if event.kind == Event.Kind.CHOSEN:
            until = event.sequence if body["seen"] is None else body["seen"]
            line.aside = [one for one in line.aside if one.event.sequence > until]
        if line.now is None or line.now.row != row:
            line.now = version

    def conflicts(self) -> list[Conflict]:
        found = []
        for number, line in sorted(self.lines.items()):
            aside = [one for one in line.aside if line.now and one.row != line.now.row]
            if line.now and aside:
                found.append(Conflict(number, [line.now, *aside]))
        return found


def history(sheet: Sheet, number: int) -> list[Version]:
    """Everything that was ever entered in a game, the oldest first."""
    line = Replay(sheet.events.all()).lines.get(number, Line())
    return _typed(sheet, line.versions)


def conflicts(sheet: Sheet) -> list[Conflict]:
    """What the table has to choose from."""
    found = Replay(sheet.events.all()).conflicts()
    return [Conflict(number, _typed(sheet, versions)) for number, versions in found]


def _typed(sheet: Sheet, versions: list[Version]) -> list[Version]:
    spelling = Spelling(sheet)
    return [Version(event, spelling.typed(row)) for event, row in versions]
