"""Who sat with whom in rounds that were drawn, as it really was: also where somebody came late,
left, or changed places in the middle.
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
    """Somebody on one seat, from a game up to another."""

    table: int
    seat: int
    member: int
    since: int
    until: float
    order: tuple[bool, int]  # who sits there still comes after who does no longer

    def meets(self, other: "TableStay") -> bool:
        """At one table, in at least one game."""
        together = self.table == other.table and self.seat != other.seat
        return together and max(self.since, other.since) <= min(self.until, other.until)


class PlayedTable(NamedTuple):
    """One round. Everybody is at one of its tables, the last one they sat at, and each seat has
    one, who sat there last: that is how a draw takes turns. `met` has all who had a game together.
    """

    tables: list[list[int]]  # the ids of members clockwise, the scribe first
    met: set[Pair]
    out: list[int]

    @property
    def briefly(self) -> set[Pair]:
        """Who met, and sat elsewhere in the end."""
        return self.met - {pair for table in self.tables for pair in combinations(sorted(table), 2)}


def read_played_tables(rounds: QuerySet[Round]) -> list[PlayedTable]:
    """All rounds of the nights they are of, the first one first; who was merged sits where the one
    does who stands for them.
    """
    found = list(rounds.select_related("drawing").order_by("night__day", "night", "number"))
    stints, handed, places = _stints(rounds), pens(rounds), Counter[int]()
    told = []
    for one in found:
        sat = list(stints[one.pk])
        drawn_out = one.drawing.record["sitting_out"][places[one.drawing_id]]
        places[one.drawing_id] += 1
        played = {stint.member for stint in sat}
        out = [pk for pk in (one.drawing.people[n] for n in drawn_out) if pk not in played]
        told.append(PlayedTable(list(_tables(sat, handed)), _met(sat), out))
    return told


def _stints(rounds: QuerySet[Round]) -> dict[int, list[TableStay]]:
    """By round; without those of no game at all, as when the round was cut short."""
    found = TableSeat.objects.filter(round__in=rounds.order_by()).order_by(
        "table__number", "seat__position", "since"
    )
    stints = defaultdict(list)
    for one in found.select_related("member", "table__sheet"):
        games = one.table.sheet.games or inf
        if one.since <= games:
            member = one.member.merged_into_id or one.member_id
            until, order = min(one.until or inf, games), (one.until is None, one.pk)
            stint = TableStay(one.table_id, one.seat_id, member, one.since, until, order)
            stints[one.round_id].append(stint)
    return stints


def pens(rounds: QuerySet[Round]) -> set[int]:
    """The seats of those who kept score in the end, where that was handed over."""
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
        first = next((place for place, one in enumerate(table) if one.seat in pens), 0)
        yield [one.member for one in (*table[first:], *table[:first])]


def _last(stints: Iterable[TableStay], what: str) -> dict[int, TableStay]:
    """Of each seat or member, in the order they are first named."""
    last: dict[int, TableStay] = {}
    for stint in stints:
        key = getattr(stint, what)
        last[key] = max(last.get(key, stint), stint, key=lambda one: one.order)
    return last


def _met(stints: Iterable[TableStay]) -> set[Pair]:
    return {
        (min(one.member, other.member), max(one.member, other.member))
        for one, other in combinations(stints, 2)
        if one.meets(other) and one.member != other.member
    }
