"""The input of a draw: who is present, and who really sat with whom in the rounds played so far."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from math import inf
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.models import Event, Seat
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club.reglementen import find_table_kind
from tournaments.draw import fairness
from tournaments.draw.engine import table_sizes
from tournaments.draw.engine.first_seating import count_turns_out
from tournaments.draw.engine.request import BY_PLACE, MIX, STANDING, WINNERS, Duties, Request
from tournaments.members import members
from tournaments.models import Member, Night, Round, Season, TableSeat
from tournaments.nights.draw_wishes import Wishes, number_wishes
from tournaments.nights.nights import compute_table_sizes, find_night_table_kind
from tournaments.standings import calculate
from tournaments.standings.divisions import read_divisions
from tournaments.standings.inputs import find_period

Pair = tuple[int, int]  # the ids of two members, the lower one first


class TableStay(NamedTuple):
    table: int
    seat: int
    member: int
    since: int
    until: float
    order: tuple[bool, int]  # sorts stays that ended before those that still last
    fill_in: bool


class PlayedTable(NamedTuple):
    """Who moved is listed at the last table only, and who filled in at their own."""

    tables: list[list[int]]  # the ids of members clockwise, the scribe first
    met: set[Pair]
    out: list[int]
    full: int  # as many sat at the tables that were not small: a night may have its own sizes

    @property
    def briefly(self) -> set[Pair]:
        """Return the pairs that met in this round but were not at the same table at its end."""
        return self.met - {pair for table in self.tables for pair in combinations(sorted(table), 2)}


def read_played_tables(rounds: QuerySet[Round]) -> list[PlayedTable]:
    """Return the rounds in order of play. All of each night are needed: the record of a draw lists
    its own by position. A merged duplicate counts as the member who was kept. Who was drawn to sit
    out did, also at a table with empty seats.
    """
    drawn = list(rounds.select_related("draw_record").order_by("night__day", "night", "number"))
    if not drawn:
        return []
    stints, handed, places = _stints(rounds), list_scribe_seats(rounds), Counter[int]()
    mains = members.load_main_ids({pk for round in drawn for pk in round.draw_record.people})
    played_rounds = []
    for round in drawn:
        sat = list(stints[round.pk])
        made, place = round.draw_record, places[round.draw_record_id]
        places[round.draw_record_id] += 1
        at_own_table = [stint for stint in sat if not stint.fill_in]
        people = [mains[pk] for pk in made.people]
        seated = {people[n] for table in made.record["rounds"][place] for n in table}
        left_over = {stint.table for stint in at_own_table} - {
            stint.table for stint in at_own_table if stint.member in seated
        }
        at_drawn_table = [stint for stint in at_own_table if stint.table not in left_over]
        played = {stint.member for stint in at_drawn_table}
        drawn_out = (people[n] for n in made.record["sitting_out"][place])
        out = [pk for pk in drawn_out if pk not in played]
        full = table_sizes.find_full_size(made.record["input"]["sizes"])
        tables = list(_tables(at_drawn_table, handed))
        played_rounds.append(PlayedTable(tables, _met(sat), out, full))
    return played_rounds


def _stints(rounds: QuerySet[Round]) -> dict[int, list[TableStay]]:
    """Return who sat where, by round; a couple as one. A round cut short may end before a stay."""
    seats = TableSeat.objects.filter(round__in=rounds.order_by()).order_by(
        "table__number", "seat__position", "since"
    )
    stints = defaultdict(list)
    first_seats: dict[tuple[int, int], int] = {}  # of each couple at a table
    for taken in seats.select_related("member", "table__sheet", "couple__first"):
        games = taken.table.sheet.games or inf
        if taken.since <= games:
            member = taken.member.main_id
            if taken.couple:
                member = taken.couple.first.main_id
                first_seat = first_seats.setdefault((taken.table_id, member), taken.seat_id)
                if taken.seat_id != first_seat:
                    continue  # a couple is one entrant, wherever its people sit
            until, order = min(taken.until or inf, games), (taken.until is None, taken.pk)
            where = (taken.table_id, taken.seat_id)
            stint = TableStay(*where, member, taken.since, until, order, taken.fill_in)
            stints[taken.round_id].append(stint)
    return stints


def list_scribe_seats(rounds: QuerySet[Round]) -> dict[int, int]:
    """Where the pen was handed over, map the seat that has it now to its sheet."""
    handed = Event.objects.filter(
        kind=Event.Kind.SCRIBE, sheet__table__round__in=rounds.order_by()
    ).order_by("sheet", "sequence")
    last = {sheet: json.loads(body)["seat"] for sheet, body in handed.values_list("sheet", "body")}
    seats = Seat.objects.filter(sheet__in=last)
    return {seat.pk: seat.sheet_id for seat in seats if seat.key == last[seat.sheet_id]}


def _tables(stints: Sequence[TableStay], pens: Collection[int]) -> Iterator[list[int]]:
    seats, people = _last(stints, "seat"), _last(stints, "member")
    tables: dict[int, list[TableStay]] = {}
    for stint in seats.values():
        if people[stint.member] is stint:
            tables.setdefault(stint.table, []).append(stint)
    for table in tables.values():
        first = next((place for place, stay in enumerate(table) if stay.seat in pens), 0)
        yield [stay.member for stay in (*table[first:], *table[:first])]


def _last(stints: Iterable[TableStay], what: str) -> dict[int, TableStay]:
    last: dict[int, TableStay] = {}
    for stay in stints:
        key = getattr(stay, what)
        last[key] = max(last.get(key, stay), stay, key=lambda candidate: candidate.order)
    return last


def _met(stints: Iterable[TableStay]) -> set[Pair]:
    return {
        (min(stay.member, other.member), max(stay.member, other.member))
        for stay, other in combinations(stints, 2)
        if stay.table == other.table and stay.seat != other.seat and stay.member != other.member
        if max(stay.since, other.since) <= min(stay.until, other.until)
    }


def build_request(
    night: Night,
    people: Sequence[Member],
    rounds: int,
    method: str,
    *,
    wishes: Wishes = (),
    without: Collection[str] = (),
    sizes: str = "",
    divided: bool = False,
) -> tuple[Request, list[Member]]:
    """Return the input for a draw of these people, and the members by their numbers in the draw:
    the present ones first, then those who left after an earlier round, because the draw considers
    whom they met.
    """
    season = night.season
    tonight = read_played_tables(Round.objects.filter(night=night))
    present = {item.pk: number for number, item in enumerate(people)}
    sat = {pk for item in tonight for table in item.tables for pk in table}
    gone = Member.objects.in_bulk(sat - present.keys())
    everybody = [*people, *(gone[pk] for pk in sorted(gone))]
    numbers = {item.pk: number for number, item in enumerate(everybody)}
    before = read_played_tables(Round.objects.filter(night__season=season).exclude(night=night))
    met = [*(item.met for item in before), *(item.briefly for item in tonight)]
    period = find_period(season, night.day)
    divisions = read_divisions(season, period) if divided else {}
    request = Request(
        players=len(people),
        rounds=rounds,
        kind=sizes or find_night_table_kind(night),
        method=method,
        five=season.five,
        history=_count_pairs(chain.from_iterable(met), present),
        standing=_place_people(night, people, method),
        divisions=tuple(divisions.get(item.pk, 0) for item in people) if divided else (),
        constraints=number_wishes(night, people, wishes, sizes, without),
        earlier=tuple(
            tuple(tuple(numbers[pk] for pk in table) for table in item.tables) for item in tonight
        ),
        duties=_duties(season, present, people, before),
    )
    return request, everybody


def list_next_out(night: Night, people: Sequence[Member]) -> tuple[int, list[Member]]:
    """Return how many sit out the next round, and who is in turn: a lot decides among more."""
    out = compute_table_sizes(night, len(people)).out
    if not out or out == len(people):
        return 0, []
    turns = count_turns_out(build_request(night, people, 1, MIX)[0])
    last = sorted(turns)[out - 1]
    return out, [person for person, had in zip(people, turns, strict=False) if had <= last]


def _place_people(night: Night, people: Sequence[Member], method: str) -> tuple[int, ...]:
    """Without a place, members share one after the last. The draw orders equals at random."""
    if method == STANDING:
        places = calculate.number_places(night.season, night if night.rounds.exists() else None)
    elif method == WINNERS:
        places = calculate.number_places_at_tables(night)
    elif method in BY_PLACE:
        places = calculate.number_places_tonight(night)
    else:
        return ()
    if not places and method != STANDING:
        raise user_error(problems.NO_SCORE)
    last = max(places.values(), default=0) + 1
    return tuple(places.get(member.pk, last) for member in people)


def _count_pairs(
    pairs: Iterable[Sequence[int]], numbers: Mapping[int, int]
) -> tuple[tuple[int, int, int], ...]:
    times = Counter(
        tuple(sorted(numbers[pk] for pk in pair))
        for pair in pairs
        if len(pair) == 2 and numbers.keys() >= set(pair)
    )
    return tuple((low, high, count) for (low, high), count in sorted(times.items()))


def _duties(
    season: Season,
    numbers: Mapping[int, int],
    people: Sequence[Member],
    before: Sequence[PlayedTable],
) -> Duties:
    kind = find_table_kind(season)
    likes: dict[fairness.Player, bool] = {
        item.pk: item.writes != Member.Writes.NO for item in people
    }
    owed = fairness.count_owed(
        (fairness.Past(item.tables, item.out, item.full) for item in before), likes
    )
    tables = (table for item in before for table in item.tables)
    opposite = (couple for table in tables for couple in (table[0::2], table[1::2]))
    had = [owed.get(item.pk, fairness.Owed()) for item in people]
    return Duties(
        small=tuple(item.small for item in had),
        sat_out=tuple(item.sat_out for item in had),
        scribe=tuple(item.scribe for item in had),
        likes=tuple(likes[item.pk] for item in people),
        partners=_count_pairs(opposite, numbers) if kind == table_sizes.FOURS else (),
    )
