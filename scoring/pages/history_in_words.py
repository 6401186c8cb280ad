import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from scoring.games.core.fields import Field
from scoring.games.core.game import Game
from scoring.games.core.options import TOTALS
from scoring.games.sheet.paper_sums import APART
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.models import Event, Sheet
from scoring.pages.card_faces import Face, list_faces
from scoring.pages.grid import AND
from scoring.pages.lapsed_approvals import describe_lapsed, find_lapsed
from scoring.pages.words import value_in_words
from scoring.sheets.approvals import list_approved
from scoring.sheets.replay import Replay
from scoring.sheets.row_names import PAPER, RowNames
from scoring.sheets.sheet_under_lock import SheetNow
from scoring.sheets.sittings import Sitting
from scoring.toolkit.figures import format_points
from scoring.toolkit.problems import Json
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from scoring.toolkit.texts import _, ngettext_lazy

Kind = Event.Kind


class Said(NamedTuple):
    """An entry as the page shows it: a text, and pictures of cards. Without both it is falsy."""

    words: str = ""
    cards: Sequence[Face] = ()

    def __bool__(self) -> bool:
        return bool(self.words or self.cards)

    @property
    def plain(self) -> str:
        return " ".join(filter(None, [self.words, *(face.words for face in self.cards)]))


class Renaming(NamedTuple):
    seat: str
    old: str
    new: str


class Change(NamedTuple):
    what: str
    old: Said
    new: Said


@dataclass
class GameLog:
    time: datetime
    device: str  # opaque
    phone: int  # number of the device, in order of appearance; 0 if unknown
    headline: str
    changes: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    number: int | None = None  # of a game whose entry can be restored
    row: str = ""  # that entry, as JSON
    event: str = ""


def list_history(sheet: Sheet) -> list[GameLog]:
    """Return a description of each event, latest first. Uses prefetched relations."""
    writer = HistoryWriter(sheet)
    logs = [*writer.tell()][::-1]
    now = {str(entry.event.pk) for entry in writer.replay.find_in_force().values()}
    return [replace(entry, number=None) if entry.event in now else entry for entry in logs]


def build_listing(history: Iterable[GameLog]) -> Listing:
    heads = (gettext("Day"), gettext("Time"), gettext("Phone"), gettext("What was done"))
    more = (gettext("Where"), gettext("was"), gettext("now"))
    rows: list[Sequence[Value]] = []
    for log in history:
        time = localtime(log.time)
        done = " ".join([log.headline, *log.notes])
        before = (time.date(), time.strftime("%H:%M:%S"), log.phone or None, done)
        rows += [
            (*before, change.what, change.old.plain, change.new.plain)
            for change in log.changes or [Change("", Said(), Said())]
        ]
    return Listing(gettext("What was written when"), (*heads, *more), rows)


class Came(NamedTuple):
    event: str
    words: str
    is_last: bool  # the last of this seat, which can be undone


def list_changes(sheet: Sheet) -> list[Came]:
    writer = HistoryWriter(sheet)
    headlines = {entry.event: entry.headline for entry in writer.tell()}
    seats = writer.replay.seats
    came = [
        Came(id, headlines[id], seats.list_of_seat(change.seat)[-1] == change)
        for id, change in seats.in_force.items()
    ]
    return came[::-1]


