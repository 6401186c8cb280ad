"""Swaps that relieve who would keep score too often: who likes to, among people who don't."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.draw.engine.request import MIX, Request

MUCH = 0.7  # turns above the fair share, by the end of the night, that count as too many

Plan = list[list[list[int]]]


class Swap(NamedTuple):
    """Ordered by cost: how much more often people meet whom they met earlier this season."""

    cost: int
    round: int
    table: int
    seat: int
    there: int
    other: int  # seat


def relieve_scribes(rounds: Sequence[Sequence[Sequence[int]]], request: Request) -> Plan:
    """No swap makes more pairs meet again tonight, or moves a player with a constraint."""
    plan = [[list(table) for table in tables] for tables in rounds]
    likes = request.duties.likes
    if request.method != MIX or all(likes) or not any(likes):
        return plan
    evening = Evening(plan, request)
    while swap := min(evening.list_swaps(), default=None):
        evening.make(swap)
    return plan


class Evening:
    def __init__(self, plan: Plan, request: Request) -> None:
        self.plan, self.request = plan, request
        self.likes = request.duties.likes
        self.before = {frozenset(pair): times for *pair, times in request.history}
        self.met = Counter(
            frozenset(pair)
            for tables in (*request.earlier, *plan)
            for table in tables
            for pair in combinations(table, 2)
        )
        self.had = list(request.duties.scribe or (0.0,) * request.players)
        settled = [table for tables in request.earlier for table in tables]
        settled += [table for tables in request.kept for table in tables.values()]
        for table in settled:
            if table[0] < request.players:
                self.had[table[0]] += 1
        self.share = (len(settled) + len(list(self._drawn()))) / sum(self.likes)
        self.constrained = {
            person for constraint in request.constraints for person in constraint.people
        }

    def list_swaps(self) -> Iterator[Swap]:
        """Yield the swaps that relieve the most burdened player whom some swap can help."""
        alone: dict[int, list[tuple[int, int]]] = {}
        for number, place in self._drawn():
            if len(able := self._able(self.plan[number][place])) == 1:
                alone.setdefault(able[0], []).append((number, place))
        had, share = self.had, self.share
        burdened = (player for player in alone if had[player] + len(alone[player]) - share > MUCH)
        for player in sorted(burdened, key=lambda who: (-had[who] - len(alone[who]), who)):
            helpful = [swap for where in alone[player] for swap in self._find_swaps(*where)]
            if helpful:
                yield from helpful
                return

    def make(self, swap: Swap) -> None:
        tables = self.plan[swap.round]
        table, other_table = tables[swap.table], tables[swap.there]
        for pair, by in self._change(table, swap.seat, other_table, swap.other):
            self.met[pair] += by
        table[swap.seat], other_table[swap.other] = other_table[swap.other], table[swap.seat]

    def _drawn(self) -> Iterator[tuple[int, int]]:
        for number, tables in enumerate(self.plan):
            kept = self.request.find_kept_tables(number)
            yield from ((number, place) for place in range(len(tables)) if place + 1 not in kept)

    def _able(self, table: Sequence[int]) -> list[int]:
        return [player for player in table if self.likes[player]]

    def _find_swaps(self, number: int, place: int) -> Iterator[Swap]:
        table, divisions = self.plan[number][place], self.request.divisions
        for other_place, other in enumerate(self.plan[number]):
            fits = len(other) == len(table) and len(self._able(other)) > 2
            if not fits or other_place + 1 in self.request.find_kept_tables(number):
                continue
            for seat, player in enumerate(table):
                for other_seat, newcomer in enumerate(other):
                    free = self.constrained.isdisjoint((player, newcomer))
                    free &= not divisions or divisions[player] == divisions[newcomer]
                    if free and self.likes[newcomer] and not self.likes[player]:
                        repeats, cost = self._worth(table, seat, other, other_seat)
                        if repeats <= 0:
                            yield Swap(cost, number, place, seat, other_place, other_seat)

    def _worth(
        self, table: Sequence[int], seat: int, other: Sequence[int], theirs: int
    ) -> tuple[int, int]:
        """Return by how much a swap changes tonight's repeats, and the cost of the season's
        meetings.
        """
        repeats = cost = 0
        for pair, by in self._change(table, seat, other, theirs):
            repeats += by * (self.met[pair] > (by < 0))
            cost += by * self.before.get(pair, 0)
        return repeats, cost

    @staticmethod
    def _change(
        table: Sequence[int], seat: int, other: Sequence[int], theirs: int
    ) -> Iterator[tuple[frozenset[int], int]]:
        player, comes = table[seat], other[theirs]
        for stays in (neighbour for neighbour in table if neighbour != player):
            yield frozenset((comes, stays)), 1
            yield frozenset((player, stays)), -1
        for stays in (neighbour for neighbour in other if neighbour != comes):
            yield frozenset((player, stays)), 1
            yield frozenset((comes, stays)), -1
