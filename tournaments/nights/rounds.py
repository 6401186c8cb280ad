"""The draws and rounds of a night. All database writes for them are in this module; each adds a log
entry.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Count, Max, Q, prefetch_related_objects
from django.utils import timezone

from scoring.games.core.options import MOST_GAMES
from scoring.models import Event, Sheet
from scoring.sheets import lifecycle
from scoring.sheets.replay import ENTRIES
from tournaments import draw, problems
from tournaments.club.reglementen import table_kind
from tournaments.club.seasons import in_bounds
from tournaments.draw import fairness, record
from tournaments.draw.costs import at_least
from tournaments.draw.engine import table_sizes
from tournaments.draw.engine.clashes import clash
from tournaments.draw.engine.request import STANDING, Duties, Request
from tournaments.draw.engine.request import Rounds as Drawn
from tournaments.locks import lock_night, lock_night_alone
from tournaments.members import members
from tournaments.models import (
    DrawRecord,
    Member,
    Night,
    NightLogEntry,
    Round,
    Season,
    Table,
    TableSeat,
)
from tournaments.names import LONGEST, normalize
from tournaments.nights import seating_history
from tournaments.nights.nights import add_log_entry, new_seed, require_state, tables_for
from tournaments.nights.seating_history import PlayedTable
from tournaments.nights.undo import UndoSteps
from tournaments.nights.wishes import Wishes, in_words, numbered
from tournaments.problems import user_error
from tournaments.standings import calculate

TRIES = 4  # draws that are tried again because people came or left meanwhile


class Plan(NamedTuple):
    """Everything that a draw is computed from, as read at one moment."""

    asked: Request
    people: list[Member]  # in order of their numbers in the draw
    seed: str


def draw_lots(
    *,
    night: Night,
    rounds: int,
    method: str,
    wishes: Wishes = (),
    anyway: bool = False,
    seen: str | None = None,
    by: str = "",
) -> DrawRecord:
    """Draw seats for everybody present, for so many rounds, and open a sheet at each table.
    `wishes` hold for this draw only. Refuse if not all can be kept, unless `anyway` is set. `seen`
    is the mark (see `mark_draws`) from when the form was shown. Refuse if somebody drew since.

    The search runs without the lock. Its input is read again before the draw is saved.
    """
    if method == STANDING:
        calculate.season_standing(
            night.season
        )  # fills the cache of scores before the lock is taken
    plan, drawn = None, {}
    for _ in range(TRIES):
        with lock_night_alone(night) as now:
            seen = refuse_drawn(now, seen)
            fresh = _plan(now, rounds, method, wishes)
            if fresh == plan:
                return save_draw(now, fresh.people, drawn, by)  # with the current names
        plan = fresh
        if wishes and not anyway:
            _refuse_clash(plan)
        drawn = _made(plan)
    raise user_error(problems.CHANGED)


def mark_draws(night: Night) -> str:
    """Return a mark that changes when a draw is made, undone or redone. The form carries the mark.
    So if the button is pressed twice, or by two people, only the first press draws.
    """
    distinct = {"draws": Count("pk", distinct=True), "laid": Count("rounds", distinct=True)}
    return "{draws}-{laid}".format(**night.draw_records.aggregate(**distinct))


def refuse_drawn(now: Night, seen: str | None) -> str:
    """Refuse if somebody drew since the mark `seen`. If `seen` is None, do not check. Return the
    current mark.
    """
    mark = mark_draws(now)
    if seen not in (None, mark):
        raise user_error(problems.DRAWN)
    return mark


def _plan(now: Night, rounds: int, method: str, wishes: Wishes) -> Plan:
    in_bounds("rounds", rounds, 1, still_to_draw(now))
    people = present(now)
    if not tables_for(now.season, len(people)).tables:
        raise user_error(problems.TOO_FEW)
    return Plan(*request(now, people, rounds, method, wishes), now.next_seed)


def still_to_draw(now: Night) -> int:
    require_state(now, Night.State.PLAYING)
    drawn = now.rounds.count()
    if drawn >= now.season.rounds:
        raise user_error(problems.ALL_DRAWN)
    return now.season.rounds - drawn


def _refuse_clash(plan: Plan) -> None:
    asked = plan.asked
    if clashing := clash(asked.constraints, asked.shape_of(0).tables):
        names = [str(wish) for wish in plan.people]
        wishes = "; ".join(in_words(wish, names) for wish in clashing)
        raise user_error(problems.CLASH, wishes=wishes)


def _made(plan: Plan) -> record.Json:
    drawn = draw.draw(plan.asked, plan.seed)
    return record.build_record(drawn, plan.asked, at_least(drawn, plan.asked))


def save_draw(now: Night, people: Sequence[Member], made: record.Json, by: str) -> DrawRecord:
    """Save a draw and open a sheet at each of its tables."""
    ids = [member.pk for member in people]
    draw_record = DrawRecord.objects.create(night=now, record=made, people=ids)
    _lay_rounds(now, draw_record, people, made["rounds"], by)
    if made["seed"]:
        _turn_drum(now)
    return draw_record


def _lay_rounds(
    now: Night,
    draw_record: DrawRecord,
    people: Sequence[Member],
    seated: Sequence[Sequence[Sequence[int]]],
    by: str,
) -> None:
    for number, tables in enumerate(seated, now.rounds.count() + 1):
        round = Round.objects.create(night=now, draw_record=draw_record, number=number)
        _lay(round, [[people[player] for player in table] for table in tables], by)
    now.reserved_seats.all().delete()
    add_log_entry(now, NightLogEntry.Kind.DRAWN, by, draw_record=draw_record.pk, rounds=len(seated))


def undo_draw(*, draw_record: DrawRecord, reason: str, by: str = "") -> DrawRecord:
    """Undo the night's last draw. Its rounds are deleted, except those up to the last one in which
    something was written. The draw stays on record, with the reason.
    """
    with lock_night(draw_record.night) as now:
        require_state(now, Night.State.PLAYING)
        last = now.draw_records.filter(taken_back=None).last()
        if last is None or last.pk != draw_record.pk:
            raise user_error(problems.NOT_THE_LAST)
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        going = unplayed(last)
        if not going:
            raise user_error(problems.PLAYED)
        laid = list(Sheet.objects.filter(table__round__in=going))
        last.rounds.filter(number__gte=going[0].number).delete()
        for sheet in laid:
            lifecycle.erase(sheet=sheet)
        why = normalize(reason)[:200]
        last.reason, last.kept = why, last.rounds.count() or None
        last.taken_back = None if last.kept else timezone.now()
        last.save(update_fields=["taken_back", "kept", "reason"])
        add_log_entry(
            now, NightLogEntry.Kind.TAKEN_BACK, by, why, draw_record=last.pk, since=going[0].number
        )
        return last


def redo_draw(*, draw_record: DrawRecord, by: str = "") -> DrawRecord:
    """Redo the undone part of the night's last draw, with the same tables on new sheets. Refuse if
    somebody who was seated is not present.
    """
    with lock_night_alone(draw_record.night) as now:
        require_state(now, Night.State.PLAYING)
        last = now.draw_records.last()
        if last is None or last.pk != draw_record.pk or not (last.taken_back or last.kept):
            raise user_error(problems.NOT_THE_LAST)
        seated = last.record["rounds"][last.kept or 0 :]
        people = Member.objects.in_bulk(last.people)
        members.label_people(people.values())
        sit = {last.people[player] for tables in seated for table in tables for player in table}
        if gone := sit - {member.pk for member in present(now)}:
            names = ", ".join(str(people[pk]) for pk in last.people if pk in gone)
            raise user_error(problems.NOT_HERE, names=names)
        _lay_rounds(now, last, [people[pk] for pk in last.people], seated, by)
        last.taken_back, last.kept, last.reason = None, None, ""
        last.save(update_fields=["taken_back", "kept", "reason"])
        return last


def unplayed(draw_record: DrawRecord) -> list[Round]:
    """Return the draw's rounds after the last one in which anything was written."""
    written = Q(tables__sheet__events__kind__in=[*ENTRIES, Event.Kind.PENALIZED])
    begun = draw_record.rounds.filter(written).aggregate(last=Max("number", default=0))
    return list(draw_record.rounds.filter(number__gt=begun["last"]))


