"""Rows as typed, with names and reasons, and as stored, with ids of seats and notes."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import cached_property

from scoring import games
from scoring.games.core.fields import read_fields
from scoring.games.core.sheet_state import Deal
from scoring.games.sheet.data import Row
from scoring.games.sheet.paper_sums import APART, PARTS
from scoring.games.sheet.rows import ABSENT
from scoring.models import Note, Seat, Sheet
from scoring.sheets.events import write_canonical
from scoring.toolkit.problems import Json

ERASED = "…"  # instead of an erased reason
PAPER = 0  # the number of the row with the figures of the paper form
DEEPER = ("subtotals", APART)  # of these the names are one level deeper


class RowNames:
    """Uses prefetched relations, or the given seats."""

    def __init__(self, sheet: Sheet, seats: Iterable[Seat] | None = None) -> None:
        self.sheet, self.seats = sheet, list(sheet.seats.all() if seats is None else seats)
        self.names = {seat.key: seat.name for seat in self.seats}
        self.ids = {name: pk for pk, name in self.names.items()}
        system = games.find(sheet.game)
        assert system is not None, "a stored sheet has a known game"
        self.game = games.make_game(system, sheet.build_options(None), len(self.seats))
        self.fields = self.game.row_fields
        self.players = {key for key, field in self.fields.items() if field.kind == "player"}

    @cached_property
    def notes(self) -> dict[str, Note]:
        return {str(note.pk): note for note in self.sheet.notes.all()}

    @cached_property
    def former(self) -> dict[str, str]:
        """Ids of seats by former name. Most sheets have none, so they are read when needed."""
        return {former.name: str(former.seat) for former in self.sheet.former_names.all()}

    @cached_property
    def gone(self) -> set[str]:
        """Seats that were added and removed again."""
        return {str(former.seat) for former in self.sheet.former_names.all()} - self.names.keys()

    @cached_property
    def renames(self) -> dict[str, str]:
        seats = {name: seat for name, seat in self.former.items() if name not in self.ids}
        return {name: self.names[seat] for name, seat in seats.items() if seat in self.names}

    def seat(self, name: str) -> str | None:
        """The seat that has or had this name; None if it is gone."""
        seat = self.ids.get(name) or self.former.get(name)
        return seat if seat in self.names else None

    def replace_names(self, row: Row, number: int) -> Row:
        """Put present names for former ones; drop the x of a removed seat."""
        if number == PAPER:
            return _convert_paper(row, self.renames)
        typed = {key: self._convert_player(key, value, self.renames) for key, value in row.items()}
        if isinstance(entries := row.get("entries"), dict):
            kept = {
                name: cell
                for name, cell in entries.items()
                if cell != ABSENT or name in self.ids or self.former.get(name) not in self.gone
            }
            typed["entries"] = _convert_names(kept, self.renames)
        return typed

    def convert_to_ids(self, row: Row, number: int = 1) -> Row:
        """Without empty cells; the reason of a void game stays text."""
        if number == PAPER:
            return _convert_paper(row, self.ids)
        if row.get("void") is not None:
            row = self._void_row(row)
        entries = row.get("entries")
        kept = {
            key: self._convert_player(key, row[key], self.ids)
            for key in row
            if row[key] is not None
        }
        if isinstance(entries, dict):
            kept["entries"] = {
                self.ids.get(name, name): _without_none(cell)
                for name, cell in entries.items()
                if cell is not None
            }
        return {key: value for key, value in kept.items() if value != {}}

    def _void_row(self, row: Row) -> Row:
        """Keep only what is checked: the reason, valid fields, the absent."""
        entries = _as_dict(row.get("entries"))
        away = {name: ABSENT for name, cell in entries.items() if cell == ABSENT}
        deal = Deal(0, [name for name in self.ids if name not in away])
        valid = read_fields(deal, None, self.fields, row, self.game.pack)
        kept = {key: row[key] for key in valid}
        return kept | {"void": make_printable(row["void"]), "entries": away}

    def convert_to_typed(self, row: Row, number: int = 1) -> Row:
        """With names and the text of a reason."""
        if number == PAPER:
            return _convert_paper(row, self.names)
        typed = {key: self._convert_player(key, value, self.names) for key, value in row.items()}
        if "entries" in row:
            entries = _as_dict(self._without_gone(row)["entries"]).items()
            typed["entries"] = {self.names.get(pk, pk): cell for pk, cell in entries}
        if "void" in row:
            typed["void"] = self.read_reason(row["void"])
        return typed

    def is_same(self, old: Row, new: Row) -> bool:
        """In `new` the reason of a void game is still text."""
        if "void" in old:
            old = old | {"void": self.read_reason(old["void"])}
        return write_canonical(self._without_gone(old)) == write_canonical(new)

    def could_be_same(self, old: Row, new: Row) -> bool:
        """Like `is_same`, but an erased reason equals any."""
        erased = "void" in old and "void" in new and self.read_reason(old["void"]) == ERASED
        return self.is_same(old, new | {"void": ERASED} if erased else new)

    def _without_gone(self, row: Row) -> Row:
        entries = row.get("entries")
        if not isinstance(entries, dict) or entries.keys() <= self.names.keys():
            return row
        kept = {pk: cell for pk, cell in entries.items() if pk not in self.gone}
        return row | {"entries": kept}

    def read_reason(self, note: object) -> str:
        known = self.notes.get(str(note))
        return known.text if known and known.text else ERASED

    def _convert_player(self, key: str, value: Any, spelled: Mapping[str, str]) -> Any:
        return spelled.get(value, value) if key in self.players and type(value) is str else value


def _convert_paper(paper: Mapping[str, Any], spelled: Mapping[str, str]) -> Json:
    """Unknown keys stay; empty sums and unknown lines go."""
    parts = {}
    for part, figures in paper.items():
        if part not in (*PARTS, APART):
            continue
        if part in DEEPER and isinstance(figures, dict):
            inner = {after: _convert_figures(totals, spelled) for after, totals in figures.items()}
            parts[part] = _without_none(inner)
        else:
            parts[part] = _convert_figures(figures, spelled)
    return {part: figures for part, figures in parts.items() if figures not in (None, {})}


def _convert_figures(figures: Any, spelled: Mapping[str, str]) -> Any:
    if not isinstance(figures, dict):
        return figures
    return _convert_names(_without_none(figures), spelled)


def _convert_names(figures: Json, spelled: Mapping[str, str]) -> Json:
    """Where two keys would become the same, both stay, and are refused later as unknown."""
    names = [spelled.get(typed, typed) for typed in figures]
    return {
        name if names.count(name) == 1 else typed: figures[typed]
        for typed, name in zip(figures, names, strict=True)
    }


def _as_dict(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _without_none(cell: Any) -> Any:
    if not isinstance(cell, dict):
        return cell
    return {key: value for key, value in cell.items() if value is not None}


def make_printable(reason: object) -> str:
    """Not every database can store all invisible characters."""
    seen = "".join(letter if letter.isprintable() else " " for letter in str(reason))
    return " ".join(seen.split())
