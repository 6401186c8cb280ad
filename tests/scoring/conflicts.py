from scoring.models import Sheet
from scoring.sheets.replay import Conflict, Replay
from scoring.sheets.row_names import RowNames


def list_conflicts(sheet: Sheet) -> list[Conflict]:
    stored, typed = Replay(sheet.events.all()).list_conflicts(), RowNames(sheet).convert_to_typed
    return [
        Conflict(number, [each._replace(row=typed(each.row, number)) for each in versions])
        for number, versions in stored
    ]
