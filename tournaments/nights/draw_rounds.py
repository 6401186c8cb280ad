from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypedDict, Unpack

from django.db.models import Count, Max, Q, prefetch_related_objects
from django.utils import timezone

from scoring.models import Event, Sheet
from scoring.sheets import lifecycle
from scoring.sheets.replay import ENTRIES
from scoring.toolkit.problems import Json, user_error
from tournaments import draw, problems
from tournaments.club.reglementen import find_own_name, list_table_kinds
from tournaments.club.seasons import check_bounds
from tournaments.draw import find_costly_constraints, record
from tournaments.draw.engine.constraints import find_clash
from tournaments.draw.engine.request import STANDING, Request
from tournaments.locks import lock_night, lock_night_alone, require_state
from tournaments.members import couples, members
from tournaments.members.households import keep_apart
from tournaments.models import DrawRecord, Member, Night, NightLogEntry, Round, Table, TableSeat
from tournaments.models.member import MAIN
from tournaments.names import LONGEST, normalize
from tournaments.nights.closing import list_open_tables
from tournaments.nights.draw_wishes import Wishes, in_words
from tournaments.nights.entrants import list_present, list_present_people, load_pairs
from tournaments.nights.nights import (
    add_log_entry,
    compute_table_sizes,
    make_seed,
    refuse_too_few,
    save_sizes,
)
from tournaments.nights.round_clock import find_beginning
from tournaments.nights.what_draw_knows import build_request
from tournaments.standings import calculate

TRIES = 4  # draws that are tried again because people came or left meanwhile


class How(TypedDict):
    wishes: Wishes
    without: Collection[str]
    sizes: str
    divided: bool


class Plan(NamedTuple):
    request: Request
    people: list[Member]  # in order of their numbers in the draw
    seed: str


def draw_rounds(
    *,
    night: Night,
    rounds: int,
    method: str,
    sizes: str = "",
    divided: bool = False,
    wishes: Wishes = (),
    without: Collection[str] = (),
    anyway: bool = False,
    households: Mapping[str, Collection[int]] | None = None,
    seen: str | None = None,
    by: str = "",
) -> DrawRecord:
    """Draw so many rounds for everybody present, save them, and open a sheet at each table.

    - `sizes` is a new choice of table sizes, which then holds for the rest of the night.
    - If `divided`, each division has tables of its own.
    - `wishes` hold for this draw only. If not all can be kept, refuse unless `anyway` is set.
    - `without` has the keys of lasting wishes that this draw leaves out.
    - `households` are to be kept apart on later nights as well.
    - `seen` is what `mark_draws` returned when the form was shown. Refuse if somebody drew since.

    The night is not locked while the computer looks for a good seating. So the input is read again
    before the draw is saved. If it has changed, the draw is made again.
    """
    if method == STANDING:  # before the lock is taken: this fills the cache of scores
        calculate.compute_season_standing(night.season)
    how: How = {"wishes": wishes, "without": without, "sizes": sizes, "divided": divided}
    plan, drawn = None, {}
    for _ in range(TRIES):
        with lock_night_alone(night) as now:
            seen = refuse_drawn(now, seen)
            fresh = _plan(now, rounds, method, **how)
            if fresh == plan:
                save_sizes(now, fresh.request.kind)
                draw_record = save_draw(now, fresh.people, drawn, by)  # with the current names
                for household, group in (households or {}).items():
                    keep_apart(club=now.season.club, people=group, household=household)
                return draw_record
        plan = fresh
        if wishes and not anyway:
            asked = plan.request
            tables = asked.compute_table_sizes(0).tables
            if clashing := find_clash(asked.constraints, tables):
                names = [str(member) for member in plan.people]
                words = "; ".join(in_words(wish, names) for wish in clashing)
                raise user_error(problems.CLASH, wishes=words)
        made = draw.draw(plan.request, plan.seed)
        costs = find_costly_constraints(made, plan.request)
        drawn = record.build_record(made, plan.request, costs)
    raise user_error(problems.CHANGED)


