from collections.abc import Mapping, Set
from typing import Any

from scoring.games.core.fields import Field, read_fields, refuse_bounds, refuse_key
from scoring.games.core.game import Game
from scoring.games.core.sheet_state import Deal
from scoring.games.sheet.data import Row
from scoring.toolkit.figures import is_with_half, simplify
from scoring.toolkit.problems import (
    UNKNOWN_KEY,
    UNREADABLE,
    ProblemCode,
    shorten_value,
    suggest_known,
)
from scoring.toolkit.texts import Text, _

DASH = "-"
ABSENT = "x"

WRONG_ROW = ProblemCode(11, _("this game can't be read: write an object with entries."))
NO_CELLS = ProblemCode(
    33, _("this game is entered once for the whole table: leave this cell empty.")
)
NO_REASON = ProblemCode(12, _("a void game needs its reason, in 1 to 200 characters."))


def is_empty(row: object) -> bool:
    if not isinstance(row, dict):
        return row is None
    entries = row.get("entries")
    cells = entries.values() if isinstance(entries, dict) else [entries]
    others = (value for key, value in row.items() if key != "entries")
    return all(value is None for value in cells) and all(value is None for value in others)


def read_row(game: Game, players: list[str], names: Set[str], number: int, row: Any) -> Deal:
    """`names` is `players` as a set, made once for all rows."""
    deal = Deal(number)
    entries = row.get("entries") if isinstance(row, dict) else row
    if entries is None:
        entries = {}
    if not isinstance(entries, dict):
        deal.players = players
        deal.refuse(WRONG_ROW)
        return deal
    if not entries.keys() <= names:
        for name in [name for name in entries if name not in names]:
            deal.refuse(UNKNOWN_KEY, given=shorten_value(name), right=suggest_known(players))
    if is_empty(row):
        deal.players, deal.empty = players, True
    elif row.get("void") is not None:
        _read_void(game, deal, players, row)
    else:
        _read_cells(game, deal, players, entries)
        if len(row) > 1 or "entries" not in row:
            extras = {key: row[key] for key in row if key not in ("entries", "void")}
            deal.extras = read_fields(deal, None, game.row_fields, extras, game.pack)
    return deal


def _read_void(game: Game, deal: Deal, players: list[str], row: Row) -> None:
    """Only the reason, the absent and fields such as the round are used."""
    entries = row.get("entries") or {}
    deal.absent = [name for name in players if _can_miss(game) and entries.get(name) == ABSENT]
    deal.players = [name for name in players if name not in deal.absent]
    for key in row:
        if key not in game.row_fields and key not in ("entries", "void"):
            refuse_key(deal, None, key, game.row_fields)
    unheard = Deal(deal.number, deal.players)
    # Fields are kept, as the round may be among them; their faults are not reported.
    deal.extras = read_fields(unheard, None, game.row_fields, row, game.pack)
    reason = row["void"]
    if not isinstance(reason, str) or not 1 <= len(reason.strip()) <= 200:
        deal.refuse(NO_REASON)
    elif not deal.wrong:
        deal.void = reason


def _read_cells(game: Game, deal: Deal, players: list[str], entries: Mapping[str, object]) -> None:
    short, dash, cells = game.short, game.dash, deal.cells
    for name in players:
        cell = entries.get(name)
        if cell == ABSENT and _can_miss(game):
            deal.absent.append(name)
            continue
        deal.players.append(name)
        if cell is None:
            deal.missing = deal.missing or game.has_cells
        elif cell == DASH and dash:
            deal.out.append(name)
            cells[name] = DASH
        elif short is not None and (number := _read_bare(short, cell)) is not None:
            if short.low <= number <= short.high:
                cells[name] = number
            else:
                refuse_bounds(deal, name, short, number)
        elif isinstance(cell, dict) and game.parts:
            before = len(deal.problems)
            entry = read_fields(deal, name, game.entry_fields, cell, game.pack)
            if len(deal.problems) == before:
                cells[name] = entry
                if entry.get("out"):
                    deal.out.append(name)
        elif game.has_cells:
            deal.refuse(UNREADABLE, name, given=shorten_value(cell), right=cell_in_words(game))
        else:
            deal.refuse(NO_CELLS, name)


def _read_bare(short: Field, cell: object) -> float | None:
    if type(cell) is float and short.halves and is_with_half(cell):
        return simplify(cell)
    return cell if type(cell) is int else None


def _can_miss(game: Game) -> bool:
    return game.has_cells and not game.all_play


def cell_in_words(game: Game) -> Text:
    if game.dash:
        return Text(_("a dash (-), what is left, or x"))
    if game.short and game.short.halves:
        halves = _("a number, whole or with a half"), _("a number, whole or with a half, or x")
        return Text(halves[not game.all_play])
    if game.short:
        return Text(_("a whole number") if game.all_play else _("a whole number, or x"))
    return Text(_("%(parts)s; or x"), parts=[Text(field.label) for field in game.parts])