def shorten(
    *, round_: Round, games: int, table: Table | None = None, by: str = ""
) -> NightLogEntry:
    """Limit every table of the round, or only `table`, to so many games. A table that already
    played more keeps those games.
    """
    with lock_night(round_.night) as now:
        # One table also while closing: a round not played to its end would count as missed.
        require_state(now, Night.State.PLAYING, *([Night.State.CLOSING] if table else []))
        in_bounds("games", games, 1, MOST_GAMES)
        if not now.rounds.filter(pk=round_.pk).exists():
            raise user_error(problems.GONE)
        which = Q(table=table) if table else Q(table__round=round_)
        laid = Sheet.objects.filter(which, closed=False).annotate(played=Max("rows__number"))
        steps, longer = UndoSteps(now, by), []
        for sheet in laid.select_related("table").order_by("table__number"):
            played = sheet.played or 0
            steps.set_games(sheet, max(games, played))
            longer += [sheet.table.number] * (played > games)
        body = {
            "round": round_.number,
            "table": table and table.number,
            "games": games,
            "more": longer,
        }
        return steps.on_record(
            NightLogEntry.Kind.CUT, [table] if table else round_.tables.all(), body
        )


def present(night: Night) -> list[Member]:
    """Return the members who are present, each once, with labels. Their order does not depend on
    their names.
    """
    attendances = night.attendances.filter(present=True).select_related("member__merged_into")
    people = {
        member.pk: member
        for member in (members.main_member(attendance.member) for attendance in attendances)
    }
    return members.label_people(people[pk] for pk in sorted(people))


def _turn_drum(night: Night) -> None:
    night.next_seed = new_seed()
    night.save(update_fields=["next_seed"])


# Sheets on the tables


