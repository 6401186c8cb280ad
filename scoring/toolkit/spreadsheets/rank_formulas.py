"""Places as formulas: each a rank among figures that stand in one line. Where equal ones are told
apart, it is by a second line of figures, or they would share a place.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.toolkit.spreadsheets import formulas
from scoring.toolkit.spreadsheets.formulas import Cell, Formula, Span, Ties


class Ranked(NamedTuple):
    """Somebody with a place, and what it goes by."""

    cell: Cell
    figure: float
    place: int


class Apart(NamedTuple):
    """What tells equal ones apart, in the order of those."""

    cells: Sequence[Cell]
    figures: Sequence[float]
    low: bool = False  # whether the lowest stands higher


class Placed(NamedTuple):
    places: Sequence[Formula | int]
    apart: Apart | None = None  # figures that these formulas need and that stand nowhere yet


def placed(
    every: Sequence[Ranked], low: bool, more: Sequence[Cell], usual: Apart | None = None
) -> Placed:
    """`more`: where figures may stand that tell equal ones apart; `usual`: those that always do.
    A place that hangs on something else than all of these stays a figure.
    """
    own = Apart(more, [one.place for one in every], low=True)
    for apart in (usual, None, own) if usual else (None, own):
        if _fits(every, low, apart) and (apart is None or len(spans(apart.cells)) == 1):
            return Placed(_written(every, low, apart), apart if apart is own else None)
    return Placed([one.place for one in every])


def of_sides(every: Sequence[Ranked], low: bool) -> Placed:
    """Partners have the same figures and one place: the first two stand for all."""
    if _fits(every[:2], low, None):
        return Placed(_written(every, low, None, every[:2]))
    return Placed([one.place for one in every])


def spans(cells: Sequence[Cell]) -> list[Span]:
    """Those that touch, as one."""
    found: list[Span] = []
    for cell in cells:
        last = found[-1].last if found else None
        if last and (cell.column - last.column, cell.row - last.row) in ((1, 0), (0, 1)):
            found[-1] = Span(found[-1].first, cell)
        else:
            found.append(Span(cell, cell))
    return found


def _fits(every: Sequence[Ranked], low: bool, apart: Apart | None) -> bool:
    """Whether that is the place that each has."""
    others = apart.figures if apart else [0] * len(every)
    sign = 1 if apart and apart.low else -1
    keys = [
        (one.figure if low else -one.figure, other * sign)
        for one, other in zip(every, others, strict=True)
    ]
    return [one.place for one in every] == [1 + sum(key < mine for key in keys) for mine in keys]


def _written(
    every: Sequence[Ranked], low: bool, apart: Apart | None, among: Sequence[Ranked] = ()
) -> list[Formula]:
    where = spans([one.cell for one in among or every])
    ties = [Ties(cell, spans(apart.cells)[0], apart.low) for cell in apart.cells] if apart else []
    return [
        formulas.place(one.cell, where, low, one.place, ties[number] if ties else None)
        for number, one in enumerate(every)
    ]
