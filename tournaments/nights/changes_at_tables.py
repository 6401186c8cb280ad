"""What an organiser changes at tables during a night, each with a log entry that can be undone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext

from scoring.games.core.options import MOST_GAMES, TOTALS
from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club.seasons import check_bounds
from tournaments.locks import lock_night
from tournaments.models import Member, Night, NightLogEntry, Round, Table, TableSeat
from tournaments.models.member import belongs_to
from tournaments.names import normalize
from tournaments.nights import undo_steps
from tournaments.nights.draw_rounds import list_sitting_out, make_names
from tournaments.nights.nights import add_log_entry
from tournaments.nights.seats_at_table import (
    admit,
    choose_first_game,
    choose_seat_name,
    count_games,
    find_chairs,
    find_next_game,
    find_next_open_game,
    find_seat,
    get_up,
    has_empty_seat,
    refuse_fixed,
    sit_down,
)
from tournaments.nights.undo_steps import UndoSteps

Kind = NightLogEntry.Kind
SEATS, GAMES, ROW = "seats", "games", "game %(number)s"
ABOUT = {  # what each change touches; of two that touch the same at a table, undo the later first
    **dict.fromkeys((Kind.CAME, Kind.LEFT, Kind.REPLACED, Kind.SWAPPED, Kind.SCRIBE), (SEATS,)),
    **dict.fromkeys((Kind.SPLIT, Kind.JOINED, Kind.OPENED), (SEATS, GAMES)),
    Kind.CUT: (GAMES,),
    Kind.VOID: (ROW,),
}
KINDS = tuple(ABOUT)


def join_table(
    *, table: Table, member: Member, anyway: bool = False, by: str = ""
) -> NightLogEntry:
    with _change(table, by) as (steps, at):
        if not has_empty_seat(at):
            refuse_fixed(at)
        who, left = admit(steps, at, member)
        since = sit_down(steps, at, who, anyway=anyway)
        body = {"member": who.pk, "since": since, "fill_in": bool(left)}
        return steps.log_change(Kind.CAME, [at, *left], body)


def leave(*, table: Table, member: Member, since: int | None = None, by: str = "") -> NightLogEntry:
    with _change(table, by) as (steps, at):
        refuse_fixed(at)
        sitting = find_seat(at, member)
        since = choose_first_game(sitting, since)
        get_up(steps, sitting, since)
        _leave_later(steps, sitting)
        steps.send_home(sitting.member.main)
        return steps.log_change(Kind.LEFT, [at], {"member": sitting.member_id, "since": since})


def _leave_later(steps: UndoSteps, sitting: TableSeat) -> None:
    for stay in _list_later(steps, sitting):
        get_up(steps, stay, 1)


def _list_later(steps: UndoSteps, sitting: TableSeat) -> QuerySet[TableSeat]:
    """Return where the member sits in rounds that are drawn, and not begun."""
    who = belongs_to([sitting.member.main_id])
    stays = TableSeat.objects.filter(who, round__night=steps.night, until=None)
    later = stays.filter(round__number__gt=sitting.round.number, table__sheet__rows=None)
    return later.select_related("seat__sheet", "table")


def replace(
    *, table: Table, member: Member, other: Member, since: int | None = None, by: str = ""
) -> NightLogEntry:
    """In later rounds that are drawn `other` takes the seat, too, unless seated there already."""
    with _change(table, by) as (steps, at):
        sitting = find_seat(at, member)
        since = choose_first_game(sitting, since)
        newcomer, left = admit(steps, at, other)
        later = _list_later(steps, sitting).exclude(round__seats__member=newcomer)
        for stay, first in [(sitting, since), *((stay, 1) for stay in later)]:
            steps.replace(stay.seat, choose_seat_name(stay.seat, newcomer), first)
            steps.end_stay(stay, first)
            steps.sit(stay.table, stay.seat, newcomer, first)
        steps.send_home(sitting.member.main)
        steps.check_in(newcomer, True)
        steps.stand_in(sitting.couple_id, newcomer)
        body = {"member": sitting.member_id, "other": newcomer.pk, "since": since}
        return steps.log_change(Kind.REPLACED, [at, *left], body)


def swap(
    *, table: Table, member: Member, other: Member, anyway: bool = False, by: str = ""
) -> NightLogEntry:
    """`other` may sit at another table of the round. Refuse if one would then play fewer games."""
    with _change(table, by) as (steps, at):
        sitting, another = find_seat(at, member), find_seat(at, other, in_round=True)
        if sitting.pk == another.pk:
            raise user_error(problems.SELF_PAIR)
        since, then = find_next_open_game(at), find_next_open_game(another.table)
        if not anyway:
            _refuse_uneven(sitting, another)
        if sitting.table_id != another.table_id:
            steps.replace(sitting.seat, choose_seat_name(sitting.seat, another.member), since)
            steps.replace(another.seat, choose_seat_name(another.seat, sitting.member), then)
        elif since == 1:
            steps.exchange(sitting.seat, another.seat)
        else:
            raise user_error(problems.ONE_FORM)
        steps.end_stay(sitting, since)
        steps.end_stay(another, then)
        steps.sit(at, sitting.seat, another.member, since)
        steps.sit(another.table, another.seat, sitting.member, then)
        tables = {at.pk: at, another.table_id: another.table}.values()
        body = {"member": sitting.member_id, "other": another.member_id}
        return steps.log_change(Kind.SWAPPED, tables, body)


def _refuse_uneven(table_seat: TableSeat, another: TableSeat) -> None:
    here, there = table_seat.table, another.table
    next_here, next_there = find_next_game(here.sheet), find_next_game(there.sheet)
    games, games_there = count_games(here.sheet), count_games(there.sheet)
    longer = next_there - next_here  # how many more games this table has left
    if games and games_there:
        longer += games - games_there
    if not longer:
        return
    fewer, more = (table_seat, another) if longer > 0 else (another, table_seat)
    at = {"table": here.number, "next": next_here, "there": there.number, "then": next_there}
    words = {"fewer": str(fewer.member), "more": str(more.member), "count": abs(longer)}
    raise user_error(problems.UNEVEN, **at, **words)


def hand_over(*, table: Table, member: Member, by: str = "") -> NightLogEntry:
    with _change(table, by) as (steps, at):
        sitting = find_seat(at, member)
        steps.hand_over(sitting.seat)
        return steps.log_change(Kind.SCRIBE, [at], {"member": sitting.member_id})


def shorten(
    *, round_: Round, games: int, table: Table | None = None, by: str = ""
) -> NightLogEntry:
    """A table that already played more keeps those games."""
    # One table also while closing: a round not played to its end would count as missed.
    states = [Night.State.PLAYING, *([Night.State.CLOSING] if table else [])]
    with lock_night(round_.night, *states) as now:
        check_bounds("games", games, 1, MOST_GAMES)
        if not now.rounds.filter(pk=round_.pk).exists():
            raise user_error(problems.GONE)
        which = Q(table=table) if table else Q(table__round=round_)
        laid = Sheet.objects.filter(which, closed=False).annotate(played=Max("rows__number"))
        steps, longer = UndoSteps(now, by), []
        for sheet in laid.select_related("table").order_by("table__number"):
            played = sheet.played or 0
            steps.set_games(sheet, max(games, played))
            longer += [sheet.table.number] * (played > games)
        about = {"round": round_.number, "table": table and table.number}
        body = about | {"games": games, "more": longer}
        return steps.log_change(Kind.CUT, [table] if table else round_.tables.all(), body)


def void(
    *, table: Table, number: int, reason: str, seen: int | None = None, by: str = ""
) -> NightLogEntry:
    """A void game counts as played. Refuse if it was changed after the sheet's change `seen`."""
    with _change(table, by) as (steps, at):
        check_bounds("number", number, 1, count_games(at.sheet) or MOST_GAMES)
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        steps.void(at.sheet, number, normalize(reason)[:200], seen)
        return steps.log_change(Kind.VOID, [at], {"number": number}, reason)


