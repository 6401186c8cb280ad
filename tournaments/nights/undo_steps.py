"""The steps of a change during a night, and how each is undone: JSON with ids but no names."""

import uuid
from collections.abc import Iterable
from itertools import count
from typing import Any

from scoring.models import Event, Seat, Sheet
from scoring.sheets import lifecycle
from scoring.sheets.replay import ENTRIES
from scoring.sheets.sheet_under_lock import lock_sheet
from scoring.toolkit.problems import Json, user_error
from tournaments import problems
from tournaments.models import Attendance, Member, Night, NightLogEntry, Table, TableSeat
from tournaments.models.member import belongs_to
from tournaments.names import NOBODY
from tournaments.nights import at_the_door, entrants, nights
from tournaments.nights.nights import set_attendances

STINT = ("table", "seat", "member", "since", "until")
FILL_IN, COUPLE = "fill_in", "couple"


class UndoSteps:
    """Makes the steps of one change at a table, and collects them for an undo."""

    def __init__(self, night: Night, by: str) -> None:
        self.night, self.by = night, by
        self.steps: list[Json] = []
        self.was: dict[int, list[Json]] = {}  # the former stays on each seat changed, keyed by seat
        self.finished: set[int] = set()  # members who left a finished table

    def log_change(
        self, kind: str, tables: Iterable[Table], details: Json, reason: str = ""
    ) -> NightLogEntry:
        body = {
            "tables": [table.pk for table in tables],
            "seats": sorted(self.was),
            "was": [stint for stints in self.was.values() for stint in stints],
            "now": _stints(self.was),
            "steps": self.steps,
        }
        return nights.add_log_entry(self.night, kind, self.by, reason, **body, **details)

    def sit(self, table: Table, seat: Seat, member: Member, since: int) -> None:
        self._touch(seat.pk)
        filled_in = TableSeat.objects.filter(round=table.round_id, member=member, fill_in=True)
        stints = self.was[seat.pk]
        TableSeat.objects.create(
            table=table,
            round_id=table.round_id,
            seat=seat,
            member=member,
            since=since,
            fill_in=member.pk in self.finished or filled_in.exists(),
            couple_id=next((stint[COUPLE] for stint in stints if stint.get(COUPLE)), None),
        )

    def end_stay(self, table_seat: TableSeat, since: int) -> None:
        """A stay without any game left is deleted."""
        self._touch(table_seat.seat_id)
        if table_seat.fill_in:
            self.finished.add(table_seat.member_id)
        if since <= table_seat.since:
            table_seat.delete()
        else:
            table_seat.until = since - 1
            table_seat.save(update_fields=["until"])

    def _touch(self, seat: int) -> None:
        self.was.setdefault(seat, _stints([seat]))

    def leave(self, seat: Seat, since: int) -> None:
        event = lifecycle.leave(sheet=seat.sheet, player=seat.name, since=since, by=self.by)
        self._did("seat", seat.sheet, event=str(event.pk))

    def replace(self, seat: Seat, name: str, since: int) -> None:
        event = lifecycle.replace(
            sheet=seat.sheet, player=seat.name, name=name, since=since, by=self.by
        )
        seat.name = name
        self._did("seat", seat.sheet, event=str(event.pk))

    def exchange(self, seat: Seat, other: Seat) -> None:
        """By three renames, because a name may be on a sheet only once."""
        name, moved = seat.name, other.name
        taken = set(seat.sheet.seats.values_list("name", flat=True))
        nobody = next(it for n in count(1) if (it := f"{NOBODY} {n}") not in taken)
        self.replace(seat, nobody, 1)
        self.replace(other, name, 1)
        self.replace(seat, moved, 1)

    def add(self, sheet: Sheet, name: str, since: int) -> Seat:
        event = lifecycle.add(sheet=sheet, name=name, since=since, by=self.by)
        self._did("seat", sheet, event=str(event.pk))
        return sheet.seats.get(name=name)

    def is_scribe(self, seat: Seat) -> bool:
        with lock_sheet(seat.sheet) as locked:
            return locked.replay.scribe == seat.key

    def hand_over(self, seat: Seat) -> None:
        with lock_sheet(seat.sheet) as locked:
            was = locked.replay.scribe
            lifecycle.hand_over(sheet=locked, player=seat.name, by=self.by)
        self._did("scribe", seat.sheet, was=was, now=seat.key)

    def void(self, sheet: Sheet, number: int, reason: str, seen: int | None) -> None:
        with lock_sheet(sheet) as locked:
            was = locked.rows.get(number)
            row = {"void": reason}
            event = lifecycle.record(sheet=locked, number=number, row=row, seen=seen, by=self.by)
        if event.kind == Event.Kind.SET_ASIDE:
            raise user_error(problems.MOVED_ON, number=number)
        before = str(was.event.pk) if was else None
        self._did("game", sheet, number=number, was=before, now=str(event.pk))

    def set_games(self, sheet: Sheet, games: int) -> None:
        """Unchanged, nothing is written: the table would have to approve again."""
        with lock_sheet(sheet) as locked:
            was = locked.sheet.games
            if games == (locked.row_names.game.value("games") if was is None else was):
                return
            lifecycle.set_games(sheet=locked, games=games, by=self.by)
        self._did("games", sheet, was=was, now=games)

    def close(self, sheet: Sheet) -> None:
        lifecycle.close(sheet=sheet, by=self.by)
        self._did("close", sheet)

    def lay(self, table: Table) -> None:
        """Note that this change created a table and its sheet, so that an undo deletes them."""
        self._did("table", table.sheet, table=table.pk)

    def check_in(self, member: Member, present: bool) -> None:
        if is_present(self.night, member) != present:
            at_the_door.check_in(night=self.night, member=member, present=present, by=self.by)
            self.steps.append({"do": "presence", "member": member.pk, "now": present})

    def send_home(self, member: Member) -> None:
        """Nothing tells later of who played no game tonight: they have signed off."""
        self.check_in(member, False)
        who = belongs_to([member])
        there = self.night.attendances.filter(who).first()
        if there and not TableSeat.objects.filter(who, round__night=self.night).exists():
            off = Attendance.Said.OFF
            set_attendances(self.night, [member], NightLogEntry.Kind.SAID, off, self.by)
            self.steps.append({"do": "said", "member": member.pk, "was": there.said})

    def stand_in(self, couple: int | None, member: Member) -> None:
        """In later draws `member` plays for who is away of the couple, unless they play already."""
        if not (couple and entrants.load_tonight(self.night).lacks(couple, member)):
            return
        was = self.night.substitutes.filter(couple=couple).values_list("member", flat=True).first()
        entrants.put_substitute(self.night, couple, member.pk, self.by)
        self.steps.append({"do": "substitute", "couple": couple, "was": was, "now": member.pk})

    def _did(self, do: str, sheet: Sheet, **details: Any) -> None:
        self.steps.append({"do": do, "sheet": sheet.pk, **details})


