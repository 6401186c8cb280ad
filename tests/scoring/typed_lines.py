"""Somebody who types in a printed form."""

import re

from scoring import games
from scoring.games.sheet.data import Row
from scoring.models import Sheet
from scoring.pages.paper_sums import build_sums, read_sums, write_sums
from scoring.pages.typed_columns import build_columns
from scoring.pages.typed_rows import read_row
from scoring.sheets import lifecycle


def type_in(sheet: Sheet, **cells: str) -> None:
    """Save what is typed; `g3_p1="12"` is game 3, player 1, and game 0 has the paper's own sums."""
    data = lifecycle.build_data(sheet)
    game, players = games.build_sheet_game(data), data["players"]
    lines: dict[int, dict[str, str]] = {}
    for name, text in cells.items():
        number, column = re.fullmatch(r"g(\d+)_(.+)", name).groups()
        lines.setdefault(int(number), {})[column.replace("_", "-")] = text
    for number, typed in sorted(lines.items(), key=lambda line: line[0] or 999):
        row: Row = read_row(game, build_columns(game, players), typed)
        if not number:
            sums = build_sums(game, players)
            row = read_sums(sums, write_sums(sums, data.get("paper") or {}) | typed)
        lifecycle.record(sheet=Sheet.objects.get(pk=sheet.pk), number=number, row=row)
