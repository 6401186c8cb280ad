"""What each player can still reach in the nights that are left. Only what is certain is stated.

If points are summed, one bad night can add any number of points, so no place is certain. If places
bring points, a night brings limited points, so limits for the final places can be given.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.standings.rules.breakdown import Division, Row
from tournaments.standings.rules.points import (
    BEST_ONLY,
    FIXED,
    OWN,
    PLACES,
    SHARED,
    Points,
    SeasonRules,
)


class Left(NamedTuple):
    nights: int
    rounds: int  # per night, at most


class Outlook(NamedTuple):
    needed: int  # nights still needed for a place; unreachable if more than are left
    above: Points | None = None  # gap to the next row above
    first: Points | None = None  # gap to the first
    up: Points | None = None  # gap to the last row that goes up
    down: Points | None = None  # lead over the first row that goes down
    better: Points | None = None  # a night counts only if it is better than this
    best: int | None = None  # possible place at the end
    worst: int | None = None


def compute_outlook(division: Division, terms: SeasonRules, left: Left) -> dict[int, Outlook]:
    """Return what each player of a division can still reach, keyed by player. `left` tells how many
    nights are still to come, and how many rounds each of them has. People who have no row in the
    division yet are ignored.
    """
    ranked = [row for row in division.rows if row.rank is not None]
    ends = _Ends(division.rows, terms, left)
    up = _line(ranked, division.up.sure + division.up.tied, last=True)
    down = _line(ranked, division.down.sure + division.down.tied, last=False)
    outlooks = {}
    for row in division.rows:
        above, first = _ahead(row, ranked)
        best, worst = ends.find_best_and_worst(row)
        outlooks[row.player] = Outlook(
            needed=max(terms.least - row.nights, 0),
            above=above,
            first=first,
            up=_gap(row, up),
            down=_gap(row, down),
            better=_better(row, terms),
            best=best,
            worst=worst,
        )
    return outlooks


def _ahead(row: Row, ranked: Sequence[Row]) -> tuple[Points | None, Points | None]:
    """Return how many points the player of this row is behind the next higher place, and how many
    behind the first place. Both are None for a player in first place.
    """
    above = [higher for higher in ranked if row.rank and (higher.rank or 0) < row.rank]
    if not above:
        return None, None
    return _apart(row, above[-1]), _apart(row, above[0])


def _apart(row: Row, other: Row) -> Points:
    apart: Points = (row.points or 0) - (other.points or 0)
    return max(apart, -apart)


def _line(
    ranked: Sequence[Row], moving: Iterable[int], *, last: bool
) -> tuple[set[int], Row] | None:
    """Return the players who leave the division or may do so (`moving`), and the row of the one who
    is nearest to those who stay. For players who go up, that is the last of their rows (`last` is
    set). For players who go down, it is the first. Return None if nobody moves.
    """
    players = set(moving)
    rows = [row for row in ranked if row.player in players]
    return (players, rows[-1] if last else rows[0]) if rows else None


def _gap(row: Row, line: tuple[set[int], Row] | None) -> Points | None:
    if line is None or row.rank is None or row.player in line[0]:
        return None
    return _apart(row, line[1])


def _better(row: Row, terms: SeasonRules) -> Points | None:
    """Return the points that a further night must beat to count, in a season where only the best
    nights count. These are the points of the player's worst counting night. Return None if any
    further night counts.
    """
    counted = [tally.points for tally in row.tallies if tally.counts and tally.points is not None]
    if terms.counting not in BEST_ONLY or len(counted) < terms.counted:
        return None
    return max(counted) if terms.low else min(counted)


class _Ends:
    """Computes the best and the worst place that each player can have at the end of the season.
    They are known only if the points of a night have limits.
    """

    def __init__(self, rows: Sequence[Row], terms: SeasonRules, left: Left) -> None:
        self.terms, self.left = terms, left
        # Whether a row with equal points can stand above: by a tie-break, or by points left.
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

    def find_best_and_worst(self, row: Row) -> tuple[int | None, int | None]:
        if not self.bounded or not self._can(row):
            return None, None
        points = row.points or 0
        ahead = len(self.sure) - bisect_right(self.sure, points + self.span)
        return ahead + 1, self._worst(points)

    def _worst(self, points: Points) -> int:
        """Return the worst place that a player with these points can have at the end of the season.
        Everybody who can still get more points than this player is counted as finishing above. If a
        tie-break can separate equal players, everybody who can get equally many points is counted,
        too.
        """
        reach = bisect_left if self.splits else bisect_right
        above = len(self.all) - reach(self.all, points - self.span)
        counts_itself = self.splits or self.span > 0
        return above + 1 - counts_itself


def _span(terms: SeasonRules, rounds: int) -> Points:
    """Return the difference between the most and the least points that a player can get on a night
    with this many rounds.

    The most may come from an absence, because a season may give a fixed number of points for it.
    That number is divided over the missed rounds. Each part is rounded up, so the parts may add up
    to slightly more than the number.
    """
    worth = [*terms.place_points, 0]
    low, high = min(worth) + terms.bonus, max(worth) + terms.bonus
    fixed = [rule.points or 0 for rule in (terms.signed_off, terms.no_show) if rule.how == FIXED]
    most = max([0, rounds * high, *(points + rounds - 1 for points in fixed)])
    return most - min([0, rounds * low, *fixed])
