"""Who sits where on a night. Everything that is written is written here, with a line on record."""

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
    Deed,
    Drawing,
    Member,
    Night,
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

TRIES = 4  # draws, while people come and go


class Plan(NamedTuple):
    """What a draw follows from, as it was at one moment."""

    asked: Request
    people: list[Member]  # by their number in the draw
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
) -> Drawing:
    """Seat who is there for so many rounds, and lay a sheet on each table. `wishes` hold for this
    draw only; `anyway`: also when not all of them can be had. `seen`: the mark of the draws that
    there were when it was asked for (`mark_draws`); after another draw nothing is drawn.

    Nobody is held up by the search: what it was made from is looked at again before it is kept.
    """
    if method == STANDING:
        calculate.season_standing(
            night.season
        )  # which scores what was not scored yet, beside the lock
    plan, made = None, {}
    for _ in range(TRIES):
        with lock_night_alone(night) as now:
            seen = refuse_drawn(now, seen)
            fresh = _plan(now, rounds, method, wishes)
            if fresh == plan:
                return save_draw(now, fresh.people, made, by)  # by the names they have now
        plan = fresh
        if wishes and not anyway:
            _refuse_clash(plan)
        made = _made(plan)
    raise user_error(problems.CHANGED)


def mark_draws(night: Night) -> str:
    """Another one after each draw, and after one was taken back or put back: what a form carries,
    so that a button that is pressed twice, or by two people, draws once.
    """
    distinct = {"draws": Count("pk", distinct=True), "laid": Count("rounds", distinct=True)}
    return "{draws}-{laid}".format(**night.drawings.aggregate(**distinct))


def refuse_drawn(now: Night, seen: str | None) -> str:
    """Where somebody drew since `seen`, of which None says nothing; the mark as it is."""
    mark = mark_draws(now)
    if seen not in (None, mark):
        raise user_error(problems.DRAWN)
    return mark


def _plan(now: Night, rounds: int, method: str, wishes: Wishes) -> Plan:
    in_bounds("rounds", rounds, 1, still_to_draw(now))
    people = present(now)
    if not tables_for(now.season, len(people)).tables:
        raise user_error(problems.TOO_FEW)
    return Plan(*request(now, people, rounds, method, wishes), now.drum)


def still_to_draw(now: Night) -> int:
    require_state(now, Night.State.PLAYING)
    drawn = now.rounds.count()
    if drawn >= now.season.rounds:
        raise user_error(problems.ALL_DRAWN)
    return now.season.rounds - drawn


def _refuse_clash(plan: Plan) -> None:
    asked = plan.asked
    if found := clash(asked.constraints, asked.shape_of(0).tables):
        names = [str(one) for one in plan.people]
        told = "; ".join(in_words(one, names) for one in found)
        raise user_error(problems.CLASH, wishes=told)


def _made(plan: Plan) -> record.Json:
    found = draw.draw(plan.asked, plan.seed)
    return record.build_record(found, plan.asked, at_least(found, plan.asked))


def save_draw(now: Night, people: Sequence[Member], made: record.Json, by: str) -> Drawing:
    """A draw goes on record, and a sheet on each of its tables."""
    ids = [one.pk for one in people]
    drawing = Drawing.objects.create(night=now, record=made, people=ids)
    _lay_rounds(now, drawing, people, made["rounds"], by)
    if made["seed"]:
        _turn_drum(now)
    return drawing


def _lay_rounds(
    now: Night,
    drawing: Drawing,
    people: Sequence[Member],
    seated: Sequence[Sequence[Sequence[int]]],
    by: str,
) -> None:
    for number, tables in enumerate(seated, now.rounds.count() + 1):
        one = Round.objects.create(night=now, drawing=drawing, number=number)
        _lay(one, [[people[player] for player in table] for table in tables], by)
    now.lots.all().delete()
    add_log_entry(now, Deed.Kind.DRAWN, by, drawing=drawing.pk, rounds=len(seated))


