"""Apply organisers' decisions on ties to standings."""

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
    """Return the divisions with the organisers' decisions on ties (`tie_rulings`) applied.
    `doubles` is called to get the member who was kept for each merged duplicate. If there are no
    ties, the database is not read.
    """
    if not any(True for item in divisions for _tie in rules.find_ties(item)):
        return tuple(divisions)
    rows = list(tie_rulings.filter(undone=None))
    kept = doubles() if rows else {}
    known = [read(item, kept) for item in rows]
    return tuple(rules.settle(item, known) for item in divisions)


def read(tie_ruling: TieRuling, kept: Mapping[int, int]) -> TieDecision:
    """Convert a stored decision on a tie to the one that standings use. `kept` maps the id of a
    merged duplicate to that of the member kept.
    """
    players = tuple(sorted(kept.get(pk, pk) for pk in tie_ruling.players))
    order = tuple(kept.get(pk, pk) for pk in tie_ruling.order)
    return TieDecision(tie_ruling.division, tie_ruling.what, players, tie_ruling.how, order)
