"""Which nights count, and what they come to."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.given import AVERAGE, BEST, DROP, Points, Terms
from tournaments.standings.shown import Tally


def count(tallies: Sequence[Tally], terms: Terms) -> tuple[Points | None, tuple[Tally, ...]]:
    """None: there is nothing to count."""
    dropped = {tally.night for tally in _dropped(tallies, terms)}
    marked = tuple(
        tally._replace(dropped=True) if tally.night in dropped else tally for tally in tallies
    )
    counted = [tally for tally in marked if tally.counts]
    if not counted:
        return None, marked
    points: Points = sum(tally.points or 0 for tally in counted)
    if terms.counting == AVERAGE:
        points = Fraction(points) / sum(tally.weight for tally in counted)
    return points, marked


def _dropped(tallies: Sequence[Tally], terms: Terms) -> list[Tally]:
    counted = [tally for tally in tallies if tally.points is not None]
    if terms.counting == BEST:
        many = len(counted) - terms.counted
    elif terms.counting == DROP:
        many = min(terms.counted, len(counted) - 1)  # one night always counts
    else:
        return []
    return sorted(counted, key=lambda tally: _worst_first(tally, terms))[: max(many, 0)]


def _worst_first(tally: Tally, terms: Terms) -> tuple[Points, bool, int]:
    """Of equal nights a missed one goes before one that was played, then the earlier."""
    points = tally.points or 0
    return (-points if terms.low else points, tally.came, tally.night)
