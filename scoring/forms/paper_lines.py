"""The headings, lines and cells of the grid in which somebody types in a paper form."""

from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.pages import grid
from scoring.pages.typed_columns import AWAY, OUT
from scoring.toolkit.numbered_forms import NumberedErrors

LONG = 8  # characters: more are written smaller


class Head(NamedTuple):
    """The heading above the columns of one player or of two partners."""

    id: str
    people: list[grid.Column]
    wide: int


class Cell(NamedTuple):
    """One input field in the grid of the page for typing in a paper form."""

    id: str
    name: str
    value: str
    label: str  # ids of its headings
    caption: str  # shown above it on narrow screens
    wide: int = 1
    suspect: bool = False
    shared: bool = False  # for the whole game, not for a player
    size: int = 4

    @property
    def kind(self) -> str:
        """Return the CSS classes of this field."""
        signs = {OUT: "out", AWAY: "absent"}
        suspect, shared = self.suspect, self.shared
        marks = {"suspect": suspect, "shared": shared, "filled": self.value}
        marks["long"] = len(self.value) > LONG
        kinds = [kind for kind, is_set in marks.items() if is_set]
        return " ".join([*kinds, signs.get(self.value, "")]).strip()


@dataclass
class PaperLine:
    """A line of the grid: a game, or one of the paper's own sums such as the totals."""

    number: int
    cells: list[Cell]
    part: str = ""  # which of the paper's own lines
    label: str = ""
    reason: Cell | None = None  # why it was not played
    place: str = ""  # where it is saved, as far as the site knows
    refusals: NumberedErrors = field(default_factory=list)
