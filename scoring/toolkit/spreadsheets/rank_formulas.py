"""Formulas for places, which must give the places already known."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.toolkit.spreadsheets import formulas
from scoring.toolkit.spreadsheets.formulas import Cell, Formula, Span, Ties


class Ranked(NamedTuple):
    """A place, and the cell with the figure that decides it."""

    cell: Cell
    figure: float
    place: int


class TieBreaker(NamedTuple):
    cells: Sequence[Cell]
    figures: Sequence[float]
    low: bool = False  # whether the lowest figure ranks higher


class Placed(NamedTuple):
    places: Sequence[Formula | int]
    apart: TieBreaker | None = None  # figures that the caller has to write for these formulas


def build_places(
    every: Sequence[Ranked], low: bool, more: Sequence[Cell], usual: TieBreaker | None = None
) -> Placed:
    """Try the usual tie-break, then none, then figures of our own, which the caller writes into
    `more`. If nothing gives the known places, return them as numbers.
    """
    own = TieBreaker(more, [player.place for player in every], low=True)
    for apart in (usual, None, own) if usual else (None, own):
        if _gives_places(every, low, apart) and (
            apart is None or len(join_cells(apart.cells)) == 1
        ):
            return Placed(_formulas(every, low, apart), apart if apart is own else None)
    return Placed([player.place for player in every])


def build_side_places(every: Sequence[Ranked], low: bool) -> Placed:
    """Partners share total and place, so one of each side is ranked."""
    if _gives_places(every[:2], low, None):
        return Placed(_formulas(every, low, None, every[:2]))
    return Placed([player.place for player in every])


def join_cells(cells: Sequence[Cell]) -> list[Span]:
    """Cells that touch become one range."""
    joined: list[Span] = []
    for cell in cells:
        last = joined[-1].last if joined else None
        if last and (cell.column - last.column, cell.row - last.row) in ((1, 0), (0, 1)):
            joined[-1] = Span(joined[-1].first, cell)
        else:
            joined.append(Span(cell, cell))
    return joined


def _gives_places(every: Sequence[Ranked], low: bool, apart: TieBreaker | None) -> bool:
    """Whether these figures, with ties broken by `apart`, give the known places."""
    others = apart.figures if apart else [0] * len(every)
    sign = 1 if apart and apart.low else -1
    keys = [
        (player.figure if low else -player.figure, other * sign)
        for player, other in zip(every, others, strict=True)
    ]
    return [player.place for player in every] == [
        1 + sum(key < mine for key in keys) for mine in keys
    ]


def _formulas(
    every: Sequence[Ranked], low: bool, apart: TieBreaker | None, among: Sequence[Ranked] = ()
) -> list[Formula]:
    where = join_cells([player.cell for player in among or every])
    ties = (
        [Ties(cell, join_cells(apart.cells)[0], apart.low) for cell in apart.cells] if apart else []
    )
    return [
        formulas.place(player.cell, where, low, player.place, ties[number] if ties else None)
        for number, player in enumerate(every)
    ]
