"""The table of a night to which a sheet belongs. Settings such as FIND_PILE name what finds it, as
this app knows no nights.
"""

import re
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from scoring.models import Sheet
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


def name_table(sheet: Sheet) -> str:
    """Return table and round in words; "" outside a night."""
    return str(import_string(settings.NAME_TABLE)(sheet)) if sheet.arranged else ""


def find_way_back(request: HttpRequest, sheet: Sheet) -> tuple[str, str] | None:
    """Return text and address of the link to the sheet's night or to the member's own page, if this
    visitor may see one of them.
    """
    if not sheet.arranged:
        return None
    way_back: tuple[str, str] | None = import_string(settings.FIND_WAY_BACK)(request, sheet)
    return way_back


class NextTable(NamedTuple):
    words: str
    address: str = ""  # of its form, for the reader's own


def find_next_tables(request: HttpRequest, sheet: Sheet) -> list[NextTable]:
    """Return where the players go once the next round is drawn: the reader, if they sit here and
    are known, else each of them.
    """
    if not sheet.arranged:
        return []
    tables: list[NextTable] = import_string(settings.FIND_NEXT_TABLES)(request, sheet)
    return tables


def find_correction(request: HttpRequest, sheet: Sheet) -> str:
    """Return the address where this user can open the closed sheet again; "" if they can't."""
    if not (sheet.arranged and sheet.closed):
        return ""
    return str(import_string(settings.FIND_CORRECTION)(request, sheet))


def find_pile(request: HttpRequest, sheet: Sheet) -> Pile | None:
    """Return None outside a night, or if the user may not see the other tables."""
    if not sheet.arranged:
        return None
    pile: Pile | None = import_string(settings.FIND_PILE)(request, sheet)
    return pile
