"""The conflicts of a sheet, as a table sees them."""

from scoring.models import Sheet
from scoring.sheets.replay import Conflict, Replay, convert_to_typed
from scoring.sheets.row_names import RowNames


def list_conflicts(sheet: Sheet) -> list[Conflict]:
    """Return the conflicts that the table has to settle, with names instead of ids of seats."""
    stored, row_names = Replay(sheet.events.all()).list_conflicts(), RowNames(sheet)
    return [
        Conflict(number, convert_to_typed(row_names, number, versions))
        for number, versions in stored
    ]