def split(*, table: Table, going: Iterable[Member], by: str = "") -> NightLogEntry:
    """Move these members to a new table, where they play the games that are left."""
    with _change(table, by) as (steps, at):
        least = refuse_fixed(at).least
        go = sorted(
            {find_seat(at, member) for member in going}, key=lambda sitting: sitting.seat.position
        )
        if min(len(go), at.seats.filter(until=None).count() - len(go)) < least:
            raise user_error(problems.TOO_SMALL, count=least)
        since = find_next_open_game(at)
        for sitting in go:
            get_up(steps, sitting, since)
        new = _open_table(steps, at, [sitting.member for sitting in go], since - 1)
        who = [sitting.member_id for sitting in go]
        body = {"members": who, "number": new.number, "since": since}
        return steps.log_change(Kind.SPLIT, [at, new], body)


def merge_tables(*, table: Table, to: Mapping[Member, Table | None], by: str = "") -> NightLogEntry:
    """Dissolve a table. A member without a new table in `to` leaves the night."""
    with _change(table, by) as (steps, at):
        refuse_fixed(at)
        since, tables = find_next_open_game(at), {at.pk: at}
        for sitting in at.seats.filter(until=None).select_related("member").order_by("seat"):
            steps.end_stay(sitting, since)
            if target := to.get(sitting.member):
                if target.pk == at.pk:
                    raise user_error(problems.NO_CHAIR, table=at.number)
                tables[target.pk] = _table(target, round=at.round_id)
                sit_down(steps, tables[target.pk], sitting.member)
            else:
                _leave_later(steps, sitting)
                steps.send_home(sitting.member.main)
        if since > 1:
            steps.set_games(at.sheet, since - 1)
        else:
            steps.close(at.sheet)
        return steps.log_change(Kind.JOINED, tables.values(), {"number": at.number})


