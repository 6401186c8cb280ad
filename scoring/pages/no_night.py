"""The night to which a sheet belongs. The setting FIND_NIGHT names what finds it, as this app knows
none.
"""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

from scoring.models import Sheet
from scoring.pages.pile import Pile


class NextTable(NamedTuple):
    words: str
    address: str = ""  # of its form, for the reader's own


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