class HistoryWriter:
    """Replays a sheet's events and describes each, with the players' names at that time."""

    def __init__(self, sheet: Sheet) -> None:
        self.events = list(sheet.events.all())
        self.row_names, self.replay = RowNames(sheet), Replay()
        self.present_names = RowNames(sheet)
        self.game = self.row_names.game
        self.renamings = self._back_to_the_opening()
        self.phones: dict[str, int] = {}

    def tell(self) -> Iterator[GameLog]:
        for event in self.events:
            before, agreed = self.replay.find_in_force(), self._agreed()
            self.replay.add(event)
            if renaming := self.renamings.get(event.sequence):
                self.row_names.names[renaming.seat] = renaming.new
            device, id = event.device, str(event.pk)
            phone = self.phones.setdefault(device, len(self.phones) + 1) if device else 0
            entry = GameLog(event.time, device, phone, "", event=id)
            self._fill(entry, event, json.loads(event.body), before)
            if agreed and not self._agreed():
                entry.notes += _tell_lapsed(self.row_names, self.events[: event.sequence])
            yield entry

    def _agreed(self) -> bool:
        return bool(self.replay.approvals and list_approved(self.replay))

    def _back_to_the_opening(self) -> dict[int, Renaming]:
        """Give all seats the names they had at the opening. Return each later change of a name,
        keyed by the number of its event.
        """
        names, renamings = self.row_names.names, {}
        for former in self.row_names.sheet.former_names.reverse():
            seat = str(former.seat)
            renamings[former.sequence] = Renaming(seat, former.name, names.get(seat, former.name))
            names[seat] = former.name
        return renamings

    def _fill(self, log: GameLog, event: Event, body: Json, before: Mapping[int, Any]) -> None:
        """`before` are the entries in force before this event."""
        if "list" in body:
            new = self.row_names.convert_to_typed(body["row"])
            log.headline, log.changes = gettext("Second list"), [*self._changes({}, new, 1)]
            return
        if event.kind in (Kind.ENTERED, Kind.SET_ASIDE, Kind.CHOSEN):
            self._entry(log, event, body, before.get(body["number"]))
            return
        log.headline = self._headline(event, body)
        note = self.row_names.notes.get(str(event.pk))
        if note is not None:
            signed = gettext("%(reason)s (%(signed)s)") if note.signed else "%(reason)s"
            log.notes.append(signed % {"reason": note.text, "signed": note.signed})

    def _headline(self, event: Event, body: Json) -> str:
        params = self._params(event, body)
        text = SAID[event.kind]
        if event.kind == Kind.STARTER and self.game.has_dealer:
            text = _("%(player)s deals the first game")
        elif params.get("entry") == TOTALS:
            text = _("Only the totals are written down on this form")
        elif "entry" in params:
            text = _("Each game is written down on this form")
        elif event.kind == Kind.GAMES and not params.get("games"):
            text = _("The form has as many games as its rules say again")
        if isinstance(text, str):
            return gettext(text) % params
        return ngettext(*text, params.get("points") or params["games"]) % params

    def _params(self, event: Event, body: Json) -> Json:
        name = self.row_names.names.get(str(body.get("seat") or body.get("scribe")), "")
        words = body | {"player": name}
        if event.kind == Kind.APPROVED and not name:
            words["player"] = gettext("the table, on paper")
        if event.kind == Kind.REPLACED:
            renaming = self.renamings[event.sequence]
            words |= {"player": renaming.new, "former": renaming.old}
        if event.kind in (Kind.WITHDRAWN, Kind.UNDONE):
            undone = next(
                candidate for candidate in self.events if str(candidate.pk) == body["event"]
            )
            other_body = json.loads(undone.body)
            words |= self._params(undone, other_body) | {"what": self._headline(undone, other_body)}
        return words

    def _entry(self, log: GameLog, event: Event, body: Json, before: Any) -> None:
        """`before` is the entry that the game had until then."""
        number = body["number"]
        version = self.replay.versions[str(event.pk)]
        old = self.row_names.convert_to_typed(before.row, number) if before else {}
        new = self.row_names.convert_to_typed(version.row, number)
        log.changes = list(self._changes(old, new, number))
        log.headline = _heading(event.kind, number, changed=bool(before))
        log.time = version.typed
        if log.time != event.time:
            came = gettext("It came in at %(time)s: until then it waited on the phone.")
            log.notes.append(came % {"time": date_format(localtime(event.time), "TIME_FORMAT")})
        if number != PAPER:
            log.number = number
            log.row = json.dumps(self.present_names.convert_to_typed(version.row, number))
        for seat, could in version.verdicts.items():
            player = self.row_names.names[seat]
            cell = (new.get("entries") or {}).get(player)
            verdict = cell.get(self.game.verdict) if isinstance(cell, dict) else None
            if verdict not in (None, could):
                log.notes.append(gettext(OVERRULED[could]) % {"player": player})

    def _changes(self, old: Json, new: Json, number: int) -> Iterator[Change]:
        if number == PAPER:
            yield from _paper_changes(self.game, old, new)
            return
        if old.get("void") != new.get("void"):
            reasons = (Said(row.get("void", "")) for row in (old, new))
            yield Change(gettext("Not played"), *reasons)
        sides = [AND.join(side) for side in self.game.list_sides([*self.row_names.names.values()])]
        for entry_field in self.game.row:
            was, now = old.get(entry_field.key), new.get(entry_field.key)
            if was != now:
                values = (Said(value_in_words(entry_field, value)) for value in (was, now))
                whose = [] if entry_field.side is None else [sides[entry_field.side]]
                yield Change(", ".join([gettext(entry_field.label), *whose]), *values)
        old_cells, new_cells = old.get("entries") or {}, new.get("entries") or {}
        for player in dict.fromkeys(self.row_names.names.values()):  # two seats, if one was undone
            was, now = old_cells.get(player), new_cells.get(player)
            if was != now:
                yield Change(player, *(_describe_cell(self.game, cell) for cell in (was, now)))


