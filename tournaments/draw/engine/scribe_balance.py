"""Who likes to keep score does not have to at table after table for want of others who do."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.draw.engine.request import MIX, Request

MUCH = 0.7  # turns more than one's share by the end of the night

Plan = list[list[list[int]]]


class Swap(NamedTuple):
    """Two people of one round. Of several the one that costs the fewest meetings is made."""

    cost: int
    round: int
    table: int
    seat: int
    there: int
    other: int  # seat


def relieved(rounds: Sequence[Sequence[Sequence[int]]], asked: Request) -> Plan:
    """Somebody who likes to as well comes to their table, from one where three or more do. No swap
    makes a repeat, nor touches who is kept apart, together or at a table.
    """
    plan = [[list(table) for table in tables] for tables in rounds]
    likes = asked.duties.likes
    if asked.method != MIX or all(likes) or not any(likes):
        return plan
    evening = Evening(plan, asked)
    while swap := min(evening.swaps(), default=None):
        evening.make(swap)
    return plan


class Evening:
    def __init__(self, plan: Plan, asked: Request) -> None:
        self.plan, self.asked = plan, asked
        self.likes = asked.duties.likes
        self.before = {frozenset(pair): times for *pair, times in asked.history}
        self.met = Counter(
            frozenset(pair)
            for tables in (*asked.earlier, *plan)
            for table in tables
            for pair in combinations(table, 2)
        )
        self.had = list(asked.duties.scribe or (0.0,) * asked.players)
        settled = [table for tables in asked.earlier for table in tables]
        settled += [table for tables in asked.kept for table in tables.values()]
        for table in settled:
            if table[0] < asked.players:
                self.had[table[0]] += 1
        self.share = (len(settled) + len(list(self._drawn()))) / sum(self.likes)
        self.held = {one.one for one in asked.constraints}
        self.held |= {one.other for one in asked.constraints if one.kind != "fixed_table"}

    def swaps(self) -> Iterator[Swap]:
        """All that help whoever would have the most."""
        alone: dict[int, list[tuple[int, int]]] = {}
        for number, place in self._drawn():
            if len(able := self._able(self.plan[number][place])) == 1:
                alone.setdefault(able[0], []).append((number, place))
        had, share = self.had, self.share
        burdened = (one for one in alone if had[one] + len(alone[one]) - share > MUCH)
        for one in sorted(burdened, key=lambda one: (-had[one] - len(alone[one]), one)):
            found = [swap for where in alone[one] for swap in self._to(*where)]
            if found:
                yield from found
                return

    def make(self, swap: Swap) -> None:
        tables = self.plan[swap.round]
        one, other = tables[swap.table], tables[swap.there]
        for pair, by in self._change(one, swap.seat, other, swap.other):
            self.met[pair] += by
        one[swap.seat], other[swap.other] = other[swap.other], one[swap.seat]

    def _drawn(self) -> Iterator[tuple[int, int]]:
        for number, tables in enumerate(self.plan):
            kept = self.asked.kept_in(number)
            yield from ((number, place) for place in range(len(tables)) if place + 1 not in kept)

    def _able(self, table: Sequence[int]) -> list[int]:
        return [player for player in table if self.likes[player]]

    def _to(self, number: int, place: int) -> Iterator[Swap]:
        table = self.plan[number][place]
        for there, other in enumerate(self.plan[number]):
            fits = len(other) == len(table) and len(self._able(other)) > 2
            if not fits or there + 1 in self.asked.kept_in(number):
                continue
            for seat, player in enumerate(table):
                for theirs, comes in enumerate(other):
                    free = self.held.isdisjoint((player, comes))
                    if free and self.likes[comes] and not self.likes[player]:
                        repeats, cost = self._worth(table, seat, other, theirs)
                        if repeats <= 0:
                            yield Swap(cost, number, place, seat, there, theirs)

    def _worth(
        self, table: Sequence[int], seat: int, other: Sequence[int], theirs: int
    ) -> tuple[int, int]:
        """Repeats tonight and meetings of the season that come by it, less those that go."""
        repeats = cost = 0
        for pair, by in self._change(table, seat, other, theirs):
            repeats += by * (self.met[pair] > (by < 0))
            cost += by * self.before.get(pair, 0)
        return repeats, cost

    @staticmethod
    def _change(
        table: Sequence[int], seat: int, other: Sequence[int], theirs: int
    ) -> Iterator[tuple[frozenset[int], int]]:
        """Pairs that meet by a swap, and those that do no longer."""
        player, comes = table[seat], other[theirs]
        for stays in (one for one in table if one != player):
            yield frozenset((comes, stays)), 1
            yield frozenset((player, stays)), -1
        for stays in (one for one in other if one != comes):
            yield frozenset((player, stays)), 1
            yield frozenset((comes, stays)), -1
