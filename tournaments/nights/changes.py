"""Changes during a night: somebody comes late, leaves, is replaced, moves or keeps score; a game is
not played; a table is split or dissolved. All database writes for them are in this module; each
adds a log entry that can be undone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import NamedTuple

from scoring.games.core.options import MOST_GAMES
from scoring.games.sheet.rows import is_empty
from scoring.models import Seat, Sheet
from scoring.sheets import lifecycle
from scoring.sheets.locked import games_to_play
from scoring.sheets.rows import RowNames
from tournaments import problems
from tournaments.club.reglementen import system_of, table_kind
from tournaments.club.seasons import in_bounds
from tournaments.draw.engine import table_sizes
from tournaments.locks import lock_night
from tournaments.members import members
from tournaments.models import Member, Night, NightLogEntry, Season, Table, TableSeat
from tournaments.names import normalize
from tournaments.nights import undo as steps
from tournaments.nights.nights import add_log_entry, require_state
from tournaments.nights.rounds import named, names_at
from tournaments.nights.undo import UndoSteps
from tournaments.problems import user_error

Kind = NightLogEntry.Kind
SEATS, GAMES, ROW = "seats", "games", "game %(number)s"
ABOUT = {  # what each change touches; of two that touch the same at a table, undo the later first
    **dict.fromkeys((Kind.CAME, Kind.LEFT, Kind.REPLACED, Kind.SWAPPED, Kind.SCRIBE), (SEATS,)),
    **dict.fromkeys((Kind.SPLIT, Kind.JOINED), (SEATS, GAMES)),
    Kind.CUT: (GAMES,),
    Kind.VOID: (ROW,),
}
KINDS = tuple(ABOUT)


class Chairs(NamedTuple):
    """The least and the greatest number of people at a table."""

    least: int
    most: int

    @property
    def fixed(self) -> bool:
        return self.least == self.most


def chairs(season: Season) -> Chairs:
    least, _most = system_of(season.reglement).seats
    return Chairs(least, table_sizes.full(table_kind(season)))


def games_at(sheet: Sheet) -> int | None:
    """Return how many games the sheet has; None if the game itself decides when it ends."""
    return games_to_play(sheet, RowNames(sheet))


def next_game(sheet: Sheet) -> int:
    """Return the number after the last game with an entry."""
    played = [row.number for row in sheet.rows.all() if row.number and not is_empty(row.data)]
    return max(played, default=0) + 1


# Who sits there


def join_table(*, table: Table, member: Member, by: str = "") -> NightLogEntry:
    """Seat a latecomer at a table with a free seat. The latecomer plays from the next game on."""
    with _change(table, by) as (now, at):
        _refuse_fixed(at)
        who = _free(at, member)
        since = _sit_down(now, at, who)
        return now.on_record(Kind.CAME, [at], {"member": who.pk, "since": since})


def leave(*, table: Table, member: Member, since: int | None = None, by: str = "") -> NightLogEntry:
    """Let the member leave before the next game, or before game `since`, and check the member
    out.
    """
    with _change(table, by) as (now, at):
        _refuse_fixed(at)
        sitting = _sits(at, member)
        since = _since(sitting, since)
        _get_up(now, sitting, since)
        now.check_in(members.main_member(sitting.member), False)
        return now.on_record(Kind.LEFT, [at], {"member": sitting.member_id, "since": since})


def replace(
    *, table: Table, member: Member, other: Member, since: int | None = None, by: str = ""
) -> NightLogEntry:
    """Seat `other` in place of `member`, who leaves the night."""
    with _change(table, by) as (now, at):
        sitting, newcomer = _sits(at, member), _free(at, other)
        since = _since(sitting, since)
        now.replace(sitting.seat, _name_on(sitting.seat, newcomer), since)
        now.rise(sitting, since)
        now.sit(at, sitting.seat, newcomer, since)
        now.check_in(members.main_member(sitting.member), False)
        now.check_in(newcomer, True)
        body = {"member": sitting.member_id, "other": newcomer.pk, "since": since}
        return now.on_record(Kind.REPLACED, [at], body)


def swap(
    *, table: Table, member: Member, other: Member, anyway: bool = False, by: str = ""
) -> NightLogEntry:
    """Swap the seats of two members, each from the next game at that table on. Refuse if one of
    them gets fewer games by it, unless `anyway` is set.
    """
    with _change(table, by) as (now, at):
        sitting, another = _sits(at, member), _sits_in_round(at, other)
        if sitting.pk == another.pk:
            raise user_error(problems.SELF_PAIR)
        since, then = _next(at), _next(another.table)
        if not anyway:
            _refuse_uneven(sitting, another)
        if sitting.table_id != another.table_id:
            now.replace(sitting.seat, _name_on(sitting.seat, another.member), since)
            now.replace(another.seat, _name_on(another.seat, sitting.member), then)
        elif since == 1:
            now.exchange(sitting.seat, another.seat)
        else:
            raise user_error(problems.ONE_FORM)
        now.rise(sitting, since)
        now.rise(another, then)
        now.sit(at, sitting.seat, another.member, since)
        now.sit(another.table, another.seat, sitting.member, then)
        tables = {at.pk: at, another.table_id: another.table}.values()
        body = {"member": sitting.member_id, "other": another.member_id}
        return now.on_record(Kind.SWAPPED, tables, body)


def _refuse_uneven(table_seat: TableSeat, another: TableSeat) -> None:
    """Refuse a swap after which one of the two plays more games than the other. This happens if one
    table is further than the other, or has fewer games.
    """
    here, there = table_seat.table, another.table
    next_here, next_there = next_game(here.sheet), next_game(there.sheet)
    games, games_there = games_at(here.sheet), games_at(there.sheet)
    longer = next_there - next_here  # how many more games this table has left
    if games and games_there:
        longer += games - games_there
    if not longer:
        return
    fewer, more = (table_seat, another) if longer > 0 else (another, table_seat)
    raise user_error(
        problems.UNEVEN,
        table=here.number,
        next=next_here,
        there=there.number,
        then=next_there,
        fewer=str(fewer.member),
        more=str(more.member),
        count=abs(longer),
    )


# What is played


def hand_over(*, table: Table, member: Member, by: str = "") -> NightLogEntry:
    """Make this member of the table the scribe from now on."""
    with _change(table, by) as (now, at):
        sitting = _sits(at, member)
        now.hand_over(sitting.seat)
        return now.on_record(Kind.SCRIBE, [at], {"member": sitting.member_id})


def void(
    *, table: Table, number: int, reason: str, seen: int | None = None, by: str = ""
) -> NightLogEntry:
    """Void a game: it is not scored, but counts as played. `seen` is the last event of the sheet
    that the organiser saw. Refuse if the game was changed after that.
    """
    with _change(table, by) as (now, at):
        in_bounds("number", number, 1, games_at(at.sheet) or MOST_GAMES)
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        now.void(at.sheet, number, normalize(reason)[:200], seen)
        return now.on_record(Kind.VOID, [at], {"number": number}, reason)


# Whole tables


def split(*, table: Table, going: Iterable[Member], by: str = "") -> NightLogEntry:
    """Move the members in `going` to a new table, where they play the games that are left."""
    with _change(table, by) as (now, at):
        least = _refuse_fixed(at).least
        go = sorted(
            {_sits(at, member) for member in going}, key=lambda sitting: sitting.seat.position
        )
        if min(len(go), at.seats.filter(until=None).count() - len(go)) < least:
            raise user_error(problems.TOO_SMALL, count=least)
        since = _next(at)
        for sitting in go:
            _get_up(now, sitting, since)
        new = _lay(now, at, [sitting.member for sitting in go], since - 1)
        body = {
            "members": [sitting.member_id for sitting in go],
            "number": new.number,
            "since": since,
        }
        return now.on_record(Kind.SPLIT, [at, new], body)


def merge_tables(*, table: Table, to: Mapping[Member, Table | None], by: str = "") -> NightLogEntry:
    """Dissolve a table. Its sheet ends with the games that were played. `to` tells the new table of
    each member; a member without one leaves the night.
    """
    with _change(table, by) as (now, at):
        _refuse_fixed(at)
        since, tables = _next(at), {at.pk: at}
        for sitting in at.seats.filter(until=None).select_related("member", "seat"):
            now.rise(sitting, since)
            if target := to.get(sitting.member):
                if target.pk == at.pk:
                    raise user_error(problems.NO_CHAIR, table=at.number)
                tables[target.pk] = _table(target, round=at.round_id)
                _sit_down(now, tables[target.pk], sitting.member)
            else:
                now.check_in(members.main_member(sitting.member), False)
        if since > 1:
            now.set_games(at.sheet, since - 1)
        else:
            now.close(at.sheet)
        return now.on_record(Kind.JOINED, tables.values(), {"number": at.number})


def _lay(now: UndoSteps, at: Table, people: list[Member], played: int) -> Table:
    """Open a new table in the same round. It gets the lowest free number."""
    old = at.sheet
    sheet = lifecycle.open(
        game=old.game,
        names=names_at(people),
        options=old.options,
        round=old.round,
        approval=old.approval,
        arranged=True,
        by=now.by,
    )
    if games := games_at(old):
        lifecycle.set_games(sheet=sheet, games=games - played, by=now.by)
    taken = set(at.round.tables.values_list("number", flat=True))
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    new = Table.objects.create(round=at.round, number=number, sheet=sheet)
    now.lay(new)
    for member, seat in zip(people, sheet.seats.all(), strict=True):
        now.sit(new, seat, member, 1)
    return new


# Undoing


def undo(*, entry: NightLogEntry, by: str = "") -> NightLogEntry:
    """Undo a change. Refuse if a later change builds on it."""
    with lock_night(entry.night) as now:
        require_state(now, Night.State.PLAYING)
        changes = in_force(now)
        if entry not in changes:
            raise user_error(problems.UNDONE)
        if entry not in last_ones(changes):
            raise user_error(problems.BUILT_ON)
        steps.go_back(entry, by)
        return add_log_entry(now, Kind.UNDONE, by, entry=entry.pk, tables=entry.body["tables"])


def in_force(night: Night) -> list[NightLogEntry]:
    """Return the changes of the night that were not undone and whose tables still exist, the oldest
    first.
    """
    log_entries = list(night.log_entries.filter(kind__in=[*KINDS, Kind.UNDONE]))
    undone = {entry.body["entry"] for entry in log_entries if entry.kind == Kind.UNDONE}
    tables = set(Table.objects.filter(round__night=night).values_list("pk", flat=True))
    return [
        entry
        for entry in log_entries
        if entry.kind in KINDS
        and entry.pk not in undone
        and tables.issuperset(entry.body.get("tables", [None]))
    ]


def last_ones(made: Sequence[NightLogEntry]) -> list[NightLogEntry]:
    """Return the changes that no later change builds on, the latest first."""
    latest: list[NightLogEntry] = []
    taken: set[tuple[int, str]] = set()
    for entry in reversed(made):
        what = [words % entry.body for words in ABOUT[Kind(entry.kind)]]
        about = set(product(entry.body["tables"], what))
        if taken.isdisjoint(about):
            latest.append(entry)
        taken |= about
    return latest


# What all of them need


@contextmanager
def _change(table: Table, by: str) -> Iterator[tuple[UndoSteps, Table]]:
    """Lock the night. Yield an empty list of steps for the change to fill, and the table as it is
    now. Refuse unless the night is being played.
    """
    with lock_night(table.round.night) as now:
        require_state(now, Night.State.PLAYING)
        yield UndoSteps(now, by), _table(table)


def _table(table: Table, **of: int) -> Table:
    tables = Table.objects.select_related("sheet", "round__night__season__reglement")
    if fresh := tables.filter(pk=table.pk, **of).first():
        return fresh
    raise user_error(problems.GONE)


def _next(at: Table) -> int:
    """Return the number of the next game at this table. Refuse if all games are played."""
    number, games = next_game(at.sheet), games_at(at.sheet)
    if games and number > games:
        raise user_error(problems.ALL_PLAYED, table=at.number)
    return number


def _since(table_seat: TableSeat, typed: int | None) -> int:
    """Return the game from which a change holds: `typed`, or the next game if nothing was typed.
    Refuse a game before this stay began, or after the next game.
    """
    low, high = table_seat.since, _next(table_seat.table)
    if typed is not None and not low <= typed <= high:
        raise user_error(problems.FROM_GAME, given=typed, low=low, high=high)
    return high if typed is None else typed


def _sits(at: Table, member: Member) -> TableSeat:
    return _find(at, member, table=at)


def _sits_in_round(at: Table, member: Member) -> TableSeat:
    return _find(at, member, round=at.round)


def _find(at: Table, member: Member, **where: object) -> TableSeat:
    sitting = TableSeat.objects.filter(until=None, member=member, **where)
    first = sitting.select_related("member", "seat__sheet", "table__sheet", "table__round").first()
    if first is None:
        raise user_error(problems.NOT_THERE, name=str(member), table=at.number)
    return first


def _free(at: Table, member: Member) -> Member:
    """Return the member as now stored; for a merged double, the member kept. Refuse if that member
    was erased meanwhile or has a seat in this round.
    """
    current = members.main_member(Member.objects.select_related("merged_into").get(pk=member.pk))
    if current.erased:
        raise user_error(problems.GONE)
    (labelled,) = members.label_people([current])
    steps.refuse_seated(at.round_id, labelled.pk)
    return labelled


def _refuse_fixed(at: Table) -> Chairs:
    room = chairs(at.round.night.season)
    if room.fixed:
        raise user_error(problems.FIXED, count=room.most)
    return room


def _sit_down(now: UndoSteps, at: Table, who: Member) -> int:
    """Seat the member from the next game on, and return the number of that game. The member gets
    the seat that was theirs, else an empty one, else a new one.
    """
    if at.seats.filter(until=None).count() >= chairs(now.night.season).most:
        raise user_error(problems.NO_CHAIR, table=at.number)
    since = _next(at)
    if seat := _empty(at, who):
        now.replace(seat, _name_on(seat, who), since)
    else:
        seat = now.add(at.sheet, named(who, _names(at.sheet)), since)
    now.sit(at, seat, who, since)
    now.check_in(who, True)
    return since


def _empty(at: Table, who: Member) -> Seat | None:
    """Return a seat of the sheet where nobody sits now; if possible, one where this member sat
    before.
    """
    taken = at.seats.filter(until=None).values("seat")
    empty = list(at.sheet.seats.exclude(pk__in=taken).select_related("sheet"))
    empty.sort(key=lambda seat: not _is_own(seat, who))
    return empty[0] if empty else None


def _is_own(seat: Seat, who: Member) -> bool:
    """Return whether this member was the last to sit on this seat. Of a member who left before the
    first game no stay is stored, only the name on the seat.
    """
    last = seat.sat_on.order_by("since").last()
    return last.member_id == who.pk if last else seat.name == str(who)


def _get_up(now: UndoSteps, table_seat: TableSeat, since: int) -> None:
    """End a member's stay. If that member was the scribe, the next member to the left becomes the
    scribe.
    """
    now.leave(table_seat.seat, since)
    now.rise(table_seat, since)
    still = [*table_seat.table.seats.filter(until=None).select_related("seat__sheet")]
    still.sort(
        key=lambda other: (other.seat.position < table_seat.seat.position, other.seat.position)
    )
    if still and now.keeps_score(table_seat.seat):
        now.hand_over(still[0].seat)


def _name_on(seat: Seat, who: Member) -> str:
    """Return a name for the member on this seat. The name differs from those on all other seats and
    from that of the member who gets up.
    """
    taken = _names(seat.sheet, seat)
    return named(who, taken if _is_own(seat, who) else [*taken, seat.name])


def _names(sheet: Sheet, but: Seat | None = None) -> list[str]:
    """Return all current and former names on this sheet, except those of the seat `but`."""
    now, former = sheet.seats.all(), sheet.former_names.all()
    if but:
        now, former = now.exclude(pk=but.pk), former.exclude(seat=int(but.key))
    return [*now.values_list("name", flat=True), *former.values_list("name", flat=True)]
