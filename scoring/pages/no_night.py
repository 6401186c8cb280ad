"""The night to which a sheet belongs. The setting FIND_NIGHT names what finds it, as this app knows
none.
"""

import re
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from scoring.models import Sheet
from scoring.sheets import links

KEY = re.compile(rf"(?<![\w-])[\w-]{{{links.LENGTH}}}(?![\w-])", re.ASCII)


class NextTable(NamedTuple):
    words: str
    address: str = ""  # of its form, for the reader's own


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
    door: str  # where it is said that somebody went home before the next round; else ""

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


class NoNight:
    """What the pages of a sheet tell of its night: of none, nothing."""

    table = ""  # with its round, in words

    def find_way_back(self, _request: HttpRequest) -> tuple[str, str] | None:
        """Return text and address of the link to the night or to the member's own page, if this
        visitor may see one of them.
        """
        return None

    def list_next_tables(self, _request: HttpRequest) -> list[NextTable]:
        """Return where the players go once the next round is drawn: the reader, if they sit here
        and are known, else each of them.
        """
        return []

    def find_correction(self, _request: HttpRequest) -> str:
        """Return the address where this user can open the closed sheet again; "" if they can't."""
        return ""

    def find_pile(self, _request: HttpRequest) -> Pile | None:
        """Return None if the user may not see the other tables."""
        return None

    def warn_of_leaving(self) -> str:
        """Tell what leaving early costs."""
        return ""


def find_night(sheet: Sheet) -> NoNight:
    if not sheet.arranged:
        return NoNight()
    night: NoNight = import_string(settings.FIND_NIGHT)(sheet)
    return night
