"""The pile of a round's paper forms: which is typed in next."""

import re
from typing import NamedTuple

from scoring.sheets import links

KEY = re.compile(rf"(?<![\w-])[\w-]{{{links.LENGTH}}}(?![\w-])", re.ASCII)


class PileTable(NamedTuple):
    number: int
    key: str
    state: str  # in a word or two; empty if nothing is left to do
    is_here: bool = False


class Pile(NamedTuple):
    """The paper forms of a round, which somebody types in one after the other."""

    room: str  # the address of the room
    count_in: int
    tables: list[PileTable]

    @property
    def open(self) -> list[PileTable]:
        return [table for table in self.tables if table.state]

    @property
    def shown(self) -> list[PileTable]:
        return [table for table in self.tables if table.state or table.is_here]

    @property
    def next(self) -> PileTable | None:
        """Return the next form to type in; after the last table comes the first."""
        return next(iter(self._others()), None)

    @property
    def previous(self) -> PileTable | None:
        return next(reversed(self._others()), None)

    def _others(self) -> list[PileTable]:
        here = next((place for place, table in enumerate(self.tables) if table.is_here), 0)
        onwards = [*self.tables[here:], *self.tables[:here]]
        return [table for table in onwards if table.state and not table.is_here]

    def find_key(self, typed: str) -> str:
        """Return the sheet's key by the number of its table or the scanned address of its form;
        else "".
        """
        if scanned := KEY.search(typed):
            return scanned[0] if links.find(scanned[0]) else ""
        numbers = {str(table.number): table.key for table in self.tables}
        return numbers.get(typed.strip(), "")
