"""The formulas of our workbooks. All are made here, so that a test can evaluate each of them."""

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
        return f"{_sheet_prefix(self.sheet)}{get_column_letter(self.column)}{self.row}"


class Span(NamedTuple):
    """A range of adjacent cells in one row or column."""

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
    """Return the formula for what a player gains when all players pay each other the differences of
    their totals. `cell` has the player's total, and `everybody` are the cells with all totals.
    `shows` is the present result of the formula.
    """
    return Formula(f"{players}*{cell}-SUM({everybody})", shows)


class Ties(NamedTuple):
    """The cells with the figures that break ties in a ranking. `own` has the player's figure, and
    `everybody` those of all players.
    """

    own: Cell
    everybody: Span
    low: bool  # whether the lowest figure ranks higher


def place(
    own: Cell, among: Sequence[Span], low: bool, shows: float, ties: Ties | None = None
) -> Formula:
    """Return the formula for the rank of the cell `own` among these cells. With `low`, the lowest
    figure ranks first. Equal figures share a place, and the next places stay empty, unless `ties`
    decides between them. `shows` is the present result of the formula.
    """
    every = [str(span if span.first != span.last else span.first) for span in among]
    where = every[0] if len(every) == 1 else f"({','.join(every)})"
    words = f"RANK({own},{where},{int(low)})"
    if ties:
        sign = "<" if ties.low else ">"
        words += f"+SUMPRODUCT(({where}={own})*({ties.everybody}{sign}{ties.own}))"
    return Formula(words, shows)


def once_played(games: Sequence[Span], then: Formula | int) -> Formula:
    """Return a formula that shows the result of `then`, but shows nothing as long as no cell in
    `games` has a figure.
    """
    words = then.words if isinstance(then, Formula) else str(then)
    return Formula(f"IF(COUNT({','.join(map(str, games))})=0,{_quoted('')},{words})", "")


def exact(sum: Formula) -> Formula:
    """Return the formula with its result rounded. Sums of averages are inexact, and equal sums must
    compare as equal.
    """
    return sum._replace(words=f"ROUND({sum.words},10)")


RIGHT, WRONG = "✓", "✗"


def adds_up(where: Span, players: int, shows: str) -> Formula:
    """Return the formula that checks that the scores of a game add up to 0. It shows nothing while
    no scores are entered. `where` are the cells with the scores, and `shows` is the present result
    of the formula.
    """
    return _check_formula(where, players, f"SUM({where})=0", shows)


def one_dash(where: Span, players: int, dash: str, shows: str) -> Formula:
    return _check_formula(where, players, f"COUNTIF({where},{_quoted(dash)})=1", shows)


def _check_formula(where: Span, players: int, right: str, shows: str) -> Formula:
    empty = f"COUNTIF({where},{_quoted('')})={players}"
    judged = f"IF({right},{_quoted(RIGHT)},{_quoted(WRONG)})"
    return Formula(f"IF({empty},{_quoted('')},{judged})", shows)


def control(counted: Span, games: Span, shows: str) -> Formula:
    """Return the formula that checks that there are as many dashes (games won) as games. `counted`
    are the cells with the players' numbers of dashes, and `games` the cells that show each game's
    own check. `shows` is the present result of the formula.
    """
    judged = "+".join(f"COUNTIF({games},{_quoted(mark)})" for mark in (RIGHT, WRONG))
    return Formula(f"IF(SUM({counted})={judged},{_quoted(RIGHT)},{_quoted(WRONG)})", shows)


def nothing_over(where: Span, shows: str) -> Formula:
    return Formula(f"IF(SUM({where})=0,{_quoted(RIGHT)},{_quoted(WRONG)})", shows)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _sheet_prefix(sheet: str) -> str:
    return "'" + sheet.replace("'", "''") + "'!" if sheet else ""
