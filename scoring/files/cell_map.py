"""A map of a sheet's cells in a workbook: which cell holds what. With it the workbook can be read
when somebody uploads it again.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scoring.files.grid_columns import Played, write_as_typed
from scoring.files.sheet_workbook import PLAYERS, Form
from scoring.games.sheet.data import Row
from scoring.pages.state import SheetState
from scoring.pages.typed_columns import Column
from scoring.toolkit.problems import Json
from scoring.toolkit.spreadsheets.formulas import Formula
from scoring.toolkit.spreadsheets.workbook import Styled

GAME, ABOUT, SCORE, TYPED, OTHER = "game", "about", "score", "typed", "other"


class Slot(NamedTuple):
    """One column of the worksheet that shows a sheet: its number, its heading, and what its cells
    hold.
    """

    at: int  # from 1
    head: str
    kind: str
    column: Column | None = None  # what is typed here, or what the formula is based on


class CellMap:
    """Says which cell of a sheet's worksheet holds what. `state` is the sheet's state when the
    workbook was made, in the form that phones get.
    """

    def __init__(self, state: SheetState) -> None:
        self.form = Form(state)
        self.played: Played = self.form.played
        self.lines = {line.number: line for line in self.form.grid.lines}
        self.slots = list(self._slots())

    def _slots(self) -> Iterator[Slot]:
        kinds = {1: GAME, 2: ABOUT}
        columns: dict[int, Column] = {}
        for place, name in enumerate(self.played.names, PLAYERS):
            kinds[place] = SCORE
            columns[place] = next(
                (column for column in self.played.columns if column.player == name),
                self.played.columns[0],
            )
        for block in self.form.blocks:
            if block.typed:
                every = dict(enumerate(self.played.columns, block.first))
                kinds |= dict.fromkeys(every, TYPED)
                columns |= every
        for place, cell in enumerate(self.form.list_heads(), 1):
            if cell is not None:
                yield Slot(place, _text(cell), kinds.get(place, OTHER), columns.get(place))

    def list_cells(self, number: int) -> dict[int, str]:
        """Return the texts in this game's row of the worksheet, keyed by column number. Cells with
        formulas are left out.
        """
        line = self.lines.get(number)
        written = dict(enumerate(self.form.build_line(line), 1)) if line else {}
        cells = ((slot.at, written.get(slot.at)) for slot in self.slots)
        return {place: _text(cell) for place, cell in cells if not isinstance(_bare(cell), Formula)}

    def list_texts(self, number: int) -> dict[int, str]:
        """Return the texts that cells of this game show where a score is not decided yet, such as
        "5 or 10". They are keyed by column number.
        """
        line = self.lines.get(number)
        written = enumerate(self.form.build_line(line), 1) if line else ()
        return {
            place: cell.reads for place, cell in written if isinstance(cell, Styled) and cell.reads
        }

    def build_row(self, number: int) -> Json:
        rows: list[Row] = self.played.data["games"]
        return rows[number - 1] if number <= len(rows) else {}

    def list_typed(self, number: int) -> dict[str, str]:
        """Return the entries of this game as somebody would type them on the site. They are keyed
        by the name of their column in the grid for typing in a paper form.
        """
        names = [column.name for column in self.played.columns]
        return dict(zip(names, write_as_typed(self.played, number), strict=True))


def _bare(cell: Any) -> Any:
    return cell.value if isinstance(cell, Styled) else cell


def _text(cell: Any) -> str:
    bare = _bare(cell)
    return "" if bare is None else str(bare)