def undo_draw(*, drawing: Drawing, reason: str, by: str = "") -> Drawing:
    """A draw that went wrong, or what is left of it since people came and went: rounds at whose
    tables something was written stay. The draw itself is kept, with the reason.
    """
    with lock_night(drawing.night) as now:
        require_state(now, Night.State.PLAYING)
        last = now.drawings.filter(taken_back=None).last()
        if last is None or last.pk != drawing.pk:
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
        add_log_entry(now, Deed.Kind.TAKEN_BACK, by, why, drawing=last.pk, since=going[0].number)
        return last


def redo_draw(*, drawing: Drawing, by: str = "") -> Drawing:
    """What was taken back of the night's last draw, after all: everybody at the same tables, on
    new forms. Only as long as nothing else was drawn, and who sits there is here.
    """
    with lock_night_alone(drawing.night) as now:
        require_state(now, Night.State.PLAYING)
        last = now.drawings.last()
        if last is None or last.pk != drawing.pk or not (last.taken_back or last.kept):
            raise user_error(problems.NOT_THE_LAST)
        seated = last.record["rounds"][last.kept or 0 :]
        people = Member.objects.in_bulk(last.people)
        members.label_people(people.values())
        sit = {last.people[player] for tables in seated for table in tables for player in table}
        if gone := sit - {one.pk for one in present(now)}:
            names = ", ".join(str(people[pk]) for pk in last.people if pk in gone)
            raise user_error(problems.NOT_HERE, names=names)
        _lay_rounds(now, last, [people[pk] for pk in last.people], seated, by)
        last.taken_back, last.kept, last.reason = None, None, ""
        last.save(update_fields=["taken_back", "kept", "reason"])
        return last


def unplayed(drawing: Drawing) -> list[Round]:
    """Its rounds after the last one at whose tables anything was written."""
    written = Q(tables__sheet__events__kind__in=[*ENTRIES, Event.Kind.PENALIZED])
    begun = drawing.rounds.filter(written).aggregate(last=Max("number", default=0))
    return list(drawing.rounds.filter(number__gt=begun["last"]))


def shorten(*, one: Round, games: int, table: Table | None = None, by: str = "") -> Deed:
    """So many games at every table of the round, or at one: "one more and we close". Whoever played
    more already keeps those.
    """
    with lock_night(one.night) as now:
        # At one table also afterwards: what did not end would count as a round missed.
        require_state(now, Night.State.PLAYING, *([Night.State.CLOSING] if table else []))
        in_bounds("games", games, 1, MOST_GAMES)
        if not now.rounds.filter(pk=one.pk).exists():
            raise user_error(problems.GONE)
        which = Q(table=table) if table else Q(table__round=one)
        laid = Sheet.objects.filter(which, closed=False).annotate(played=Max("rows__number"))
        steps, more = UndoSteps(now, by), []
        for sheet in laid.select_related("table").order_by("table__number"):
            played = sheet.played or 0
            steps.set_games(sheet, max(games, played))
            more += [sheet.table.number] * (played > games)
        told = {"round": one.number, "table": table and table.number, "games": games, "more": more}
        return steps.on_record(Deed.Kind.CUT, [table] if table else one.tables.all(), told)


def present(night: Night) -> list[Member]:
    """Who is there, each once and told apart, in an order that no name decides."""
    found = night.attendances.filter(present=True).select_related("member__merged_into")
    people = {one.pk: one for one in (members.main_member(each.member) for each in found)}
    return members.label_people(people[pk] for pk in sorted(people))


def _turn_drum(night: Night) -> None:
    night.drum = new_seed()
    night.save(update_fields=["drum"])


# Sheets on the tables


