"""What a photo of a sheet's form says, for the page on which somebody types the form in. This app
knows no photos, so a setting names the function that finds them.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string
from django.utils.translation import gettext

from scoring.models import Sheet


class ReadCell(NamedTuple):
    """What the photo says of a cell."""

    text: str  # as it would be typed
    sure: bool
    known: bool = True  # False: no proposal can be made

    def is_asked(self, typed: str) -> bool:
        """Return whether somebody must look at this cell, in which `typed` stands now: a doubtful
        one that is empty, or one in which something else stands than was surely read.
        """
        return self.text != typed if typed and self.sure else not typed and not self.sure

    @property
    def hint(self) -> str:
        """Return what an asked cell shows while it is empty."""
        if not self.known:
            return "?"
        return f"{self.text}?" if self.text else gettext("empty?")


class Strip(NamedTuple):
    """A part of the picture, in mm."""

    left: float
    top: float
    width: float
    height: float

    @property
    def view(self) -> str:
        return f"{self.left} {self.top} {self.width} {self.height}"


class FormPhoto(NamedTuple):
    id: int
    address: str  # of the picture
    every: str  # the address of the page with all pictures of the night
    width: float  # of the picture, in mm
    height: float
    strips: Mapping[str, Strip]  # by line: the number of a game, or a part of the paper's own sums
    cells: Mapping[str, ReadCell]  # by name of the field
    notes: Sequence[str] = ()  # who else reads this form

    @property
    def last(self) -> int:
        """Return the number of the last game in which something stands."""
        written = (name for name, cell in self.cells.items() if cell.text or not cell.known)
        return max((int(name.partition("-")[0]) for name in written), default=0)

    def find_text(self, name: str) -> str:
        """Return what was surely read in the field with this name; empty if nothing was."""
        read = self.cells.get(name)
        return read.text if read and read.sure else ""

    @property
    def foot(self) -> Strip | None:
        return self.strips.get("foot")


def find_photo(request: HttpRequest, sheet: Sheet) -> FormPhoto | None:
    """Return the photo of the sheet's form that the address names. Return None without one, or if
    the user may not see it.
    """
    if not sheet.arranged or "photo" not in request.GET:
        return None
    photo: FormPhoto | None = import_string(settings.FIND_PHOTO)(request, sheet)
    return photo
