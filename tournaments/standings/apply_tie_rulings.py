from collections.abc import Callable, Mapping, Sequence

from django.db.models import QuerySet

from tournaments.models import TieRuling
from tournaments.standings import rules
from tournaments.standings.rules import Division, TieDecision


def apply_rulings(
    divisions: Sequence[Division],
    tie_rulings: QuerySet[TieRuling],
    doubles: Callable[[], Mapping[int, int]],
) -> tuple[Division, ...]:
    """`doubles` gives the member kept for each merged duplicate; it is called only if there are
    ties.
    """
    if not any(True for item in divisions for _tie in rules.find_ties(item)):
        return tuple(divisions)
    rows = list(tie_rulings.filter(undone=None))
    kept = doubles() if rows else {}
    known = [read(item, kept) for item in rows]
    return tuple(rules.settle(item, known) for item in divisions)


def read(tie_ruling: TieRuling, kept: Mapping[int, int]) -> TieDecision:
    players = tuple(sorted(kept.get(pk, pk) for pk in tie_ruling.players))
    order = tuple(kept.get(pk, pk) for pk in tie_ruling.order)
    return TieDecision(tie_ruling.division, tie_ruling.what, players, tie_ruling.how, order)
