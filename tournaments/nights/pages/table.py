"""One table in the middle of a night, as its organiser sees it: who sits there for which games,
how far it is, what was changed there tonight.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from scoring.models import Event, Sheet
from scoring.sheets import links, progress
from scoring.sheets.locked import event_body
from scoring.sheets.progress import Progress
from tournaments.members import members
from tournaments.models import Deed, Member, Round, Table, TableSeat
from tournaments.names import NameDetail
from tournaments.nights import changes
from tournaments.nights.changes import Chairs

Kind = Deed.Kind


class Person(NamedTuple):
    """Somebody's games on a seat of this table."""

    member: Member
    games: str  # in words; empty: all of them
    here: bool
    scribe: bool


class Line(NamedTuple):
    """Something that was changed at this table."""

    deed: int
    words: str
    time: datetime
    undone: bool
    last: bool  # nothing builds on it, so it can be undone


class Elsewhere(NamedTuple):
    """Another table of the round."""

    table: Table
    people: list[Member]
    room: int  # seats that are free, as long as there are games to play
    next: int  # the game they go on with
    open: bool  # whether there is one

    def __str__(self) -> str:
        return gettext("Table %(number)s") % {"number": self.table.number}

    def in_words(self) -> str:
        """Table 7 (three people)."""
        count = len(self.people)
        words = ngettext(
            "Table %(number)s (%(count)s person)", "Table %(number)s (%(count)s people)", count
        )
        return words % {"number": self.table.number, "count": count}


class AtTable(NamedTuple):
    table: Table
    key: str  # of its sheet
    how: Progress
    people: list[Person]
    others: list[Elsewhere]
    chairs: Chairs
    next: int
    games: int | None
    seen: int  # the last event of its sheet
    lines: list[Line]
    later: bool  # a round after this one is drawn already

    @property
    def sitting(self) -> list[Person]:
        return [one for one in self.people if one.here]

    @property
    def gone(self) -> list[Person]:
        return [one for one in self.people if not one.here]

    @property
    def here(self) -> list[Member]:
        return [one.member for one in self.sitting]

    @property
    def waits(self) -> bool:
        """Whether a line can be undone only after another."""
        return any(not line.undone and not line.last for line in self.lines)

    @property
    def open(self) -> bool:
        """Whether there is a game to play."""
        return not self.how.closed and not (self.games and self.next > self.games)

    @property
    def room(self) -> bool:
        return self.open and bool(self.here) and len(self.here) < self.chairs.most


def build_table(table: Table) -> AtTable:
    found = _round(table.round)
    at = next(one for one in found if one.pk == table.pk)
    lasts = progress.last_digests(Sheet.objects.filter(pk=at.sheet_id))
    how = progress.load_progress(lasts)[at.sheet_id]
    chairs = changes.chairs(table.round.night.season)
    last = at.sheet.events.order_by("sequence").last()
    assert last is not None, "a sheet begins with an event"
    return AtTable(
        table=at,
        key=links.key(at.sheet),
        how=how,
        people=_people(at),
        others=[_elsewhere(one, chairs) for one in found if one.pk != at.pk],
        chairs=chairs,
        next=changes.next_game(at.sheet),
        games=changes.games_at(at.sheet),
        seen=last.sequence,
        lines=_lines(at),
        later=table.round.night.rounds.filter(number__gt=table.round.number).exists(),
    )


def with_room(one: Round) -> list[Elsewhere]:
    """The tables at which somebody who is late can sit down."""
    chairs = changes.chairs(one.night.season)
    return [there for there in (_elsewhere(each, chairs) for each in _round(one)) if there.room]


def _round(one: Round) -> list[Table]:
    found = one.tables.select_related("sheet").prefetch_related(
        "sheet__seats", "sheet__rows", "seats__member", "seats__seat"
    )
    tables = list(found)
    members.label_people(seat.member for table in tables for seat in table.seats.all())
    return tables


def _sitting(table: Table) -> list[TableSeat]:
    """By seat, and who sat there first stands first."""
    return sorted(table.seats.all(), key=lambda one: (one.seat.position, one.since))


def _elsewhere(table: Table, chairs: Chairs) -> Elsewhere:
    here = [one.member for one in _sitting(table) if one.until is None]
    games, number = changes.games_at(table.sheet), changes.next_game(table.sheet)
    more = not table.sheet.closed and not (games and number > games)
    takes = more and here and not chairs.fixed
    return Elsewhere(table, here, chairs.most - len(here) if takes else 0, number, more)