def mark_draws(night: Night) -> str:
    """In forms, so that a button that is pressed twice, or by two people, draws once."""
    distinct = {"draws": Count("pk", distinct=True), "laid": Count("rounds", distinct=True)}
    return "{draws}-{laid}".format(**night.draw_records.aggregate(**distinct))


def refuse_drawn(now: Night, seen: str | None) -> str:
    """Refuse if `mark_draws` changed since it returned `seen`. Return what it returns now."""
    mark = mark_draws(now)
    if seen not in (None, mark):
        raise user_error(problems.DRAWN)
    return mark


def _plan(now: Night, rounds: int, method: str, **how: Unpack[How]) -> Plan:
    check_bounds("rounds", rounds, 1, count_still_to_draw(now))
    people, sizes = list_present(now), how["sizes"]
    if sizes not in ("", *list_table_kinds(now.season)):
        raise user_error(problems.NO_SIZES)
    if not compute_table_sizes(now, len(people), sizes).tables:
        refuse_too_few(now)
    if how["divided"] and now.season.divisions == 1:
        raise user_error(problems.NO_DIVISIONS)
    return Plan(*build_request(now, people, rounds, method, **how), now.next_seed)


def count_still_to_draw(now: Night) -> int:
    require_state(now, Night.State.PLAYING)
    drawn = now.rounds.count()
    if drawn >= now.season.rounds:
        raise user_error(problems.ALL_DRAWN)
    return now.season.rounds - drawn


def save_draw(now: Night, people: Sequence[Member], made: Json, by: str) -> DrawRecord:
    """`people` has the members by their numbers in the draw, and `made` is its record."""
    ids = [member.pk for member in people]
    draw_record = DrawRecord.objects.create(night=now, record=made, people=ids)
    _lay_rounds(now, draw_record, people, made["rounds"], by)
    if made["seed"]:
        now.next_seed = make_seed()
        now.save(update_fields=["next_seed"])
    return draw_record


def _lay_rounds(
    now: Night,
    draw_record: DrawRecord,
    people: Sequence[Member],
    seated: Sequence[Sequence[Sequence[int]]],
    by: str,
) -> None:
    playing = list_open_tables(now)
    began = None if playing else find_beginning(now)  # the first; the others are drawn ahead
    for number, tables in enumerate(seated, now.rounds.count() + 1):
        laid = {"draw_record": draw_record, "number": number, "began": began}
        round, began = Round.objects.create(night=now, **laid), None
        _lay(round, [[people[player] for player in table] for table in tables], by)
    now.reserved_seats.all().delete()
    add_log_entry(now, NightLogEntry.Kind.DRAWN, by, draw_record=draw_record.pk, rounds=len(seated))


def undo_draw(*, draw_record: DrawRecord, reason: str, since: int = 0, by: str = "") -> DrawRecord:
    """Its rounds go from `since` on, with their sheets; those up to the last with an entry stay."""
    with lock_night(draw_record.night, Night.State.PLAYING) as now:
        last = now.draw_records.filter(taken_back=None).last()
        if last is None or last.pk != draw_record.pk:
            raise user_error(problems.NOT_THE_LAST)
        if not normalize(reason):
            raise user_error(problems.NO_REASON)
        going = [round_ for round_ in list_unplayed(last) if round_.number >= since]
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
    """The same tables get new sheets. Refuse if somebody who was seated is not present."""
    with lock_night_alone(draw_record.night, Night.State.PLAYING) as now:
        last = now.draw_records.last()
        if last is None or last.pk != draw_record.pk or not (last.taken_back or last.kept):
            raise user_error(problems.NOT_THE_LAST)
        seated = last.record["rounds"][last.kept or 0 :]
        drawn = Member.objects.select_related("merged_into").in_bulk(last.people)
        people = {pk: member.main for pk, member in drawn.items()}
        couples.label_entrants(now.season, people.values())
        sit = {last.people[player] for tables in seated for table in tables for player in table}
        here = {member.pk for member in list_present(now)}
        doubles = {pk for pk in sit if people[pk].pk in sit - {pk}}
        if gone := doubles | {pk for pk in sit if people[pk].pk not in here}:
            names = ", ".join(str(people[pk]) for pk in last.people if pk in gone)
            raise user_error(problems.NOT_HERE, names=names)
        _lay_rounds(now, last, [people[pk] for pk in last.people], seated, by)
        last.taken_back, last.kept, last.reason = None, None, ""
        last.save(update_fields=["taken_back", "kept", "reason"])
        return last


