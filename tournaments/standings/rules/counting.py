"""Which nights count, and what they come to."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.rules.breakdown import NightPoints
from tournaments.standings.rules.points import AVERAGE, BEST, DROP, Points, SeasonRules


def count(
    tallies: Sequence[NightPoints], terms: SeasonRules
) -> tuple[tuple[NightPoints, ...], list[NightPoints]]:
    """Which are dropped, marked as such; and those that count."""
    marked = tuple(tallies)
    if dropped := {tally.night for tally in _dropped(tallies, terms)}:
        marked = tuple(
            [tally._replace(dropped=True) if tally.night in dropped else tally for tally in tallies]
        )
    return marked, [one for one in marked if one.points is not None and not one.dropped]


def total(counted: Sequence[NightPoints], terms: SeasonRules) -> Points | None:
    """None: there is nothing to count."""
    if not counted:
        return None
    points: Points = sum([tally.points or 0 for tally in counted])
    if terms.counting == AVERAGE:
        points = Fraction(points) / sum([tally.weight for tally in counted])
    return points


def left(counted: Sequence[NightPoints]) -> Points:
    """Of a round, on average."""
    if found := sum([one.left for one in counted]):
        return Fraction(found, sum([one.played for one in counted]))
    return 0


def _dropped(tallies: Sequence[NightPoints], terms: SeasonRules) -> list[NightPoints]:
    counted = [tally for tally in tallies if tally.points is not None]
    if terms.counting == BEST:
        many = len(counted) - terms.counted
    elif terms.counting == DROP:
        many = min(terms.counted, len(counted) - 1)  # one night always counts
    else:
        return []
    return sorted(counted, key=lambda tally: _worst_first(tally, terms))[: max(many, 0)]


def _worst_first(tally: NightPoints, terms: SeasonRules) -> tuple[Points, bool, int]:
    """Of equal nights a missed one goes before one that was played, then the earlier."""
    points = tally.points or 0
    return (-points if terms.low else points, tally.came, tally.night)
