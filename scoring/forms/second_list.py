import re
from typing import Any

from django import forms

from scoring.forms.game_options import read_figure
from scoring.games.core.game import Game
from scoring.games.sheet.rows import ABSENT
from scoring.pages.entry_columns import Column, build_columns
from scoring.pages.grid import AND

HALF = re.compile(r"([-–−]?)([0-9]{0,6})(?:½|[.,]5)")  # as in notation.js


class SecondListForm(forms.Form):
    """The figures of each player or side; what can't be read is left to be refused by the game."""

    def __init__(self, game: Game, players: list[str], data: Any = None) -> None:
        super().__init__(data)
        self.columns = build_columns(game, players)
        for column in self.columns:
            mode = "decimal" if column.halves else "text" if column.low < 0 else "numeric"
            attrs = {"inputmode": mode, "class": "figure", "autocomplete": "off", "maxlength": 40}
            widget = forms.TextInput(attrs=attrs)
            self.fields[column.name] = forms.Field(
                label=column.label, required=False, widget=widget
            )

    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        fields: dict[str, list[forms.BoundField]] = {}
        for column in self.columns:
            names = AND.join([column.player or "", *column.partners])
            fields.setdefault(names, []).append(self[column.name])
        return list(fields.items())

    def read_row(self) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for column in self.columns:
            value = _read(column, self.data.get(column.name, ""))
            player = column.player or ""
            if value is not None and column.key:
                entries.setdefault(player, {})[column.key] = value
            elif value is not None:
                entries[player] = value
        return {"entries": entries}


def _read(column: Column, typed: str) -> Any:
    text = typed.strip()
    if not text:
        return None
    if any(value == ABSENT for _word, value in column.words) and text.casefold() == ABSENT:
        return ABSENT
    digits = text.replace("\N{MINUS SIGN}", "-").removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        return -int(digits) if text[0] != digits[0] else int(digits)
    if half := HALF.fullmatch(text):
        return (int(half[2] or 0) + 0.5) * (-1 if half[1] else 1)
    number = read_figure(text)
    return text if number is None else number
