"""Compare a worksheet of an uploaded workbook with its content at the export. Find the games that
were changed, and the cells that cannot be read. This module does not use the database.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext

from scoring.files.cell_map import ABOUT, GAME, SCORE, TYPED, CellMap, Slot
from scoring.files.grid_columns import write_for_form
from scoring.pages.typed_rows import Before, read_row
from scoring.toolkit.problems import Json, ProblemCode
from scoring.toolkit.spreadsheets.safe_text import make_readable
from tournaments import problems
from tournaments.files.imports.corrections import Cell, Cells
from tournaments.files.readers import cells, name_cell
from tournaments.names import normalize

VOID = "void"


class Odd(NamedTuple):
    """A cell of an uploaded workbook that cannot be read as an entry, and the reason."""

    at: str
    check: ProblemCode
    params: Mapping[str, Any]


class Change(NamedTuple):
    at: str  # the cell, as spreadsheet programs name it
    whose: str  # the column's heading; empty for the reason why a game was not played
    before: str
    after: str
    column: str = ""  # its name
    player: str | None = None


@dataclass
class Game:
    number: int
    changes: list[Change] = field(default_factory=list)
    odd: list[Odd] = field(default_factory=list)
    whole: bool = True  # every typed cell could be read
    row: Json = field(default_factory=dict)


class Read(NamedTuple):
    games: list[Game]
    odd: list[Odd]
    gone: list[int]  # games with entries that are missing from the file


def read(cell_map: CellMap, cells: Cells) -> Read:
    heading = _heading(cell_map, cells)
    columns, odd = _columns(cell_map.slots, heading, cells.get(heading, {}))
    if odd:
        return Read([], odd, [])
    lines, odd = _lines(cells, heading, columns[cell_map.slots[0].at])
    games = [
        _game(cell_map, number, line, cells[line], columns)
        for number, line in sorted(lines.items())
    ]
    reported = {game.number for game in games} | {int(game.params["game"]) for game in odd}
    gone = [
        number for number in cell_map.lines if number not in reported and cell_map.build_row(number)
    ]
    return Read([game for game in games if game.changes or game.odd], odd, gone)


# Finding lines and columns


def _heading(cell_map: CellMap, cells: Cells) -> int:
    """Return the number of the line in the worksheet that has the most of the exported headings.
    `cell_map` describes the worksheet as exported.
    """
    heads = {_norm(slot.head) for slot in cell_map.slots}

    def known(line: int) -> int:
        return sum(_text(cell) in heads for cell in cells[line].values())

    return max(cells, key=lambda line: (known(line), -line), default=0)


def _columns(
    slots: list[Slot], line: int, cells: Mapping[int, Cell]
) -> tuple[dict[int, int], list[Odd]]:
    """Return where each exported column is now, keyed by its place at the export, because columns
    may have been inserted. If headings were changed, return these as problems instead. `line` is
    the line with the headings.
    """
    wanted = [_norm(item.head) for item in slots]
    texts = [(at, _text(cell)) for at, cell in sorted(cells.items()) if _text(cell)]
    known = [item for item in texts if item[1] in wanted]
    if [text for _at, text in known] == wanted:
        return {slot.at: at for slot, (at, _said) in zip(slots, known, strict=True)}, []
    if len(known) * 2 < len(wanted):  # the whole line is gone
        heads = ", ".join(slot.head for slot in slots)
        return {}, [Odd("", problems.FIXED_HEADING, {"before": heads})]
    if len(wanted) in (len(known), len(texts)):
        pairs = zip(slots, known if len(known) == len(wanted) else texts, strict=True)
        changed = [(at, slot) for slot, (at, text) in pairs if text != _norm(slot.head)]
        return {}, [_fixed(line, at, slot) for at, slot in changed]
    more = Counter(text for _at, text in texts)
    more.subtract(wanted)
    gone = [_fixed(line, item.at - 1, item) for item in slots if more[_norm(item.head)] < 0]
    twice = [
        Odd(name_cell(line, at), problems.HERE_TWICE, {"what": text})
        for at, text in known
        if more[text] > 0
    ]
    return {}, gone or twice[-1:]


def _fixed(line: int, column: int, slot: Slot) -> Odd:
    return Odd(name_cell(line, column), problems.FIXED_HEADING, {"before": slot.head})


def _lines(cells: Cells, heading: int, column: int) -> tuple[dict[int, int], list[Odd]]:
    """Return the line of each game in the worksheet, keyed by the game's number, which is in
    `column` below the line `heading`. Games that appear twice are returned as problems.
    """
    lines_of: dict[int, list[int]] = {}
    for line in sorted(cells):
        text = _text(cells[line].get(column, ""))
        if line > heading and text.isdecimal() and 0 < len(text) < 4 and int(text):
            lines_of.setdefault(int(text), []).append(line)
    twice = [
        Odd(name_cell(lines[1], column), problems.HERE_TWICE, {"game": number})
        for number, lines in lines_of.items()
        if len(lines) > 1
    ]
    return {number: lines[0] for number, lines in lines_of.items() if len(lines) == 1}, twice


# One game


def _game(
    taken: CellMap, number: int, line: int, cells: Mapping[int, Cell], columns: Mapping[int, int]
) -> Game:
    game, stood = Game(number), taken.list_cells(number)
    typed, reads = taken.list_typed(number), taken.list_texts(number)
    reason = normalize(str(taken.build_row(number).get(VOID, "")))
    for slot in taken.slots:
        at = columns[slot.at]
        if slot.kind == GAME or slot.at not in stood:
            continue  # computed cells are not read
        before, cell = stood[slot.at], cells.get(at, "")
        where = name_cell(line, at)
        if not isinstance(cell, str):
            _refuse_cell(game, slot, where, cell)
        elif _same(before, cell) or _norm(cell) == reads.get(slot.at):
            continue
        elif slot.kind == ABOUT and (said := _reason(before, cell)) is not None:
            game.changes.append(Change(where, "", reason, said))
            reason = said
        elif name := _input(taken, slot, before, typed):
            typed[name] = write_for_form(cell)
            player = slot.column.player if slot.column else None
            game.changes.append(Change(where, slot.head, before, cell, name, player))
        else:
            game.odd.append(Odd(where, problems.WORKED_OUT, {}))
    if game.changes:
        game.row = _row(taken, number, typed, reason)
    return game


def _refuse_cell(game: Game, slot: Slot, where: str, wrong: tuple[int, dict[str, Any]]) -> None:
    """Add to the game's problems that a cell cannot be used, for example because it has a formula
    instead of a typed value. `slot` is the cell's column, and `where` its name, such as "C7".
    `wrong` has the number of the problem, and the values for its message.
    """
    number, values = wrong
    game.whole = game.whole and slot.kind not in (SCORE, TYPED)
    game.odd.append(Odd(where, problems.numbered(number), {"place": where} | values))


def _input(cell_map: CellMap, slot: Slot, before: str, typed: Mapping[str, str]) -> str:
    """Return the name of the site's input field to which a cell of the worksheet belongs, or an
    empty string if there is none. `slot` is the cell's column. A computed cell has no field. The
    cell of a score has one only if players enter a single number per game, which `cell_map` tells,
    and the cell's text at the export (`before`) was exactly that number. `typed` has the game's
    entries at the export, keyed by field.
    """
    if slot.column is None:
        return ""
    name = slot.column.name
    if slot.kind == TYPED:
        return name
    plain = not cell_map.played.has_more and write_for_form(before) == typed[name]
    return name if plain else ""


def _reason(before: str, cell: str) -> str | None:
    """Return the reason why a game was not played, from its cell in an uploaded workbook. The cell
    has the game's contract or bid or, for such a game, “Not played:” with the reason. `cell` is its
    text now, and `before` its text at the export.

    Return an empty string if only `before` gives a reason, and None if neither does.
    """
    prefix = gettext("Not played: %(reason)s") % {"reason": ""}
    if _norm(cell).casefold().startswith(prefix.strip().casefold()):
        return normalize(_norm(cell)[len(prefix.strip()) :])
    return "" if before.startswith(prefix) else None


def _row(cell_map: CellMap, number: int, typed: Mapping[str, str], reason: str) -> Json:
    stood = cell_map.build_row(number)
    before = Before(stood, cell_map.list_typed(number)) if stood else None
    row = read_row(cell_map.played.game, cell_map.played.columns, typed, before)
    return row | {VOID: reason} if reason else row


# Cells


def _text(cell: Cell) -> str:
    return _norm(cell) if isinstance(cell, str) else ""


def _norm(text: str) -> str:
    """Return the text as it would be after writing it to a workbook and reading it back."""
    value = cells.clean_text(make_readable(text))
    return value if isinstance(value, str) else ""


def _same(before: str, cell: str) -> bool:
    stood, typed = _norm(before), _norm(cell)
    return stood == typed or write_for_form(stood) == write_for_form(typed)
