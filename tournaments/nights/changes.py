"""Changes in the middle of a night: who comes late, leaves, is replaced or moves, who keeps score,
a game that is not played, a table that is split or dissolved. Everything that is written is
written here, with a line on record that holds the way back.
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
from tournaments.models import Deed, Member, Night, Season, Table, TableSeat
from tournaments.names import normalize
from tournaments.nights import undo as steps
from tournaments.nights.nights import add_log_entry, require_state
from tournaments.nights.rounds import named, names_at
from tournaments.nights.undo import UndoSteps
from tournaments.problems import user_error

Kind = Deed.Kind
SEATS, GAMES, ROW = "seats", "games", "game %(number)s"
ABOUT = {  # what can be undone; of two about the same thing at one table, the later one first
    **dict.fromkeys((Kind.CAME, Kind.LEFT, Kind.REPLACED, Kind.SWAPPED, Kind.SCRIBE), (SEATS,)),
    **dict.fromkeys((Kind.SPLIT, Kind.JOINED), (SEATS, GAMES)),
    Kind.CUT: (GAMES,),
    Kind.VOID: (ROW,),
}
KINDS = tuple(ABOUT)


class Chairs(NamedTuple):
    """How many people a table takes."""

    least: int
    most: int

    @property
    def fixed(self) -> bool:
        return self.least == self.most


def chairs(season: Season) -> Chairs:
    least, _most = system_of(season.reglement).seats
    return Chairs(least, table_sizes.full(table_kind(season)))


def games_at(sheet: Sheet) -> int | None:
    """None: until the end comes by itself."""
    return games_to_play(sheet, RowNames(sheet))


def next_game(sheet: Sheet) -> int:
    """The first one that nothing is entered in, nor in any after it."""
    played = [row.number for row in sheet.rows.all() if row.number and not is_empty(row.data)]
    return max(played, default=0) + 1


# Who sits there


def join_table(*, table: Table, member: Member, by: str = "") -> Deed:
    """Who is late sits down at a table that has a seat free, from its next game on."""
    with _change(table, by) as (now, at):
        _refuse_fixed(at)
        who = _free(at, member)
        since = _sit_down(now, at, who)
        return now.on_record(Kind.CAME, [at], {"member": who.pk, "since": since})


def leave(*, table: Table, member: Member, since: int | None = None, by: str = "") -> Deed:
    """Away from the next game on, or since one before it; and not there for the next draw."""
    with _change(table, by) as (now, at):
        _refuse_fixed(at)
        one = _sits(at, member)
        since = _since(one, since)
        _get_up(now, one, since)
        now.check_in(members.main_member(one.member), False)
        return now.on_record(Kind.LEFT, [at], {"member": one.member_id, "since": since})


def replace(
    *, table: Table, member: Member, other: Member, since: int | None = None, by: str = ""
) -> Deed:
    """`other` plays on in the seat of who leaves."""
    with _change(table, by) as (now, at):
        one, who = _sits(at, member), _free(at, other)
        since = _since(one, since)
        now.replace(one.seat, _name_on(one.seat, who), since)
        now.rise(one, since)
        now.sit(at, one.seat, who, since)
        now.check_in(members.main_member(one.member), False)
        now.check_in(who, True)
        told = {"member": one.member_id, "other": who.pk, "since": since}
        return now.on_record(Kind.REPLACED, [at], told)


def swap(
    *, table: Table, member: Member, other: Member, anyway: bool = False, by: str = ""
) -> Deed:
    """Each goes on in the seat of the other, from the next game there on; `anyway`: also where one
    of them comes to fewer games by it.
    """
    with _change(table, by) as (now, at):
        one, another = _sits(at, member), _sits_in_round(at, other)
        if one.pk == another.pk:
            raise user_error(problems.SELF_PAIR)
        since, then = _next(at), _next(another.table)
        if not anyway:
            _refuse_uneven(one, another)
        if one.table_id != another.table_id:
            now.replace(one.seat, _name_on(one.seat, another.member), since)
            now.replace(another.seat, _name_on(another.seat, one.member), then)
        elif since == 1:
            now.exchange(one.seat, another.seat)
        else:
            raise user_error(problems.ONE_FORM)
        now.rise(one, since)
        now.rise(another, then)
        now.sit(at, one.seat, another.member, since)
        now.sit(another.table, another.seat, one.member, then)
        tables = {at.pk: at, another.table_id: another.table}.values()
        told = {"member": one.member_id, "other": another.member_id}
        return now.on_record(Kind.SWAPPED, tables, told)


def _refuse_uneven(one: TableSeat, another: TableSeat) -> None:
    """One table may be further than the other, or have fewer games to go."""
    here, there = one.table, another.table
    next_here, next_there = next_game(here.sheet), next_game(there.sheet)
    games, games_there = games_at(here.sheet), games_at(there.sheet)
    longer = next_there - next_here  # so many games more at this table
    if games and games_there:
        longer += games - games_there
    if not longer:
        return
    fewer, more = (one, another) if longer > 0 else (another, one)
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


def hand_over(*, table: Table, member: Member, by: str = "") -> Deed:
    """Somebody else at the table keeps score from now on."""
    with _change(table, by) as (now, at):
        one = _sits(at, member)
        now.hand_over(one.seat)
        return now.on_record(Kind.SCRIBE, [at], {"member": one.member_id})


def void(*, table: Table, number: int, reason: str, seen: int | None = None, by: str = "") -> Deed:
    """A game that is not scored and counts as played. `seen` is the last event that was seen of
    the sheet: what came in later is not written over.
    """
    with _change(table, by) as (now, at):
        in_bounds("number", number, 1, games_at(at.sheet) or MOST_GAMES)
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        now.void(at.sheet, number, normalize(reason)[:200], seen)
        return now.on_record(Kind.VOID, [at], {"number": number}, reason)


# Whole tables


def split(*, table: Table, going: Iterable[Member], by: str = "") -> Deed:
    """Some of them play the games that are left at a table of their own."""
    with _change(table, by) as (now, at):
        least = _refuse_fixed(at).least
        go = sorted({_sits(at, member) for member in going}, key=lambda one: one.seat.position)
        if min(len(go), at.seats.filter(until=None).count() - len(go)) < least:
            raise user_error(problems.TOO_SMALL, count=least)
        since = _next(at)
        for one in go:
            _get_up(now, one, since)
        new = _lay(now, at, [one.member for one in go], since - 1)
        told = {"members": [one.member_id for one in go], "number": new.number, "since": since}
        return now.on_record(Kind.SPLIT, [at, new], told)


def merge_tables(*, table: Table, to: Mapping[Member, Table | None], by: str = "") -> Deed:
    """A table is dissolved. Its people play on at other tables, or go home; its own sheet ends
    with the games that were played.
    """
    with _change(table, by) as (now, at):
        _refuse_fixed(at)
        since, tables = _next(at), {at.pk: at}
        for one in at.seats.filter(until=None).select_related("member", "seat"):
            now.rise(one, since)
            if there := to.get(one.member):
                if there.pk == at.pk:
                    raise user_error(problems.NO_CHAIR, table=at.number)
                tables[there.pk] = _table(there, round=at.round_id)
                _sit_down(now, tables[there.pk], one.member)
            else:
                now.check_in(members.main_member(one.member), False)
        if since > 1:
            now.set_games(at.sheet, since - 1)
        else:
            now.close(at.sheet)
        return now.on_record(Kind.JOINED, tables.values(), {"number": at.number})


def _lay(now: UndoSteps, at: Table, people: list[Member], played: int) -> Table:
    """A new table beside this one, under the lowest number that is free."""
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


def undo(*, deed: Deed, by: str = "") -> Deed:
    """The way back, where nothing that was done since builds on it."""
    with lock_night(deed.night) as now:
        require_state(now, Night.State.PLAYING)
        made = in_force(now)
        if deed not in made:
            raise user_error(problems.UNDONE)
        if deed not in last_ones(made):
            raise user_error(problems.BUILT_ON)
        steps.go_back(deed, by)
        return add_log_entry(now, Kind.UNDONE, by, deed=deed.pk, tables=deed.body["tables"])


def in_force(night: Night) -> list[Deed]:
    """All changes of the night that were not undone."""
    deeds = list(night.deeds.filter(kind__in=[*KINDS, Kind.UNDONE]))
    undone = {deed.body["deed"] for deed in deeds if deed.kind == Kind.UNDONE}
    tables = set(Table.objects.filter(round__night=night).values_list("pk", flat=True))
    return [
        deed
        for deed in deeds
        if deed.kind in KINDS
        and deed.pk not in undone
        and tables.issuperset(deed.body.get("tables", [None]))
    ]


def last_ones(made: Sequence[Deed]) -> list[Deed]:
    """Those that no later one builds on."""
    found: list[Deed] = []
    taken: set[tuple[int, str]] = set()
    for deed in reversed(made):
        what = [words % deed.body for words in ABOUT[Kind(deed.kind)]]
        about = set(product(deed.body["tables"], what))
        if taken.isdisjoint(about):
            found.append(deed)
        taken |= about
    return found


# What all of them need


@contextmanager
def _change(table: Table, by: str) -> Iterator[tuple[UndoSteps, Table]]:
    """At a table as it is now; only while the night is played."""
    with lock_night(table.round.night) as now:
        require_state(now, Night.State.PLAYING)
        yield UndoSteps(now, by), _table(table)


def _table(table: Table, **of: int) -> Table:
    found = Table.objects.select_related("sheet", "round__night__season__reglement")
    if one := found.filter(pk=table.pk, **of).first():
        return one
    raise user_error(problems.GONE)


def _next(at: Table) -> int:
    """The next game at this table, where there is one."""
    number, games = next_game(at.sheet), games_at(at.sheet)
    if games and number > games:
        raise user_error(problems.ALL_PLAYED, table=at.number)
    return number


def _since(one: TableSeat, typed: int | None) -> int:
    """From which game on: the next one, or one that was played since somebody sat there."""
    low, high = one.since, _next(one.table)
    if typed is not None and not low <= typed <= high:
        raise user_error(problems.FROM_GAME, given=typed, low=low, high=high)
    return high if typed is None else typed


def _sits(at: Table, member: Member) -> TableSeat:
    return _find(at, member, table=at)


def _sits_in_round(at: Table, member: Member) -> TableSeat:
    return _find(at, member, round=at.round)


def _find(at: Table, member: Member, **where: object) -> TableSeat:
    found = TableSeat.objects.filter(until=None, member=member, **where)
    one = found.select_related("member", "seat__sheet", "table__sheet", "table__round").first()
    if one is None:
        raise user_error(problems.NOT_THERE, name=str(member), table=at.number)
    return one


def _free(at: Table, member: Member) -> Member:
    """Somebody of the club who sits nowhere else; merged or erased meanwhile, as things are now."""
    now = members.main_member(Member.objects.select_related("merged_into").get(pk=member.pk))
    if now.erased:
        raise user_error(problems.GONE)
    (who,) = members.label_people([now])
    steps.refuse_seated(at.round_id, who.pk)
    return who


def _refuse_fixed(at: Table) -> Chairs:
    found = chairs(at.round.night.season)
    if found.fixed:
        raise user_error(problems.FIXED, count=found.most)
    return found


def _sit_down(now: UndoSteps, at: Table, who: Member) -> int:
    """On one's own seat, else on one that is free, else on one more; from the next game on."""
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
    """A seat of the form where nobody sits now; one's own first."""
    taken = at.seats.filter(until=None).values("seat")
    found = list(at.sheet.seats.exclude(pk__in=taken).select_related("sheet"))
    found.sort(key=lambda seat: not _is_own(seat, who))
    return found[0] if found else None


