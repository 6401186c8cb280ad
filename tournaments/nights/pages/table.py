from collections.abc import Mapping
from datetime import datetime
from itertools import permutations
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from scoring.models import Event, Sheet
from scoring.sheets import links, progress
from scoring.sheets.progress import Progress
from scoring.sheets.sheet_under_lock import read_body
from tournaments.members import members
from tournaments.models import Member, NightLogEntry, Round, Table, TableSeat
from tournaments.models.member import MAIN
from tournaments.names import NameDetail
from tournaments.nights import changes_at_tables
from tournaments.nights import seats_at_table as table_seats
from tournaments.nights.seats_at_table import Chairs

Kind = NightLogEntry.Kind


class Person(NamedTuple):
    member: Member
    games: str  # in words; empty: all of them
    here: bool
    scribe: bool
    partner: Member | None  # of a couple


class ChangeLine(NamedTuple):
    entry: int
    words: str
    time: datetime
    undone: bool
    last: bool  # nothing builds on it, so it can be undone
    came: int  # the member who came by it, or 0


class Elsewhere(NamedTuple):
    table: Table
    people: list[Member]
    room: int  # free seats; 0 once all games are played
    next: int  # the number of the next game
    open: bool  # whether there is a next game

    def __str__(self) -> str:
        return gettext("Table %(number)s") % {"number": self.table.number}

    def in_words(self) -> str:
        count = len(self.people)
        words = ngettext(
            "Table %(number)s (%(count)s person)", "Table %(number)s (%(count)s people)", count
        )
        return words % {"number": self.table.number, "count": count}


class AtTable(NamedTuple):
    table: Table
    key: str  # the link key of its sheet
    how: Progress
    people: list[Person]
    others: list[Elsewhere]
    chairs: Chairs
    next: int
    games: int | None
    seen: int  # the last event of its sheet
    lines: list[ChangeLine]
    later: bool  # a round after this one is drawn already
    unseated: bool  # somebody who came has no seat there

    @property
    def sitting(self) -> list[Person]:
        return [person for person in self.people if person.here]

    @property
    def gone(self) -> list[Person]:
        return [person for person in self.people if not person.here]

    @property
    def here(self) -> list[Member]:
        return [person.member for person in self.sitting]

    @property
    def waits(self) -> bool:
        """Return whether some change can be undone only after a later one."""
        return any(not line.undone and not line.last for line in self.lines)

    @property
    def open(self) -> bool:
        return not self.how.closed and not (self.games and self.next > self.games)

    @property
    def room(self) -> bool:
        return self.open and bool(self.here) and len(self.here) < self.chairs.highest

    @property
    def full(self) -> bool:
        """Only an organiser may exceed the night's usual number of players."""
        return len(self.here) >= self.chairs.most


def build_table(table: Table) -> AtTable:
    tables = _round(table.round)
    at = next(candidate for candidate in tables if candidate.pk == table.pk)
    lasts = progress.load_last_digests(Sheet.objects.filter(pk=at.sheet_id))
    how = progress.load_progress(lasts)[at.sheet_id]
    chairs = table_seats.find_chairs(table.round.night)
    last = at.sheet.events.order_by("sequence").last()
    assert last is not None, "a sheet begins with an event"
    lines = _lines(at)
    came = {line.came for line in lines if line.came and not line.undone}
    later = table.round.night.rounds.filter(number__gt=table.round.number)
    is_later = later.exists()
    seats = TableSeat.objects.filter(round__in=later, until=None, member__in=came)
    return AtTable(
        table=at,
        key=links.make_key(at.sheet),
        how=how,
        people=_people(at),
        others=[_elsewhere(candidate, chairs) for candidate in tables if candidate.pk != at.pk],
        chairs=chairs,
        next=table_seats.find_next_game(at.sheet),
        games=table_seats.count_games(at.sheet),
        seen=last.sequence,
        lines=lines,
        later=is_later,
        unseated=is_later and bool(came - set(seats.values_list("member", flat=True))),
    )


def list_with_room(round_: Round) -> list[Elsewhere]:
    chairs = table_seats.find_chairs(round_.night)
    return [
        elsewhere
        for elsewhere in (_elsewhere(table, chairs) for table in _round(round_))
        if elsewhere.room > 0
    ]


def _round(round_: Round) -> list[Table]:
    query = round_.tables.select_related("sheet").prefetch_related(
        "sheet__seats", "sheet__rows", "seats__member", "seats__seat"
    )
    tables = list(query)
    members.label_people(seat.member for table in tables for seat in table.seats.all())
    return tables


def _sitting(table: Table) -> list[TableSeat]:
    return sorted(table.seats.all(), key=lambda seat: (seat.seat.position, seat.since))


def _elsewhere(table: Table, chairs: Chairs) -> Elsewhere:
    here = [seat.member for seat in _sitting(table) if seat.until is None]
    games, number = table_seats.count_games(table.sheet), table_seats.find_next_game(table.sheet)
    more = not table.sheet.closed and not (games and number > games)
    taken = len({seat.seat_id for seat in table.seats.all() if (seat.until or number) >= number})
    room = max(0, chairs.most - taken) if more and here else 0
    return Elsewhere(table, here, room, number, more)