def _lay(one: Round, tables: Sequence[Sequence[Member]], by: str) -> None:
    rules = one.night.season.reglement
    laid = [
        lifecycle.open(
            game=rules.game,
            names=names_at(seated),
            options=rules.options,
            round=one.number,
            approval=rules.approval,
            arranged=True,
            by=by,
        )
        for seated in tables
    ]
    made = Table.objects.bulk_create(
        Table(round=one, number=number, sheet=sheet) for number, sheet in enumerate(laid, 1)
    )
    prefetch_related_objects(laid, "seats")
    TableSeat.objects.bulk_create(
        TableSeat(table=table, round=one, member=member, seat=seat)
        for table, seated in zip(made, tables, strict=True)
        for member, seat in zip(seated, table.sheet.seats.all(), strict=True)
    )


def names_at(seated: Sequence[Member]) -> list[str]:
    """As they stand on the sheet."""
    names: list[str] = []
    for member in seated:
        names.append(named(member, names))
    return names


def named(member: Member, taken: Sequence[str]) -> str:
    """Told apart from namesakes of the club. Whose name is on the sheet all the same, as of who sat
    there before, gets a number.
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
    """And who has which number: who is there first, then who left since an earlier round."""
    season = night.season
    tonight = seating_history.read_played_tables(Round.objects.filter(night=night))
    here = {one.pk for one in people}
    left = {pk for one in tonight for table in one.tables for pk in table} - here
    gone = Member.objects.in_bulk(left)
    everybody = [*people, *(gone[pk] for pk in sorted(gone))]
    numbers = {one.pk: number for number, one in enumerate(everybody)}
    before = seating_history.read_played_tables(
        Round.objects.filter(night__season=season).exclude(night=night)
    )
    met = [*(one.met for one in before), *(one.briefly for one in tonight)]
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
    """Of each in the season's standing, with what was played tonight; who has none comes last, and
    chance splits equals.
    """
    found = calculate.places(night.season, night if night.rounds.exists() else None)
    last = max(found.values(), default=0) + 1
    return tuple(found.get(one.pk, last) for one in people)


def _numbered(rounds: Iterable[PlayedTable], numbers: dict[int, int]) -> Drawn:
    return tuple(
        tuple(tuple(numbers[pk] for pk in table) for table in one.tables) for one in rounds
    )


def _history(
    met: Iterable[Iterable[seating_history.Pair]], numbers: dict[int, int], here: set[int]
) -> tuple[tuple[int, int, int], ...]:
    times: Counter[tuple[int, int]] = Counter()
    for pairs in met:
        for pair in pairs:
            if here.issuperset(pair):
                one, other = sorted(numbers[pk] for pk in pair)
                times[one, other] += 1
    return tuple((one, other, count) for (one, other), count in sorted(times.items()))


def _duties(season: Season, people: Sequence[Member], before: Sequence[PlayedTable]) -> Duties:
    likes: dict[fairness.Player, bool] = {one.pk: one.writes != Member.Writes.NO for one in people}
    full = table_sizes.full(table_kind(season))
    owed = fairness.owed((fairness.Past(one.tables, one.out, full) for one in before), likes)
    had = [owed.get(one.pk, fairness.Owed()) for one in people]
    return Duties(
        small=tuple(one.small for one in had),
        sat_out=tuple(one.sat_out for one in had),
        scribe=tuple(one.scribe for one in had),
        likes=tuple(likes[one.pk] for one in people),
        partners=_partners(before, people) if table_kind(season) == table_sizes.FOURS else (),
    )


def _partners(
    rounds: Iterable[PlayedTable], people: Sequence[Member]
) -> tuple[tuple[int, int, int], ...]:
    """Who face each other play together."""
    numbers = {one.pk: number for number, one in enumerate(people)}
    met: Counter[tuple[int, int]] = Counter()
    for sat in rounds:
        for table in sat.tables:
            for couple in (table[0::2], table[1::2]):
                if len(couple) == 2 and all(pk in numbers for pk in couple):
                    one, other = sorted(numbers[pk] for pk in couple)
                    met[one, other] += 1
    return tuple((one, other, times) for (one, other), times in sorted(met.items()))