def open_for_sitting_out(*, round_: Round, by: str = "") -> NightLogEntry:
    """Open a table for who sits out this round. Its empty seats are for who is done elsewhere."""
    with lock_night(round_.night, Night.State.PLAYING) as now:
        people, beside = list_sitting_out(round_), round_.tables.select_related("sheet").first()
        if not people or beside is None or now.season.by_couple:
            raise user_error(problems.NOBODY_OUT)
        steps = UndoSteps(now, by)
        new = _open_table(steps, beside, people, 0, find_chairs(now).least)
        body = {"members": [member.pk for member in people], "number": new.number}
        return steps.log_change(Kind.OPENED, [new], body)


def _open_table(
    steps: UndoSteps, at: Table, people: list[Member], played: int, least: int = 0
) -> Table:
    """With the games left at table `at`; up to `least`, other seats are empty ones."""
    old, options, names = at.sheet, at.sheet.build_options(None), make_names(people)
    words, numbers = gettext("Empty seat %(number)s"), range(len(names) + 1, least + 1)
    sheet = lifecycle.open(
        game=old.game,
        names=[*names, *(words % {"number": number} for number in numbers)],
        options=options,
        round=old.round,
        approval=old.approval,
        title=old.title,
        arranged=True,
        by=steps.by,
    )
    games = old.games if options.get("entry") == TOTALS else count_games(old)
    if games:
        lifecycle.set_games(sheet=sheet, games=games - played, by=steps.by)
    taken = set(at.round.tables.values_list("number", flat=True))
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    new = Table.objects.create(round=at.round, number=number, sheet=sheet)
    steps.lay(new)
    for member, seat in zip(people, sheet.seats.all(), strict=False):
        steps.sit(new, seat, member, 1)
    return new


def undo(*, entry: NightLogEntry, by: str = "") -> NightLogEntry:
    """Refuse if a later change builds on it."""
    with lock_night(entry.night, Night.State.PLAYING) as now:
        changes = list_in_force(now)
        if entry not in changes:
            raise user_error(problems.UNDONE)
        if entry not in select_last(changes):
            raise user_error(problems.BUILT_ON)
        undo_steps.go_back(entry, by)
        return add_log_entry(now, Kind.UNDONE, by, entry=entry.pk, tables=entry.body["tables"])


def list_in_force(night: Night) -> list[NightLogEntry]:
    """Return the changes that were not undone and whose tables still exist, the oldest first."""
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


def select_last(made: Sequence[NightLogEntry]) -> list[NightLogEntry]:
    """Return what can be undone: no later change is about the same seats or games of a table."""
    latest: list[NightLogEntry] = []
    taken: set[tuple[int, str]] = set()
    for entry in reversed(made):
        what = [words % entry.body for words in ABOUT[Kind(entry.kind)]]
        about = set(product(entry.body["tables"], what))
        if taken.isdisjoint(about):
            latest.append(entry)
        taken |= about
    return latest


@contextmanager
def _change(table: Table, by: str) -> Iterator[tuple[UndoSteps, Table]]:
    with lock_night(table.round.night, Night.State.PLAYING) as now:
        yield UndoSteps(now, by), _table(table)


def _table(table: Table, **filters: int) -> Table:
    tables = Table.objects.select_related("sheet", "round__night__season__reglement")
    if fresh := tables.filter(pk=table.pk, **filters).first():
        return fresh
    raise user_error(problems.GONE)
