"""What was read from a photo of a sheet's paper form, for the page on which somebody types the form
in. The scoring app does not depend on the code for photos. The setting FIND_PHOTO names the
function that finds a photo.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string
from django.utils.translation import gettext

from scoring.models import Sheet


class ReadCell(NamedTuple):
    """What was read from one cell in a photo of a paper form."""

    text: str  # as it would be typed
    sure: bool
    known: bool = True  # False: no proposal can be made

    def is_asked(self, typed: str) -> bool:
        """Return whether somebody must check this cell, which now holds the text `typed`. An empty
        cell must be checked if the reading of the photo is uncertain. A filled cell must be checked
        if the photo was read with certainty as something else.
        """
        return self.text != typed if typed and self.sure else not typed and not self.sure

    @property
    def hint(self) -> str:
        """Return the hint shown in an empty cell that the user must check. It is the text that was
        read from the photo, followed by a question mark. If the cell was read as empty, the hint
        says so. If nothing can be proposed, it is only "?".
        """
        if not self.known:
            return "?"
        return f"{self.text}?" if self.text else gettext("empty?")


class Strip(NamedTuple):
    """A rectangular part of a photo, such as the part that shows one line of the form. All measures
    are in mm.
    """

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
        """Return the number of the last game that has writing on the photo, readable or not. Return
        0 if there is none.
        """
        written = (name for name, cell in self.cells.items() if cell.text or not cell.known)
        return max((int(name.partition("-")[0]) for name in written), default=0)

    def find_text(self, name: str) -> str:
        """Return the text that was read from the photo with certainty for the field with this name.
        Return "" if there is none.
        """
        read = self.cells.get(name)
        return read.text if read and read.sure else ""

    @property
    def foot(self) -> Strip | None:
        return self.strips.get("foot")


def find_photo(request: HttpRequest, sheet: Sheet) -> FormPhoto | None:
    """Return the photo that the page's address names (`?photo=`), if it is a photo of this sheet's
    paper form. Return None if there is no such photo or the user may not see it.
    """
    if not sheet.arranged or "photo" not in request.GET:
        return None
    photo: FormPhoto | None = import_string(settings.FIND_PHOTO)(request, sheet)
    return photo