def is_present(night: Night, member: Member) -> bool:
    return night.attendances.filter(belongs_to([member]), present=True).exists()


def _stints(seats: Iterable[int]) -> list[Json]:
    """`fill_in` and `couple` are left out if they have no value, as in older log entries."""
    seatings = TableSeat.objects.filter(seat__in=list(seats)).order_by("seat", "since")
    return [
        {key: value for key, value in stint.items() if key not in (FILL_IN, COUPLE) or value}
        for stint in seatings.values(*STINT, FILL_IN, COUPLE)
    ]


def refuse_seated(round: int, member: int) -> None:
    """Refuse if the member, or a merged duplicate, already sits at a table of this round."""
    seatings = TableSeat.objects.filter(round=round, until=None).select_related("member", "table")
    who = belongs_to([member])
    if seated := seatings.filter(who).first():
        raise user_error(problems.SEATED, name=str(seated.member), table=seated.table.number)


def go_back(entry: NightLogEntry, by: str) -> None:
    """Refuse if a later change builds on it. What it did in a round drawn anew since is gone."""
    body: Json = entry.body
    was, now = body.get("was", []), body.get("now", [])
    tables = Table.objects.in_bulk({stint["table"] for stint in [*was, *now]})
    left = [stint for stint in now if stint["table"] in tables]
    if _stints(body.get("seats", [])) != left:
        raise user_error(problems.BUILT_ON)
    TableSeat.objects.filter(seat__in=body.get("seats", [])).delete()
    for stint in was:
        table = tables.get(stint["table"])
        if table is None:
            continue
        if stint["until"] is None:
            refuse_seated(table.round_id, stint["member"])
        values = {f"{key}_id": stint[key] for key in STINT[:3]}
        more = {"since": stint["since"], "until": stint["until"], "round_id": table.round_id}
        more[FILL_IN] = stint.get(FILL_IN, False)
        more["couple_id"] = stint.get(COUPLE)
        TableSeat.objects.create(**values, **more)
    for step in reversed(body["steps"]):
        if step["do"] == "presence":
            member, present = Member.objects.get(pk=step["member"]), not step["now"]
            if is_present(entry.night, member) != present:
                at_the_door.check_in(night=entry.night, member=member, present=present, by=by)
        elif step["do"] == "said":
            member = Member.objects.get(pk=step["member"])
            set_attendances(entry.night, [member], NightLogEntry.Kind.SAID, step["was"], by)
        elif step["do"] == "substitute":
            if entry.night.substitutes.filter(couple=step["couple"], member=step["now"]).exists():
                entrants.put_substitute(entry.night, step["couple"], step["was"], by)
        elif sheet := Sheet.objects.filter(pk=step["sheet"]).first():
            _undo_on_sheet(sheet, step, by)


def _undo_on_sheet(sheet: Sheet, step: Json, by: str) -> None:
    match step["do"]:
        case "seat":
            lifecycle.undo(sheet=sheet, change=uuid.UUID(step["event"]), by=by)
            return
        case "close":
            lifecycle.reopen(sheet=sheet, reason="", by=by)
            return
        case "table":
            if sheet.events.filter(kind__in=[*ENTRIES, Event.Kind.PENALIZED]).exists():
                raise user_error(problems.BUILT_ON)
            Table.objects.get(pk=step["table"]).delete()
            lifecycle.erase(sheet=sheet)
            return
    with lock_sheet(sheet) as locked:
        match step["do"]:
            case "scribe":
                if locked.replay.scribe != step["now"]:
                    raise user_error(problems.BUILT_ON)
                player = locked.row_names.names[step["was"]]
                lifecycle.hand_over(sheet=locked, player=player, by=by)
            case "games":
                if locked.sheet.games != step["now"]:
                    raise user_error(problems.BUILT_ON)
                lifecycle.set_games(sheet=locked, games=step["was"], by=by)
            case "game":
                number, was = step["number"], step["was"]
                entered = locked.rows[number]
                if str(entered.event.pk) != step["now"]:
                    raise user_error(problems.MOVED_ON, number=number)
                row = {}
                if was:
                    row = locked.row_names.convert_to_typed(locked.replay.versions[was].row, number)
                seen = entered.revision
                lifecycle.record(sheet=locked, number=number, row=row, seen=seen, by=by)