def _tell_lapsed(row_names: RowNames, events: Sequence[Event]) -> Iterator[str]:
    """Yield the sentences about an event that ended approvals, with the players of then. `events`
    are those up to and including it.
    """
    now = SheetNow(copy(row_names.sheet), events)
    assert now.replay.head is not None, "a sheet begins with its opening"
    there = {*now.replay.head["seats"], *now.replay.seats.list_added()}
    seats = [copy(seat) for seat in row_names.seats if seat.key in there]
    for seat in seats:
        seat.name = row_names.names[seat.key]
        seat.away = now.replay.seats.list_away(seat.key)
    now.row_names = RowNames(now.sheet, seats)
    data = now.build_data()
    lapsed = find_lapsed(now)
    assert lapsed is not None, "an approval has lapsed"
    names = lapsed["players"] + [gettext("the table, on paper")] * lapsed["on_paper"]
    words = gettext("This ended the approval of: %(names)s.") % {"names": ", ".join(names)}
    lapse = describe_lapsed({"data": data, "result": now.score(data), "lapsed": lapsed})
    changes = (f"{change.what}: {change.was} → {change.now}" for change in lapse["changes"])
    yield " ".join([words, "; ".join(changes)]).strip()
    if winners := lapse["winners"]:
        won = gettext("Now won by %(names)s, no longer by %(before)s")
        if winners[0] == winners[1]:
            won = gettext("Still won by %(names)s")
        yield won % {"before": winners[0], "names": winners[1]}


def _paper_changes(game: Game, old: Json, new: Json) -> Iterator[Change]:
    parts = {
        "dashes": gettext("Dashes on paper"),
        "subtotals": gettext("Subtotals on paper"),
        "totals": gettext("Totals on paper"),
    }
    for part, words in parts.items():
        if old.get(part) != new.get(part):
            yield Change(words, *(Said(_figures(paper.get(part))) for paper in (old, new)))
    for kind, label in game.parts_of_totals().items():
        was, now = ((paper.get(APART) or {}).get(kind) for paper in (old, new))
        if was != now:
            yield Change(capfirst(gettext(label)), Said(_figures(was)), Said(_figures(now)))


def _figures(figures: Any) -> str:
    if not isinstance(figures, dict):
        return ""
    inner = [inner_figures for inner_figures in figures.values() if isinstance(inner_figures, dict)]
    if inner:
        return " · ".join(_figures(inner_figures) for inner_figures in inner)
    return ", ".join(f"{name} {_figure(figure)}" for name, figure in figures.items())