def _is_own(seat: Seat, who: Member) -> bool:
    """Who got up before the first game left nothing there but a name."""
    last = seat.sat_on.order_by("since").last()
    return last.member_id == who.pk if last else seat.name == str(who)


def _get_up(now: UndoSteps, one: TableSeat, since: int) -> None:
    """Whoever keeps score passes the pen on to the left."""
    now.leave(one.seat, since)
    now.rise(one, since)
    still = [*one.table.seats.filter(until=None).select_related("seat__sheet")]
    still.sort(key=lambda each: (each.seat.position < one.seat.position, each.seat.position))
    if still and now.keeps_score(one.seat):
        now.hand_over(still[0].seat)


def _name_on(seat: Seat, who: Member) -> str:
    """As it stands on the form from now on; told apart from whoever sat on another seat, and from
    who gets up here.
    """
    taken = _names(seat.sheet, seat)
    return named(who, taken if _is_own(seat, who) else [*taken, seat.name])


def _names(sheet: Sheet, but: Seat | None = None) -> list[str]:
    """All names that are or were on this form, but those of one seat."""
    now, former = sheet.seats.all(), sheet.former_names.all()
    if but:
        now, former = now.exclude(pk=but.pk), former.exclude(seat=int(but.key))
    return [*now.values_list("name", flat=True), *former.values_list("name", flat=True)]
