"""Formulas for the places in a ranking. Each place is a rank among figures in one row or column.

Equal figures share a place, unless a second line of figures breaks the tie.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.toolkit.spreadsheets import formulas
from scoring.toolkit.spreadsheets.formulas import Cell, Formula, Span, Ties


class Ranked(NamedTuple):
    """A player's place in a ranking, and the cell with the figure that decides it."""

    cell: Cell
    figure: float
    place: int


class TieBreaker(NamedTuple):
    """The figures that break ties in a ranking, one for each player."""

    cells: Sequence[Cell]
    figures: Sequence[float]
    low: bool = False  # whether the lowest figure ranks higher


class Placed(NamedTuple):
    places: Sequence[Formula | int]
    apart: TieBreaker | None = None  # figures that the caller has to write for these formulas


def build_places(
    every: Sequence[Ranked], low: bool, more: Sequence[Cell], usual: TieBreaker | None = None
) -> Placed:
    """Return a formula for the place of each player. The places in `every` are already known, and
    the formulas must give the same ones. With `low`, the lowest figure ranks first.

    First try formulas with the usual tie-break figures (`usual`), then formulas without a
    tie-break. If neither gives the known places, the result also contains new figures that break
    the ties. The caller has to write those into the free cells `more`. If no formula works, return
    the places as plain numbers.
    """
    own = TieBreaker(more, [player.place for player in every], low=True)
    for apart in (usual, None, own) if usual else (None, own):
        if _gives_places(every, low, apart) and (
            apart is None or len(join_cells(apart.cells)) == 1
        ):
            return Placed(_formulas(every, low, apart), apart if apart is own else None)
    return Placed([player.place for player in every])


def build_side_places(every: Sequence[Ranked], low: bool) -> Placed:
    """Return formulas for places, like `build_places`, for two sides of two partners. Partners have
    the same total and the same place, so only the first two players, one of each side, are ranked.
    """
    if _gives_places(every[:2], low, None):
        return Placed(_formulas(every, low, None, every[:2]))
    return Placed([player.place for player in every])


def join_cells(cells: Sequence[Cell]) -> list[Span]:
    """Return these cells as ranges. Cells that touch become one range."""
    joined: list[Span] = []
    for cell in cells:
        last = joined[-1].last if joined else None
        if last and (cell.column - last.column, cell.row - last.row) in ((1, 0), (0, 1)):
            joined[-1] = Span(joined[-1].first, cell)
        else:
            joined.append(Span(cell, cell))
    return joined


def _gives_places(every: Sequence[Ranked], low: bool, apart: TieBreaker | None) -> bool:
    """Return whether ranking the players by their figures, with ties broken by `apart`, gives each
    of them the place that is already set in `every`. With `low`, the lowest figure ranks first.
    """
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