def _lay(round_: Round, tables: Sequence[Sequence[Member]], by: str) -> None:
    rules = round_.night.season.reglement
    laid = [
        lifecycle.open(
            game=rules.game,
            names=names_at(seated),
            options=rules.options,
            round=round_.number,
            approval=rules.approval,
            arranged=True,
            by=by,
        )
        for seated in tables
    ]
    placed = Table.objects.bulk_create(
        Table(round=round_, number=number, sheet=sheet) for number, sheet in enumerate(laid, 1)
    )
    prefetch_related_objects(laid, "seats")
    TableSeat.objects.bulk_create(
        TableSeat(table=table, round=round_, member=member, seat=seat)
        for table, seated in zip(placed, tables, strict=True)
        for member, seat in zip(seated, table.sheet.seats.all(), strict=True)
    )


def names_at(seated: Sequence[Member]) -> list[str]:
    """Return the names of these members on one sheet, all different."""
    names: list[str] = []
    for member in seated:
        names.append(named(member, names))
    return names


def named(member: Member, taken: Sequence[str]) -> str:
    """Return the member's name for a sheet. The name differs from that of any other member. If
    somebody who sat there before already has this name on the sheet, a number is added.
    """
    if not member.apart:
        members.label_people([member])
    name, count = member.label.fitted(LONGEST), 1
    while name in taken:
        count += 1
        name = f"{str(member)[: LONGEST - 3]} {count}"
    return name


# What a draw is asked


def request(
    night: Night, people: Sequence[Member], rounds: int, method: str, wishes: Wishes = ()
) -> tuple[Request, list[Member]]:
    """Return the request for the draw, and the members in order of their numbers in it. Those
    present come first. Those who left after an earlier round of the night follow.
    """
    season = night.season
    tonight = seating_history.read_played_tables(Round.objects.filter(night=night))
    here = {item.pk for item in people}
    left = {pk for item in tonight for table in item.tables for pk in table} - here
    gone = Member.objects.in_bulk(left)
    everybody = [*people, *(gone[pk] for pk in sorted(gone))]
    numbers = {item.pk: number for number, item in enumerate(everybody)}
    before = seating_history.read_played_tables(
        Round.objects.filter(night__season=season).exclude(night=night)
    )
    met = [*(item.met for item in before), *(item.briefly for item in tonight)]
    asked = Request(
        players=len(people),
        rounds=rounds,
        kind=table_kind(season),
        method=method,
        five=season.five,
        history=_history(met, numbers, here),
        standing=_places(night, people) if method == STANDING else (),
        constraints=numbered(season, people, wishes),
        earlier=_numbered(tonight, numbers),
        duties=_duties(season, people, before),
    )
    return asked, everybody


def _places(night: Night, people: Sequence[Member]) -> tuple[int, ...]:
    """Return everybody's place in the season's standing, with what was played tonight. Those
    without a place share the last place. Chance decides between players who share a place.
    """
    places = calculate.places(night.season, night if night.rounds.exists() else None)
    last = max(places.values(), default=0) + 1
    return tuple(places.get(member.pk, last) for member in people)


def _numbered(rounds: Iterable[PlayedTable], numbers: dict[int, int]) -> Drawn:
    return tuple(
        tuple(tuple(numbers[pk] for pk in table) for table in round.tables) for round in rounds
    )


def _history(
    met: Iterable[Iterable[seating_history.Pair]], numbers: dict[int, int], here: set[int]
) -> tuple[tuple[int, int, int], ...]:
    times: Counter[tuple[int, int]] = Counter()
    for pairs in met:
        for pair in pairs:
            if here.issuperset(pair):
                low, high = sorted(numbers[pk] for pk in pair)
                times[low, high] += 1
    return tuple((low, high, count) for (low, high), count in sorted(times.items()))


def _duties(season: Season, people: Sequence[Member], before: Sequence[PlayedTable]) -> Duties:
    likes: dict[fairness.Player, bool] = {
        item.pk: item.writes != Member.Writes.NO for item in people
    }
    full = table_sizes.full(table_kind(season))
    owed = fairness.owed((fairness.Past(item.tables, item.out, full) for item in before), likes)
    had = [owed.get(item.pk, fairness.Owed()) for item in people]
    return Duties(
        small=tuple(item.small for item in had),
        sat_out=tuple(item.sat_out for item in had),
        scribe=tuple(item.scribe for item in had),
        likes=tuple(likes[item.pk] for item in people),
        partners=_partners(before, people) if table_kind(season) == table_sizes.FOURS else (),
    )


def _partners(
    rounds: Iterable[PlayedTable], people: Sequence[Member]
) -> tuple[tuple[int, int, int], ...]:
    """Return how often each two members were partners. Partners sit across from each other."""
    numbers = {low.pk: number for number, low in enumerate(people)}
    met: Counter[tuple[int, int]] = Counter()
    for sat in rounds:
        for table in sat.tables:
            for couple in (table[0::2], table[1::2]):
                if len(couple) == 2 and all(pk in numbers for pk in couple):
                    low, high = sorted(numbers[pk] for pk in couple)
                    met[low, high] += 1
    return tuple((low, high, times) for (low, high), times in sorted(met.items()))
