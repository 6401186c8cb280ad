"""A whole game as it is typed from paper: read it from the texts of its cells, and write it as such
texts. The page's scripts do the same (static/scoring/paper/notation.js).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.games.core.game import Game
from scoring.games.sheet.data import Row
from scoring.games.sheet.rows import ABSENT, DASH
from scoring.pages.typed_columns import Column

Json = dict[str, Any]


def read_row(
    game: Game, made: Sequence[Column], typed: Mapping[str, str], before: "Before | None" = None
) -> Json:
    """Return the game that was typed, in the format that `entries.record` takes. `made` are the
    columns, and `typed` the texts keyed by column. `before` is the game as it was stored. Details
    that the columns cannot show are copied from it.
    """
    values = {column.name: column.read(typed.get(column.name, "")) for column in made}
    row: Row = {}
    for column in made:
        value = values[column.name]
        if column.once and not column.of_winner and value is not None:
            row |= value if isinstance(value, dict) else {column.key: value}
    if before:
        said = (field.key for field in game.row if field.said_before)
        row |= {key: before.row[key] for key in said if key in before.row}
    players = dict.fromkeys(column.player for column in made if not column.once)
    if not players:
        return row
    winner = [column for column in made if column.of_winner]
    cells = {}
    for name in players:
        mine = [column for column in made if column.player == name]
        cells[name] = _cell(game, mine, winner, values)
        if before and all(before.is_same(own, typed) for own in (*mine, *winner)):
            cells[name] = before.find_cell(name)
    row["entries"] = {name: cell for name, cell in cells.items() if cell is not None}
    if has_end_in_dash(game) and DASH in cells.values():
        row.setdefault("end", "out")
    return row


class Before(NamedTuple):
    """A game as it was stored, and the texts of its cells. A cell whose text is unchanged keeps its
    old entry, because that may list cards of which the cell shows only the sum.
    """

    row: Row
    typed: Mapping[str, str]

    def is_same(self, column: Column, typed: Mapping[str, str]) -> bool:
        """Return whether the text typed in this column is the same as before."""
        return self.typed.get(column.name, "") == typed.get(column.name, "").strip()

    def find_cell(self, player: str | None) -> Any:
        return (self.row.get("entries") or {}).get(player)


def has_end_in_dash(game: Game) -> bool:
    """Return whether a dash (the winner's mark) also records that the game ended because a player
    went out (got rid of everything). This is so in games in which the kind of end is entered.
    """
    return game.dash and "end" in game.row_fields


def _cell(
    game: Game, mine: Sequence[Column], winner: Sequence[Column], every: Mapping[str, Any]
) -> Any:
    """Return a player's entry; None if nothing is typed. `mine` are the player's own columns,
    `winner` those that only the game's winner fills in, and `every` has the values read from all
    columns, keyed by column.
    """
    values = [(column, every[column.name]) for column in mine]
    if any(value == ABSENT for _column, value in values):
        return ABSENT
    if game.short:
        return values[0][1]
    parts: Json = {}
    for column, value in values:
        if value == DASH:
            parts["out"] = True
        elif value is not None:
            parts |= {column.instead: value is not False} if column.instead else {}
            parts |= {} if value is False else {column.key: value}
    if "out" in parts:
        parts |= {extra.key: every[extra.name] for extra in winner if every[extra.name] is not None}
    return parts or None


def write_row(made: Sequence[Column], row: Row, scores: Mapping[str, int]) -> dict[str, str]:
    """Return what somebody would type in each column to enter this game, keyed by column. `made`
    has the columns, and `scores` the scores of the game.

    If a player's cards were entered one by one, the player's score takes their place, as on a paper
    form.
    """
    entries = row.get("entries") or {}
    marks = _marked_columns(made, row, scores)
    out = next(
        (entry for entry in entries.values() if isinstance(entry, dict) and entry.get("out")), {}
    )
    last = {column.player: column for column in made if not column.once}
    typed = {}
    for column in made:
        cell = entries.get(column.player)
        if column.once:
            value = marks.get(column.name) or (out if column.of_winner else row).get(column.key)
        elif isinstance(cell, dict):
            value = _part(column, cell, column is last[column.player])
        else:
            value = cell if column is last[column.player] or cell == ABSENT else None
        score = scores.get(column.player or "")
        if isinstance(value, list) and not column.key and score is not None:
            value = abs(score)  # the scores of cards left may be negative
        typed[column.name] = column.write(value)
    return typed


def _marked_columns(
    made: Sequence[Column], row: Row, scores: Mapping[str, int]
) -> dict[str, Mapping[str, Any]]:
    """Return the marks of this game (rare events, such as all tricks taken), keyed by the column in
    which each is typed. `made` has the columns of the form.

    A mark that names no side is typed at the side that got nothing, or else at the first side.
    """
    marked: dict[str, Mapping[str, Any]] = {}
    nothing = [column.name for column in made if scores.get(column.player or "") == 0]
    for column in made:
        for _word, meant in column.words:
            if column.in_row and meant.items() <= row.items():
                marked[column.name] = meant
    if len(marked) > 1:
        name = next((name for name in marked if name in nothing), next(iter(marked)))
        return {name: marked[name]}
    return marked


def _part(column: Column, cell: Json, last: bool) -> Any:
    """Return the part of a player's entry that belongs in this column. `last` means that this is
    the player's last column. That column also shows what is not a number: a dash, a "no" typed in
    place of a number, or cards that were entered one by one.
    """
    if last and cell.get("out"):
        return DASH
    if last and column.instead and cell.get(column.instead) is False:
        return False
    cards = next((value for value in cell.values() if isinstance(value, list)), None)
    if last and cards is not None:
        return cards
    return cell.get(column.key) if column.key else cell