def _people(table: Table) -> list[Person]:
    scribe = next((seat.key for seat in table.sheet.seats.all() if seat.is_scribe), "")
    if handed := table.sheet.events.filter(kind=Event.Kind.SCRIBE).order_by("sequence").last():
        scribe = str(read_body(handed)["seat"])
    seats = [(seat, seat.until is None) for seat in _sitting(table)]
    partners = {
        seat.pk: other.member
        for (seat, here), (other, there) in permutations(seats, 2)
        if here and there and seat.couple_id and seat.couple_id == other.couple_id
    }
    return [
        Person(
            seat.member, _games(seat), here, here and seat.seat.key == scribe, partners.get(seat.pk)
        )
        for seat, here in seats
    ]


def _games(table_seat: TableSeat) -> str:
    if table_seat.until is None and table_seat.since == 1:
        return ""
    if table_seat.until is None:
        return gettext("from game %(since)s") % {"since": table_seat.since}
    if table_seat.since == table_seat.until:
        return gettext("game %(game)s") % {"game": table_seat.until}
    words = gettext("games %(since)s to %(until)s")
    return words % {"since": table_seat.since, "until": table_seat.until}


def _lines(at: Table) -> list[ChangeLine]:
    """The latest first."""
    night = at.round.night
    changes = night.log_entries.filter(kind__in=changes_at_tables.KINDS).order_by("-sequence")
    log_entries = [entry for entry in changes if at.pk in entry.body.get("tables", [])]
    if not log_entries:
        return []
    named = {
        pk
        for body in (entry.body for entry in log_entries)
        for pk in (body.get("member"), body.get("other"), *body.get("members", []))
        if pk
    }
    names = members.load_names(named, NameDetail.FULL)
    in_force = changes_at_tables.list_in_force(night)
    last = changes_at_tables.select_last(in_force)
    return [
        ChangeLine(
            *(entry.pk, in_words(entry, names), entry.time, entry not in in_force, entry in last),
            entry.body["member"] if entry.kind == Kind.CAME else 0,
        )
        for entry in log_entries
    ]


def in_words(entry: NightLogEntry, names: Mapping[int, str]) -> str:
    body = entry.body
    values = {"reason": entry.reason, **body}
    values |= {key: names[body[key]] for key in ("member", "other") if key in body}
    values["members"] = ", ".join(names[pk] for pk in body.get("members", []))
    if entry.kind == Kind.CUT:
        return _cut(body)
    words = {
        Kind.CAME: (
            gettext("%(member)s fills in from game %(since)s on.")
            if body.get("fill_in")
            else gettext("%(member)s came, from game %(since)s on.")
        ),
        Kind.LEFT: gettext("%(member)s is away from game %(since)s on."),
        Kind.REPLACED: gettext("%(other)s plays for %(member)s from game %(since)s on."),
        Kind.SWAPPED: gettext("%(member)s and %(other)s swapped seats."),
        Kind.SCRIBE: gettext("%(member)s keeps score."),
        Kind.VOID: gettext("Game %(number)s is not played: %(reason)s"),
        Kind.SPLIT: gettext("%(members)s went to table %(number)s from game %(since)s on."),
        Kind.OPENED: gettext("%(members)s sat out and play here, with empty seats."),
        Kind.JOINED: gettext("Table %(number)s was dissolved."),
    }
    return words[Kind(entry.kind)] % values


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
    said = words % {"games": games}
    if longer := body.get("more"):  # they keep what they played
        words = ngettext(
            "Table %(tables)s played more already and keeps that.",
            "Tables %(tables)s played more already and keep that.",
            len(longer),
        )
        said += " " + words % {"tables": ", ".join(map(str, longer))}
    return said


def list_free_people(at: AtTable) -> list[tuple[str, list[Member]]]:
    """The second group is empty if the season does not let people play on elsewhere."""
    night = at.table.round.night
    fills_in = night.season.fill_ins or table_seats.has_empty_seat(at.table)
    waiting = table_seats.find_waiting_seats(at.table.round) if fills_in else {}
    own = {member.pk for member in at.here}
    fill_ins = [seat.member for pk, seat in waiting.items() if pk not in own]
    tables = (at.here, *(elsewhere.people for elsewhere in at.others))
    seated = {member.main_id for people in tables for member in people}
    present = set(night.attendances.filter(present=True).values_list(MAIN, flat=True))
    everybody = members.list_members(night.season.club)
    others = (member for member in everybody.filter(archived=None) if member.pk not in seated)
    people = members.label_people(others)
    return [
        (gettext("Is here"), [member for member in people if member.pk in present]),
        (gettext("Waits at a finished table"), members.label_people(fill_ins)),
        (gettext("Is let in as well"), [member for member in people if member.pk not in present]),
    ]
