"""Find the table of a club night to which a sheet belongs. The scoring app does not depend on the
code for nights. Settings such as FIND_PILE name the functions that do the search.
"""

import re
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from scoring.models import Sheet
from scoring.sheets import links

KEY = re.compile(rf"(?<![\w-])[\w-]{{{links.LENGTH}}}(?![\w-])", re.ASCII)
ROOM = "room"


class PileTable(NamedTuple):
    """One table of a round, as listed on the page where somebody types in the round's paper forms
    one after the other.
    """

    number: int
    key: str
    state: str  # in a word or two; empty if nothing is left to do
    is_here: bool = False


class Pile(NamedTuple):
    """The paper forms of a round, for a user who types them in one after the other."""

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
        """Return the next table whose paper form still has to be typed in. After the last table
        comes the first.
        """
        return next(iter(self._others()), None)

    @property
    def previous(self) -> PileTable | None:
        return next(reversed(self._others()), None)

    def _others(self) -> list[PileTable]:
        here = next((place for place, table in enumerate(self.tables) if table.is_here), 0)
        onwards = [*self.tables[here:], *self.tables[:here]]
        return [table for table in onwards if table.state and not table.is_here]

    def find_key(self, typed: str) -> str:
        """Return the key of the sheet that the user wants. `typed` is the number of the sheet's
        table, or the address scanned from the QR code on its form. Return "" if there is no such
        sheet.
        """
        if scanned := KEY.search(typed):
            return scanned[0] if links.find(scanned[0]) else ""
        numbers = {str(table.number): table.key for table in self.tables}
        return numbers.get(typed.strip(), "")


def name_table(sheet: Sheet) -> str:
    """Return table and round of this sheet in words, for the heading of its page. Return "" if the
    sheet belongs to no night.
    """
    return str(import_string(settings.NAME_TABLE)(sheet)) if sheet.arranged else ""


def find_way_back(request: HttpRequest, sheet: Sheet) -> tuple[str, str] | None:
    """Return the text and the address of the link that leads from the sheet back to its night, or
    to the member's own page. Return None if the sheet belongs to no night, or if this visitor may
    see neither page.
    """
    if not sheet.arranged:
        return None
    way_back: tuple[str, str] | None = import_string(settings.FIND_WAY_BACK)(request, sheet)
    return way_back


def find_pile(request: HttpRequest, sheet: Sheet) -> Pile | None:
    """Return the paper forms of the round to which this sheet belongs. Return None if the sheet
    belongs to no night, or if the user may not see the other tables.
    """
    if not sheet.arranged:
        return None
    pile: Pile | None = import_string(settings.FIND_PILE)(request, sheet)
    return pile