def list_unplayed(draw_record: DrawRecord) -> list[Round]:
    """Return the draw's rounds after the last one in which anything was written."""
    written = Q(tables__sheet__events__kind__in=[*ENTRIES, Event.Kind.PENALIZED])
    begun = draw_record.rounds.filter(written).aggregate(last=Max("number", default=0))
    return list(draw_record.rounds.filter(number__gt=begun["last"]))


def list_drawn_out(round_: Round) -> set[int]:
    """Return the ids of who was drawn to sit out in this round, both partners of a couple."""
    made, before = round_.draw_record, Round.objects.filter(number__lt=round_.number)
    place = before.filter(draw_record=made).count()
    out = [made.people[number] for number in made.record["sitting_out"][place]]
    mains = members.load_main_ids(out).values()
    return couples.include_partners(round_.night.season, mains)


def list_sitting_out(round_: Round) -> list[Member]:
    """Return who was drawn to sit out, did not go home, and has no seat in this round."""
    seated = round_.seats.filter(until=None).values_list(MAIN, flat=True)
    without = list_drawn_out(round_).difference(seated)
    here = list_present_people(round_.night) if without else []
    return members.sort_by_name(member for member in here if member.pk in without)


class NewSeat(NamedTuple):
    """A seat of a new table, and in a season of couples for which couple its member plays."""

    member: Member
    couple: int | None = None


def _places(night: Night, tables: Sequence[Sequence[Member]]) -> list[list[NewSeat]]:
    """Return the seats of each table, clockwise. Partners sit across from each other."""
    if not night.season.by_couple:
        return [[NewSeat(member) for member in seated] for seated in tables]
    pairs = load_pairs(night, [member for seated in tables for member in seated])
    return [
        [
            NewSeat(pairs[member.pk].seated[turn], pairs[member.pk].partners.couple)
            for turn in (0, 1)
            for member in seated
        ]
        for seated in tables
    ]


def _lay(round_: Round, tables: Sequence[Sequence[Member]], by: str) -> None:
    rules = round_.night.season.reglement
    places = _places(round_.night, tables)
    laid = [
        lifecycle.open(
            game=rules.game,
            names=make_names([place.member for place in seated]),
            options=rules.options,
            round=round_.number,
            approval=rules.approval,
            title=find_own_name(rules),
            arranged=True,
            by=by,
        )
        for seated in places
    ]
    for sheet in laid if round_.night.games else ():
        lifecycle.set_games(sheet=sheet, games=round_.night.games, by=by)
    placed = Table.objects.bulk_create(
        Table(round=round_, number=number, sheet=sheet) for number, sheet in enumerate(laid, 1)
    )
    prefetch_related_objects(laid, "seats")
    TableSeat.objects.bulk_create(
        TableSeat(table=table, round=round_, member=place.member, seat=seat, couple_id=place.couple)
        for table, seated in zip(placed, places, strict=True)
        for place, seat in zip(seated, table.sheet.seats.all(), strict=True)
    )


def make_names(seated: Sequence[Member]) -> list[str]:
    names: list[str] = []
    for member in seated:
        names.append(make_name(member, names))
    return names


def make_name(member: Member, taken: Sequence[str]) -> str:
    """`taken` has the names that are or were on the sheet."""
    if not member.apart:
        members.label_people([member])
    name, count = member.label.fit_into(LONGEST), 1
    while name in taken:
        count += 1
        name = f"{str(member)[: LONGEST - 3]} {count}"
    return name
