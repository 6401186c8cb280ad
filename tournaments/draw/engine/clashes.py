"""Constraints that can't all be had, so that who asked for them knows which to give up."""

from collections.abc import Sequence

from tournaments.draw.engine.constraints import fit
from tournaments.draw.engine.request import Constraint
from tournaments.draw.engine.seeded_random import Chance


def clash(constraints: Sequence[Constraint], tables: Sequence[int]) -> tuple[Constraint, ...]:
    """Some that can't be had together at tables of these sizes, though without any one of them the
    others can; none where all can. What stands later in the list gives way first.
    """
    if _possible(constraints, tables):
        return ()
    low, high = 0, len(constraints)  # so many from the front are possible; so many are not
    while high - low > 1:
        middle = (low + high) // 2
        if _possible(constraints[:middle], tables):
            low = middle
        else:
            high = middle
    found = list(constraints[:high])
    for one in constraints[:low]:
        rest = [other for other in found if other != one]
        if not _possible(rest, tables):
            found = rest
    return tuple(found)


def _possible(constraints: Sequence[Constraint], tables: Sequence[int]) -> bool:
    people = {one.one for one in constraints}
    people |= {one.other for one in constraints if one.kind != "fixed_table"}
    return fit(sorted(people), tables, constraints, Chance("")) is not None
