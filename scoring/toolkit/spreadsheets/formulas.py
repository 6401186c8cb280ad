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
        return f"{_sheet_prefix(self.sheet)}{get_column_letter(self.column)}{self.row}"


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


def _sheet_prefix(sheet: str) -> str:
    return "'" + sheet.replace("'", "''") + "'!" if sheet else ""
