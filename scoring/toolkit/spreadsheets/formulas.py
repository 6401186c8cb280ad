"""All formulas of our workbooks, so that a test can evaluate each."""

from collections.abc import Sequence
from typing import NamedTuple

from openpyxl.utils import get_column_letter


class Formula(NamedTuple):
    words: str  # without the = in front
    shows: float | str  # its result, for viewers that don't calculate


class Cell(NamedTuple):
    column: int
    row: int
    sheet: str = ""

    def __str__(self) -> str:
        quoted = self.sheet.replace("'", "''")
        sheet = f"'{quoted}'!" if self.sheet else ""
        return f"{sheet}{get_column_letter(self.column)}{self.row}"


class Span(NamedTuple):
    """Adjacent cells in one row or column."""

    first: Cell
    last: Cell

    def __str__(self) -> str:
        return f"{self.first}:{self.last}"


def down(column: int, first: int, last: int) -> Span:
    return Span(Cell(column, first), Cell(column, last))


def across(row: int, first: int, last: int) -> Span:
    return Span(Cell(first, row), Cell(last, row))


def total(parts: Sequence[Span | Cell], shows: float) -> Formula:
    return Formula(f"SUM({','.join(map(str, parts))})", shows)


def count(where: Span, text: str, shows: float) -> Formula:
    return Formula(f"COUNTIF({where},{_quoted(text)})", shows)


def same(cell: Cell, shows: float) -> Formula:
    return Formula(str(cell), shows)


def settled(cell: Cell, everybody: Span, players: int, shows: float) -> Formula:
    """What a player gains when all pay each other the differences of their totals."""
    return Formula(f"{players}*{cell}-SUM({everybody})", shows)


class Ties(NamedTuple):
    """The figures that break ties: one's own, and everybody's."""

    own: Cell
    everybody: Span
    low: bool  # whether the lowest figure ranks higher


def place(
    own: Cell, among: Sequence[Span], low: bool, shows: float, ties: Ties | None = None
) -> Formula:
    """With `low` the lowest ranks first. Equal figures share a place unless `ties` decides."""
    every = [str(span if span.first != span.last else span.first) for span in among]
    where = every[0] if len(every) == 1 else f"({','.join(every)})"
    words = f"RANK({own},{where},{int(low)})"
    if ties:
        sign = "<" if ties.low else ">"
        words += f"+SUMPRODUCT(({where}={own})*({ties.everybody}{sign}{ties.own}))"
    return Formula(words, shows)


def once_played(games: Sequence[Span], then: Formula | int) -> Formula:
    """Show nothing as long as no game has a figure."""
    words = then.words if isinstance(then, Formula) else str(then)
    return Formula(f"IF(COUNT({','.join(map(str, games))})=0,{_quoted('')},{words})", "")


def exact(sum: Formula) -> Formula:
    """Sums of averages are inexact, and equal sums must compare as equal."""
    return sum._replace(words=f"ROUND({sum.words},10)")


RIGHT, WRONG = "✓", "✗"


def adds_up(where: Span, players: int, shows: str) -> Formula:
    """Check that the scores of a game add up to 0; nothing while none are entered."""
    return _check_formula(where, players, f"SUM({where})=0", shows)


def one_dash(where: Span, players: int, dash: str, shows: str) -> Formula:
    return _check_formula(where, players, f"COUNTIF({where},{_quoted(dash)})=1", shows)


def _check_formula(where: Span, players: int, right: str, shows: str) -> Formula:
    empty = f"COUNTIF({where},{_quoted('')})={players}"
    judged = f"IF({right},{_quoted(RIGHT)},{_quoted(WRONG)})"
    return Formula(f"IF({empty},{_quoted('')},{judged})", shows)


def control(counted: Span, games: Span, shows: str) -> Formula:
    """Check that there are as many dashes (`counted`) as games checked."""
    judged = "+".join(f"COUNTIF({games},{_quoted(mark)})" for mark in (RIGHT, WRONG))
    return Formula(f"IF(SUM({counted})={judged},{_quoted(RIGHT)},{_quoted(WRONG)})", shows)


def nothing_over(where: Span, shows: str) -> Formula:
    return Formula(f"IF(SUM({where})=0,{_quoted(RIGHT)},{_quoted(WRONG)})", shows)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


# Places, which must come out as they are known already


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
        place(player.cell, where, low, player.place, ties[number] if ties else None)
        for number, player in enumerate(every)
    ]
