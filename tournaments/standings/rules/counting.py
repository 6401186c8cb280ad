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
    """Return all nights, the dropped ones marked as such, and only those that count."""
    marked = tuple(tallies)
    if dropped := {tally.night for tally in _dropped(tallies, terms)}:
        marked = tuple(
            [tally._replace(dropped=True) if tally.night in dropped else tally for tally in tallies]
        )
    return marked, [night for night in marked if night.points is not None and not night.dropped]


def sum_points(counted: Sequence[NightPoints], terms: SeasonRules) -> Points | None:
    if not counted:
        return None
    points: Points = sum([tally.points or 0 for tally in counted])
    if terms.counting == AVERAGE:
        points = Fraction(points) / sum([tally.weight for tally in counted])
    if terms.counting == BEST_AVERAGE:
        points = Fraction(points, len(counted))
    return points


def average_left(counted: Sequence[NightPoints]) -> Points:
    """The second score, such as the total on the sheets in a game of match points, separates who
    are equal; less is better.
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
    """If nights are equally bad, a missed one comes first, then the earliest."""
    points = tally.points or 0
    return (-points if terms.low else points, tally.came, tally.night)
