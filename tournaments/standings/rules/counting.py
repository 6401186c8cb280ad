"""Decide which nights count for a player, and compute the player's total. In the code, a "tally"
(`NightPoints`) is what one night counts for the player, and `terms` are the season's rules.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.rules.breakdown import NightPoints
from tournaments.standings.rules.points import (
    AVERAGE,
    BEST_AVERAGE,
    BEST_ONLY,
    DROP,
    Points,
    SeasonRules,
)


def drop_nights(
    tallies: Sequence[NightPoints], terms: SeasonRules
) -> tuple[tuple[NightPoints, ...], list[NightPoints]]:
    """Apply the season's rule about how many nights count. `tallies` has the player's points of
    each night. Return all of them, the dropped ones marked as such, and a list of only those that
    count.
    """
    marked = tuple(tallies)
    if dropped := {tally.night for tally in _dropped(tallies, terms)}:
        marked = tuple(
            [tally._replace(dropped=True) if tally.night in dropped else tally for tally in tallies]
        )
    return marked, [night for night in marked if night.points is not None and not night.dropped]


def sum_points(counted: Sequence[NightPoints], terms: SeasonRules) -> Points | None:
    """Return the player's total or average over the nights that count. Return None if no night
    counts.
    """
    if not counted:
        return None
    points: Points = sum([tally.points or 0 for tally in counted])
    if terms.counting == AVERAGE:
        points = Fraction(points) / sum([tally.weight for tally in counted])
    if terms.counting == BEST_AVERAGE:
        points = Fraction(points, len(counted))
    return points


def average_left(counted: Sequence[NightPoints]) -> Points:
    """Return the average per round of the player's second score, which the code calls `left`. Among
    players with equal points, the one with the lower second score comes first. In a game that is
    won by match points, for example, the second score is the total of the points on the sheets.
    """
    if points := sum([tally.left for tally in counted]):
        return Fraction(points, sum([tally.played for tally in counted]))
    return 0


def _dropped(tallies: Sequence[NightPoints], terms: SeasonRules) -> list[NightPoints]:
    counted = [tally for tally in tallies if tally.points is not None]
    if terms.counting in BEST_ONLY:
        many = len(counted) - terms.counted
    elif terms.counting == DROP:
        many = min(terms.counted, len(counted) - 1)  # one night always counts
    else:
        return []
    return sorted(counted, key=lambda tally: _worst_first(tally, terms))[: max(many, 0)]


def _worst_first(tally: NightPoints, terms: SeasonRules) -> tuple[Points, bool, int]:
    """Return a sort key that puts a player's worst night first, because the worst night is the
    first to be dropped. If nights are equally bad, a missed one comes first, then the earliest.
    """
    points = tally.points or 0
    return (-points if terms.low else points, tally.came, tally.night)
