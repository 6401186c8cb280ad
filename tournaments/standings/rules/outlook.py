"""What is still possible in a season of which nights are left: only what is sure, whatever happens.

A total that is added up can grow without bound on one bad night, so no place is sure there. Points
for places are bounded, and with them the places at the end.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.standings.rules.breakdown import Division, Row
from tournaments.standings.rules.points import BEST, FIXED, OWN, PLACES, SHARED, Points, SeasonRules


class Left(NamedTuple):
    nights: int
    rounds: int  # of a night, at most


class Outlook(NamedTuple):
    needed: int  # nights to come to for a place; more than are left: there will be none
    above: Points | None = None  # behind who stands next above
    first: Points | None = None  # behind the first
    up: Points | None = None  # behind the last of those who go up
    down: Points | None = None  # ahead of the first of those who go down
    better: Points | None = None  # than this a night has to be, to count
    best: int | None = None  # place at the end
    worst: int | None = None


def compute_outlook(division: Division, terms: SeasonRules, left: Left) -> dict[int, Outlook]:
    """By player. Who is not in this standing yet is not reckoned with."""
    ranked = [row for row in division.rows if row.rank is not None]
    ends = _Ends(division.rows, terms, left)
    up = _line(ranked, division.up.sure + division.up.tied, last=True)
    down = _line(ranked, division.down.sure + division.down.tied, last=False)
    found = {}
    for row in division.rows:
        above, first = _ahead(row, ranked)
        best, worst = ends.of(row)
        found[row.player] = Outlook(
            needed=max(terms.least - row.nights, 0),
            above=above,
            first=first,
            up=_gap(row, up),
            down=_gap(row, down),
            better=_better(row, terms),
            best=best,
            worst=worst,
        )
    return found


def _ahead(row: Row, ranked: Sequence[Row]) -> tuple[Points | None, Points | None]:
    """How far behind the next above, and the first."""
    above = [one for one in ranked if row.rank and (one.rank or 0) < row.rank]
    if not above:
        return None, None
    return _apart(row, above[-1]), _apart(row, above[0])


def _apart(row: Row, other: Row) -> Points:
    apart: Points = (row.points or 0) - (other.points or 0)
    return max(apart, -apart)


def _line(
    ranked: Sequence[Row], moving: Iterable[int], *, last: bool
) -> tuple[set[int], Row] | None:
    """Who moves, and who of them is nearest to the others."""
    players = set(moving)
    rows = [row for row in ranked if row.player in players]
    return (players, rows[-1] if last else rows[0]) if rows else None


def _gap(row: Row, line: tuple[set[int], Row] | None) -> Points | None:
    if line is None or row.rank is None or row.player in line[0]:
        return None
    return _apart(row, line[1])


def _better(row: Row, terms: SeasonRules) -> Points | None:
    """The worst night that counts, where no more can."""
    counted = [one.points for one in row.tallies if one.counts and one.points is not None]
    if terms.counting != BEST or len(counted) < terms.counted:
        return None
    return max(counted) if terms.low else min(counted)


class _Ends:
    """Between which places everybody ends, where the points of a night are bounded."""

    def __init__(self, rows: Sequence[Row], terms: SeasonRules, left: Left) -> None:
        self.terms, self.left = terms, left
        # Whether who ends equal may stand above: by a tie-break, or by points left.
        self.splits = terms.tie_break != SHARED or any(row.left for row in rows)
        self.bounded = terms.counting == PLACES and OWN not in (
            terms.signed_off.how,
            terms.no_show.how,
        )
        can = [row for row in rows if self._can(row)]
        self.all = sorted(row.points or 0 for row in can)
        self.sure = sorted(row.points or 0 for row in can if row.rank is not None)
        self.span = left.nights * _span(terms, left.rounds) if self.bounded else 0

    def _can(self, row: Row) -> bool:
        return row.nights + self.left.nights >= self.terms.least

    def of(self, row: Row) -> tuple[int | None, int | None]:
        if not self.bounded or not self._can(row):
            return None, None
        points = row.points or 0
        ahead = len(self.sure) - bisect_right(self.sure, points + self.span)
        return ahead + 1, self._worst(points)

    def _worst(self, points: Points) -> int:
        """Behind everybody who can pass, or come equal and stand above."""
        reach = bisect_left if self.splits else bisect_right
        above = len(self.all) - reach(self.all, points - self.span)
        counts_itself = self.splits or self.span > 0
        return above + 1 - counts_itself


def _span(terms: SeasonRules, rounds: int) -> Points:
    """Between the least and the most that one night can add, however it is missed. A round takes
    its part of a fixed number, rounded up.
    """
    worth = [*terms.place_points, 0]
    low, high = min(worth) + terms.bonus, max(worth) + terms.bonus
    said = [one.points or 0 for one in (terms.signed_off, terms.no_show) if one.how == FIXED]
    most = max([0, rounds * high, *(points + rounds - 1 for points in said)])
    return most - min([0, rounds * low, *said])
