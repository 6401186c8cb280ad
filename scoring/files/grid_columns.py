"""What a workbook shows of a sheet: its games, and more columns beside them."""

import re
from collections.abc import Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring import games
from scoring.games.core.options import TOTALS
from scoring.pages import grid
from scoring.pages.entry_columns import AWAY as TIMES
from scoring.pages.entry_columns import OUT, build_columns, write_row
from scoring.pages.grid import Cell, Grid, GridLine
from scoring.pages.state import PlayedState
from scoring.pages.words import OR
from scoring.toolkit.spreadsheets.csv_lists import Value

DASH, AWAY = "-", "x"  # as people type them
SIGNS = {DASH: OUT, AWAY: TIMES}  # as the page shows them
NUMBER = re.compile(r"-?[0-9]{1,6}")


class SheetGrid:
    def __init__(self, state: PlayedState) -> None:
        self.data, self.result = state["data"], state["result"]
        self.grid: Grid = grid.build_grid(self.data, state["sat"])
        self.game = games.build_sheet_game(self.data)
        self.names: list[str] = self.data["players"]
        self.columns = build_columns(self.game, self.names)
        self.scores: dict[int, dict[str, float]] = {
            row["game"]: row.get("scores", {}) for row in self.result["rows"]
        }

    def list_cells(self, line: GridLine) -> list[Value]:
        scores = self.scores.get(line.number, {})
        return [
            _cell(cell, scores.get(name)) for cell, name in zip(line.cells, self.names, strict=True)
        ]

    def list_shown(self, line: GridLine) -> list[Value]:
        """Return the cells, with both figures of one whose joker is an open question: "5 or 10"."""
        cells = zip(line.cells, self.list_cells(line), strict=True)
        return [_either(cell.score) if cell.kind == "open" else value for cell, value in cells]

    def list_subtotals(self, line: GridLine) -> list[Value]:
        """Return nothing before the game of this line is reached."""
        for sums in self.result["subtotals"]:
            if line.subtotals and sums["after"] == line.number:
                return [
                    _either(words) if OR in words else sums["totals"][name]
                    for name, words in zip(self.names, line.subtotals, strict=True)
                ]
        return []

    def list_parts(self, number: int) -> dict[str, dict[str, Value]]:
        """Return what is typed beside the points where only totals are, by player and label."""
        if self.game.entry != TOTALS or not self.scores.get(number):
            return {}
        entries = self.data["games"][number - 1].get("entries", {})
        fields = [field for field in self.game.parts if field.key != "points"]
        parts: dict[str, dict[str, Value]] = {}
        for side in self.game.list_sides(self.names):
            typed = next((entries[name] for name in side if name in entries), None)
            if isinstance(typed, dict):
                shown = {
                    capfirst(gettext(field.label)): typed.get(field.key, field.if_passed)
                    for field in fields
                }
                parts |= dict.fromkeys(side, shown)
        return parts

    def list_totals(self) -> list[Value]:
        totals = self.result["totals"]
        figures = next((line.figures for line in self.grid.sums if line.kind == "total"), [])
        open = {
            name: words
            for name, (words, _leads) in zip(self.names, figures, strict=False)
            if OR in words
        }
        return [_either(open[name]) if name in open else totals.get(name) for name in self.names]


def _cell(cell: Cell, points: float | None) -> Value:
    if cell.kind == "absent":
        return AWAY
    if points is not None:
        return DASH if cell.kind == "dash" else points
    if cell.kind == "empty":
        return None
    return f"({DASH if cell.kind == 'dash' else cell.score})"


def _either(words: str) -> str:
    """Return "5/10" as "5 or 10", because a spreadsheet reads 5/10 as a date."""
    low, high = words.split(OR)
    return gettext("%(low)s or %(high)s") % {"low": low, "high": high}


def list_heads(played: SheetGrid) -> list[str]:
    what = gettext("Contract") if played.game.has_cells else gettext("Bid")
    turn = gettext("Deals") if played.grid.has_dealer else gettext("Begins")
    return [gettext("Game"), what, turn]


def describe_line(line: GridLine) -> str:
    """Return the contract or bid or, of a game that was not played, the reason."""
    said = line.said
    if line.void:
        return gettext("Not played: %(reason)s") % {"reason": line.void}
    if said is None:
        return line.contract
    words = f"{said.words} {said.suit_name}".strip()
    number = "" if said.number is None else f"({said.number})"
    return " ".join(part for part in (words, said.by, number) if part)


def list_entered(played: SheetGrid) -> tuple[list[str], dict[int, Sequence[Value]]]:
    """Return the heads and the cells of the entries as typed; no cells if all equal scores."""
    entered = [*played.data["games"]]
    plain = [(column.player, column.key) for column in played.columns] == [
        (name, "") for name in played.names
    ]
    rows: dict[int, Sequence[Value]] = {}
    for line in played.grid.lines:
        if not line.void:
            row = entered[line.number - 1] if line.number <= len(entered) else {}
            typed = write_row(played.columns, row, played.scores.get(line.number, {})).values()
            cells = played.list_cells(line)
            shown = [
                "" if cell is None else str(cell).strip("()").replace(".5", "½") for cell in cells
            ]
            plain = plain and [*typed] == [SIGNS.get(text, text) for text in shown]
            rows[line.number] = [
                int(text) if NUMBER.fullmatch(text) else text or None for text in typed
            ]
    heads = [
        f"{item.player}: {item.label}" if item.player else item.label for item in played.columns
    ]
    return heads, {} if plain else rows
