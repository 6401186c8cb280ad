"""Who sat with whom in the rounds played so far, as it really was: with latecomers, early leavers
and members who changed places during a round.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import inf
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.models import Event, Seat
from tournaments.models import Round, TableSeat

Pair = tuple[int, int]  # the ids of two members, the lower one first


class TableStay(NamedTuple):
    """The games that one member played on one seat, from game `since` to game `until`."""

    table: int
    seat: int
    member: int
    since: int
    until: float
    order: tuple[bool, int]  # sorts stays that ended before those that still last
    fill_in: bool

    def has_met(self, other: "TableStay") -> bool:
        """Return whether the two members sat at the same table for at least one game."""
        together = self.table == other.table and self.seat != other.seat
        return together and max(self.since, other.since) <= min(self.until, other.until)


class PlayedTable(NamedTuple):
    """One round as it was played. `tables` has the members who sat at each table at the end. A
    member who moved is listed only at the last table. A member who filled in at another table is
    listed only at their own. `met` has every pair that played at least one game at the same table.
    `out` has those who sat out.
    """

    tables: list[list[int]]  # the ids of members clockwise, the scribe first
    met: set[Pair]
    out: list[int]

    @property
    def briefly(self) -> set[Pair]:
        """Return the pairs that met in this round but were not at the same table at its end."""
        return self.met - {pair for table in self.tables for pair in combinations(sorted(table), 2)}


def read_played_tables(rounds: QuerySet[Round]) -> list[PlayedTable]:
    """Return what was really played in these rounds, in order of play. A duplicate record that was
    merged counts as the member who was kept. `rounds` must hold all rounds of each night, because a
    draw's record lists its rounds by position.
    """
    drawn = list(rounds.select_related("draw_record").order_by("night__day", "night", "number"))
    if not drawn:
        return []
    stints, handed, places = _stints(rounds), list_scribe_seats(rounds), Counter[int]()
    played_rounds = []
    for round in drawn:
        sat = list(stints[round.pk])
        drawn_out = round.draw_record.record["sitting_out"][places[round.draw_record_id]]
        places[round.draw_record_id] += 1
        played = {stint.member for stint in sat}
        out = [pk for pk in (round.draw_record.people[n] for n in drawn_out) if pk not in played]
        at_own_table = [stint for stint in sat if not stint.fill_in]
        played_rounds.append(PlayedTable(list(_tables(at_own_table, handed)), _met(sat), out))
    return played_rounds


def _stints(rounds: QuerySet[Round]) -> dict[int, list[TableStay]]:
    """Return who sat where for which games, keyed by round. A couple counts as one person in one
    seat. A stay is left out if the round was shortened so much that it ended before the person's
    first game.
    """
    seats = TableSeat.objects.filter(round__in=rounds.order_by()).order_by(
        "table__number", "seat__position", "since"
    )
    stints = defaultdict(list)
    first_seats: dict[tuple[int, int], int] = {}  # of each couple at a table
    for taken in seats.select_related("member", "table__sheet", "couple__first"):
        games = taken.table.sheet.games or inf
        if taken.since <= games:
            member = taken.member.merged_into_id or taken.member_id
            if taken.couple:
                member = taken.couple.first.merged_into_id or taken.couple.first_id
                first_seat = first_seats.setdefault((taken.table_id, member), taken.seat_id)
                if taken.seat_id != first_seat:
                    continue  # a couple is one entrant, wherever its people sit
            until, order = min(taken.until or inf, games), (taken.until is None, taken.pk)
            where = (taken.table_id, taken.seat_id)
            stint = TableStay(*where, member, taken.since, until, order, taken.fill_in)
            stints[taken.round_id].append(stint)
    return stints


def list_scribe_seats(rounds: QuerySet[Round]) -> set[int]:
    """Return the ids of the seats of scribes who took over keeping score from another member in
    these rounds. If a sheet was handed over several times, only the seat of the last scribe is
    included. Sheets that were never handed over are left out.
    """
    handed = Event.objects.filter(
        kind=Event.Kind.SCRIBE, sheet__table__round__in=rounds.order_by()
    ).order_by("sheet", "sequence")
    last = {sheet: json.loads(body)["seat"] for sheet, body in handed.values_list("sheet", "body")}
    seats = Seat.objects.filter(sheet__in=last)
    return {seat.pk for seat in seats if seat.key == last[seat.sheet_id]}


def _tables(stints: Sequence[TableStay], pens: set[int]) -> Iterator[list[int]]:
    seats, people = _last(stints, "seat"), _last(stints, "member")
    tables: dict[int, list[TableStay]] = {}
    for stint in seats.values():
        if people[stint.member] is stint:
            tables.setdefault(stint.table, []).append(stint)
    for table in tables.values():
        first = next((place for place, stay in enumerate(table) if stay.seat in pens), 0)
        yield [stay.member for stay in (*table[first:], *table[:first])]


def _last(stints: Iterable[TableStay], what: str) -> dict[int, TableStay]:
    """Return the last stay on each seat if `what` is "seat", or the last stay of each member if it
    is "member". Seats or members are in the order in which they first appear in `stints`.
    """
    last: dict[int, TableStay] = {}
    for stay in stints:
        key = getattr(stay, what)
        last[key] = max(last.get(key, stay), stay, key=lambda candidate: candidate.order)
    return last


def _met(stints: Iterable[TableStay]) -> set[Pair]:
    return {
        (min(stay.member, other.member), max(stay.member, other.member))
        for stay, other in combinations(stints, 2)
        if stay.has_met(other) and stay.member != other.member
    }
