"""Reading how ties were settled, into the standings where they are."""

from collections.abc import Callable, Mapping, Sequence

from django.db.models import QuerySet

from tournaments.models import Settlement
from tournaments.standings import rules
from tournaments.standings.rules import Division, TieDecision


def applied(
    found: Sequence[Division],
    settlements: QuerySet[Settlement],
    doubles: Callable[[], Mapping[int, int]],
) -> tuple[Division, ...]:
    """Nothing is looked up where there are no ties."""
    if not any(True for one in found for _tie in rules.ties(one)):
        return tuple(found)
    made = list(settlements.filter(undone=None))
    kept = doubles() if made else {}
    known = [read(one, kept) for one in made]
    return tuple(rules.settle(one, known) for one in found)


def read(one: Settlement, kept: Mapping[int, int]) -> TieDecision:
    """`kept`: who stands for a double."""
    players = tuple(sorted(kept.get(pk, pk) for pk in one.players))
    order = tuple(kept.get(pk, pk) for pk in one.order)
    return TieDecision(one.division, one.what, players, one.how, order)
