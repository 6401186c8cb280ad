"""Apply settled ties to standings."""

from collections.abc import Callable, Mapping, Sequence

from django.db.models import QuerySet

from tournaments.models import TieRuling
from tournaments.standings import rules
from tournaments.standings.rules import Division, TieDecision


def applied(
    found: Sequence[Division],
    tie_rulings: QuerySet[TieRuling],
    doubles: Callable[[], Mapping[int, int]],
) -> tuple[Division, ...]:
    """Apply settlements to standings. Without ties there is no query."""
    if not any(True for item in found for _tie in rules.ties(item)):
        return tuple(found)
    rows = list(tie_rulings.filter(undone=None))
    kept = doubles() if rows else {}
    known = [read(item, kept) for item in rows]
    return tuple(rules.settle(item, known) for item in found)


def read(one: TieRuling, kept: Mapping[int, int]) -> TieDecision:
    """Read a settlement as a decision. `kept`: from the id of a duplicate to the member kept."""
    players = tuple(sorted(kept.get(pk, pk) for pk in one.players))
    order = tuple(kept.get(pk, pk) for pk in one.order)
    return TieDecision(one.division, one.what, players, one.how, order)