def _people(table: Table) -> list[Person]:
    scribe = _scribe(table.sheet)
    found = [(one, one.until is None) for one in _sitting(table)]
    return [
        Person(one.member, _games(one), here, here and one.seat.key == scribe)
        for one, here in found
    ]


def _scribe(sheet: Sheet) -> str:
    """The seat of who keeps score now, as events call it."""
    handed = sheet.events.filter(kind=Event.Kind.SCRIBE).order_by("sequence").last()
    if handed:
        return str(event_body(handed)["seat"])
    return next((seat.key for seat in sheet.seats.all() if seat.is_scribe), "")


def _games(one: TableSeat) -> str:
    if one.until is None:
        return gettext("from game %(since)s") % {"since": one.since} if one.since > 1 else ""
    if one.since == one.until:
        return gettext("game %(game)s") % {"game": one.until}
    words = gettext("games %(since)s to %(until)s")
    return words % {"since": one.since, "until": one.until}


# What was changed


def _lines(at: Table) -> list[Line]:
    """The last one first."""
    night = at.round.night
    told = [
        deed
        for deed in night.deeds.filter(kind__in=changes.KINDS).order_by("-sequence")
        if at.pk in deed.body.get("tables", [])
    ]
    if not told:
        return []
    names = members.names_by_id({pk for deed in told for pk in _named(deed.body)}, NameDetail.FULL)
    made = changes.in_force(night)
    last = changes.last_ones(made)
    return [
        Line(deed.pk, in_words(deed, names), deed.time, deed not in made, deed in last)
        for deed in told
    ]


def _named(body: Mapping[str, Any]) -> set[int]:
    one = {body[key] for key in ("member", "other") if key in body}
    return one | set(body.get("members", []))


def in_words(deed: Deed, names: Mapping[int, str]) -> str:
    body = deed.body
    told = {"reason": deed.reason, **body}
    told |= {key: names[body[key]] for key in ("member", "other") if key in body}
    told["members"] = ", ".join(names[pk] for pk in body.get("members", []))
    if deed.kind == Kind.CUT:
        return _cut(body)
    words = {
        Kind.CAME: gettext("%(member)s came, from game %(since)s on."),
        Kind.LEFT: gettext("%(member)s is away from game %(since)s on."),
        Kind.REPLACED: gettext("%(other)s plays for %(member)s from game %(since)s on."),
        Kind.SWAPPED: gettext("%(member)s and %(other)s swapped seats."),
        Kind.SCRIBE: gettext("%(member)s keeps score."),
        Kind.VOID: gettext("Game %(number)s is not played: %(reason)s"),
        Kind.SPLIT: gettext("%(members)s went to table %(number)s from game %(since)s on."),
        Kind.JOINED: gettext("Table %(number)s was dissolved."),
    }
    return words[Kind(deed.kind)] % told


def _cut(body: Mapping[str, Any]) -> str:
    games = body["games"]
    if body["table"] is None:
        words = ngettext(
            "%(games)s game at every table of this round.",
            "%(games)s games at every table of this round.",
            games,
        )
    else:
        words = ngettext("%(games)s game at this table.", "%(games)s games at this table.", games)
    return " ".join([words % {"games": games}, *_played_more(body)])


def _played_more(body: Mapping[str, Any]) -> Iterator[str]:
    """Tables where a cut came too late."""
    if tables := body.get("more"):
        words = ngettext(
            "Table %(tables)s played more already and keeps that.",
            "Tables %(tables)s played more already and keep that.",
            len(tables),
        )
        yield words % {"tables": ", ".join(map(str, tables))}


# Who could come


def free(at: AtTable) -> list[tuple[str, list[Member]]]:
    """Who sits at no table of this round: first those who are here, then all others."""
    night = at.table.round.night
    seated = {one.pk for there in at.others for one in there.people} | {one.pk for one in at.here}
    there = set(night.attendances.filter(present=True).values_list("member", flat=True))
    everybody = members.club_members(night.season.club)
    others = (one for one in everybody.filter(archived=None) if one.pk not in seated)
    people = members.label_people(others)
    return [
        (gettext("Is here"), [one for one in people if one.pk in there]),
        (gettext("Is let in as well"), [one for one in people if one.pk not in there]),
    ]