def _figure(figure: object) -> str:
    return format_points(figure) if isinstance(figure, int | float) else str(figure)


def _heading(kind: str, number: int, *, changed: bool) -> str:
    if number == PAPER:
        return gettext("What the paper form says")
    words = gettext("Game %(number)s entered")
    if kind == Kind.SET_ASIDE:
        words = gettext("Game %(number)s entered once more, otherwise; kept aside")
    elif kind == Kind.CHOSEN:
        words = gettext("Game %(number)s: the table chose")
    elif changed:
        words = gettext("Game %(number)s entered again")
    return words % {"number": number}


def _describe_cell(game: Game, cell: Any) -> Said:
    """Return a player's entry, short enough to stand beside the one it replaced."""
    if cell is None:
        return Said()
    if not isinstance(cell, dict):
        return Said({DASH: "—", ABSENT: gettext("not playing")}.get(cell) or _figure(cell))
    parts = [part for part in game.parts if cell.get(part.key) is not None]
    parts = [part for part in parts if cell[part.key] is not False]  # 0 is told
    plain = [part for part in parts if part.kind != "hand"]
    cards = [card for part in parts if part.kind == "hand" for card in cell[part.key]]
    first = [value_in_words(part, cell[part.key]) for part in plain[:1]]
    words = ", ".join([*first, *(_part(part, cell[part.key]) for part in plain[1:])])
    return Said(words or ("" if cards else gettext("no")), list_faces(map(str, cards)))


def _part(field: Field, value: Any) -> str:
    label = gettext(field.label)
    return label if value is True else f"{label} {value_in_words(field, value)}"


def sittings_in_words(name: str, sittings: Sequence[Sitting]) -> str:
    """Return which games a player plays, and who had the seat before; "" for the whole sheet."""
    last = sittings[-1] if sittings and sittings[-1].name == name else None
    words = gettext("does not play")
    if last is not None:
        words = _span(last) % last._asdict()
    first = ", ".join(dict.fromkeys(sitting.name for sitting in sittings if sitting.name != name))
    if not first:
        return words
    return gettext("%(games)s (first %(names)s)") % {"games": words, "names": first}


def _span(sitting: Sitting) -> str:
    if sitting.until is None:
        return gettext("from game %(since)s") if sitting.since > 1 else ""
    if sitting.since == 1:
        return gettext("up to game %(until)s")
    if sitting.since == sitting.until:
        return gettext("game %(since)s")
    return gettext("games %(since)s to %(until)s")


OVERRULED = {
    True: _("%(player)s: the judge said this hand could have come out; overruled."),
    False: _("%(player)s: the judge said this hand could not have come out; overruled."),
}
SAID: dict[str, str | tuple[str, str]] = {
    Kind.OPENED: _("Form opened; %(player)s keeps score"),
    Kind.APPROVED: _("Approved by %(player)s"),
    Kind.GAMES: ngettext_lazy(
        "The form has %(games)s game from now on", "The form has %(games)s games from now on"
    ),
    Kind.PENALIZED: ngettext_lazy(
        "%(points)s penalty point for %(player)s", "%(points)s penalty points for %(player)s"
    ),
    Kind.WITHDRAWN: ngettext_lazy(
        "%(points)s penalty point for %(player)s taken back",
        "%(points)s penalty points for %(player)s taken back",
    ),
    Kind.SCRIBE: _("%(player)s keeps score from now on"),
    Kind.STARTER: _("%(player)s begins the first game"),
    Kind.CLOSED: _("Form closed"),
    Kind.REOPENED: _("Form opened again"),
    Kind.LEFT: _("%(player)s does not play from game %(since)s on"),
    Kind.ADDED: _("%(player)s plays along from game %(since)s on"),
    Kind.REPLACED: _("%(player)s instead of %(former)s, from game %(since)s on"),
    Kind.UNDONE: _("Taken back: %(what)s"),
}
