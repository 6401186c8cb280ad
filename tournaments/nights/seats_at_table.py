from typing import Any, NamedTuple

from django.db.models import Q

from scoring.games.sheet.rows import is_empty
from scoring.models import Seat, Sheet
from scoring.sheets.row_names import RowNames
from scoring.sheets.sheet_under_lock import find_games_to_play
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club.reglementen import build_game
from tournaments.draw.engine import table_sizes
from tournaments.members import members
from tournaments.models import Member, Night, NightLogEntry, Round, Table, TableSeat
from tournaments.nights import undo_steps
from tournaments.nights.draw_rounds import make_name
from tournaments.nights.nights import find_night_table_kind
from tournaments.nights.undo_steps import UndoSteps


class Chairs(NamedTuple):
    """How many may sit at a table. Only an organiser may exceed `most`."""

    least: int
    most: int
    highest: int

    @property
    def fixed(self) -> bool:
        return self.least == self.highest


def find_chairs(night: Night) -> Chairs:
    least, highest = build_game(night.season.reglement).seats
    most = (
        highest
        if night.season.by_couple
        else table_sizes.find_full_size(find_night_table_kind(night))
    )
    return Chairs(least, most, highest)


def find_entrant_chairs(night: Night) -> Chairs:
    """Return the same in entrants of a draw: in a season of couples, a couple is one."""
    room = find_chairs(night)
    return Chairs(*(seats // 2 for seats in room)) if night.season.by_couple else room


def count_games(sheet: Sheet) -> int | None:
    """Return None if the rules of the game decide when it ends."""
    return find_games_to_play(RowNames(sheet))


def find_next_game(sheet: Sheet) -> int:
    played = [row.number for row in sheet.rows.all() if row.number and not is_empty(row.data)]
    return max(played, default=0) + 1


def find_next_open_game(at: Table) -> int:
    """Refuse if the table has played all its games."""
    number, games = find_next_game(at.sheet), count_games(at.sheet)
    if games and number > games:
        raise user_error(problems.ALL_PLAYED, table=at.number)
    return number


def choose_first_game(table_seat: TableSeat, typed: int | None) -> int:
    """The default is the next one. A form on paper may still be empty when somebody leaves."""
    low, after = table_seat.since, find_next_open_game(table_seat.table)
    high = count_games(table_seat.table.sheet) or max(low, after)
    if typed is not None and not low <= typed <= high:
        raise user_error(problems.FROM_GAME, given=typed, low=low, high=high)
    return max(low, after) if typed is None else typed


def find_seat(at: Table, member: Member, *, in_round: bool = False) -> TableSeat:
    where: dict[str, Any] = {"round": at.round} if in_round else {"table": at}
    sitting = TableSeat.objects.filter(until=None, member=member, **where)
    first = sitting.select_related("member", "seat__sheet", "table__sheet", "table__round").first()
    if first is None:
        raise user_error(problems.NOT_THERE, name=str(member), table=at.number)
    return first


def admit(steps: UndoSteps, at: Table, member: Member) -> tuple[Member, list[Table]]:
    """Return the member who sits down (the one who was kept, for a merged duplicate) and the tables
    that they leave. Refuse a member who was erased or deleted, or who has a seat in this round.

    In a season with fill-ins, a member whose own table has finished its games may play on at
    another table. Their stay at their own table then ends. A table of people who sat out takes
    fill-ins in every season.
    """
    current = members.read_again(member).main
    (labelled,) = members.label_people([current])
    left = []
    if (steps.night.season.fill_ins or has_empty_seat(at)) and (
        own := find_waiting_seats(at.round, member=labelled).get(labelled.pk)
    ):
        steps.end_stay(own, find_next_game(own.table.sheet))
        steps.finished.add(own.member_id)
        left.append(own.table)
    undo_steps.refuse_seated(at.round_id, labelled.pk)
    return labelled, left


def find_waiting_seats(round_: Round, **where: Member) -> dict[int, TableSeat]:
    """Return the seats, by member, of who may fill in once elsewhere: their own table is done."""
    seats = TableSeat.objects.filter(round=round_, until=None, fill_in=False, **where)
    seats = seats.select_related("member", "table__sheet").prefetch_related("table__sheet__rows")
    waiting = {}
    for seat in seats:
        sheet = seat.table.sheet
        games, number = count_games(sheet), find_next_game(sheet)
        over = sheet.closed or (games and number > games)
        if over and number > seat.since:
            waiting[seat.member_id] = seat
    return waiting


def list_left_over(night: Night) -> set[int]:
    """Return the ids of the tables that were opened for who sat out."""
    opened = night.log_entries.filter(kind=NightLogEntry.Kind.OPENED)
    return {body["tables"][0] for body in opened.values_list("body", flat=True)}


def has_empty_seat(at: Table) -> bool:
    """Return whether a table of people who were left over has room for who is done elsewhere."""
    night, sitting = at.round.night, at.seats.filter(until=None).count()
    return sitting < find_chairs(night).most and at.pk in list_left_over(night)


def refuse_fixed(at: Table) -> Chairs:
    room = find_chairs(at.round.night)
    if room.fixed:
        raise user_error(problems.FIXED, count=room.most)
    return room


def sit_down(steps: UndoSteps, at: Table, who: Member, *, anyway: bool = False) -> int:
    """Return the number of the next game, from which on they sit: best where they sat before."""
    since = find_next_open_game(at)
    room, sits = find_chairs(steps.night), at.seats.filter(Q(until=None) | Q(until__gte=since))
    sitting = sits.values("seat").distinct().count()
    if sitting >= room.highest:
        raise user_error(problems.NO_CHAIR, table=at.number)
    if sitting >= room.most and not anyway:
        raise user_error(problems.LARGER, table=at.number, count=sitting, most=room.most)
    empty = list(at.sheet.seats.exclude(pk__in=sits.values("seat")).select_related("sheet"))
    if empty:
        seat = min(empty, key=lambda seat: not _is_own(seat, who))
        steps.replace(seat, choose_seat_name(seat, who), since)
    else:
        seat = steps.add(at.sheet, make_name(who, _names(at.sheet)), since)
    steps.sit(at, seat, who, since)
    steps.check_in(who, True)
    return since


def _is_own(seat: Seat, who: Member) -> bool:
    """A stay that ended before the first game is not kept: then the seat's name must tell."""
    last = seat.sat_on.order_by("since").last()
    return last.member_id == who.pk if last else seat.name == str(who)


def get_up(steps: UndoSteps, table_seat: TableSeat, since: int) -> None:
    """End a member's stay before game `since`. A scribe's pen goes to the member to the left."""
    steps.leave(table_seat.seat, since)
    steps.end_stay(table_seat, since)
    still = [*table_seat.table.seats.filter(until=None).select_related("seat__sheet")]
    still.sort(
        key=lambda other: (other.seat.position < table_seat.seat.position, other.seat.position)
    )
    if still and steps.is_scribe(table_seat.seat):
        steps.hand_over(still[0].seat)


def choose_seat_name(seat: Seat, who: Member) -> str:
    """Return a name that no other seat has or had, nor somebody else who sat here last."""
    taken = _names(seat.sheet, seat)
    return make_name(who, taken if _is_own(seat, who) else [*taken, seat.name])


def _names(sheet: Sheet, but: Seat | None = None) -> list[str]:
    now, former = sheet.seats.all(), sheet.former_names.all()
    if but:
        now, former = now.exclude(pk=but.pk), former.exclude(seat=int(but.key))
    return [*now.values_list("name", flat=True), *former.values_list("name", flat=True)]
