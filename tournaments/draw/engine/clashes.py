from collections.abc import Sequence

from tournaments.draw.engine.constraints import fit
from tournaments.draw.engine.request import Constraint
from tournaments.draw.engine.seeded_random import Chance


def find_clash(constraints: Sequence[Constraint], tables: Sequence[int]) -> tuple[Constraint, ...]:
    """Return a minimal set of constraints that cannot all be met at tables of these sizes."""
    if _possible(constraints, tables):
        return ()
    low, high = 0, len(constraints)  # the first `low` are possible, the first `high` are not
    while high - low > 1:
        middle = (low + high) // 2
        if _possible(constraints[:middle], tables):
            low = middle
        else:
            high = middle
    clashing = list(constraints[:high])
    for constraint in constraints[:low]:
        rest = [other for other in clashing if other != constraint]
        if not _possible(rest, tables):
            clashing = rest
    return tuple(clashing)


def _possible(constraints: Sequence[Constraint], tables: Sequence[int]) -> bool:
    people = {constraint.player for constraint in constraints}
    people |= {constraint.other for constraint in constraints if constraint.kind != "fixed_table"}
    return fit(sorted(people), tables, constraints, Chance("")) is not None
