"""A cell of a form, and what may stand in it, with probabilities."""

from typing import NamedTuple

BLANK, DASH, ABSENT = "", "-", "x"
OTHER = "?"  # crossed out, written over, a sum in writing: people must look

MISCOUNTED = 0.05  # how often a scribe's sum is wrong
SPREAD = 200  # figures between which a wrong sum lies
KEPT, LEAST = 24, 1e-6  # readings of a cell that count

Values = dict[str, float]  # text: probability


class Reading(NamedTuple):
    """One thing that a cell may hold: BLANK, DASH, ABSENT, OTHER or a number as it is written."""

    text: str
    probability: float


class Key(NamedTuple):
    """Which cell of a form."""

    kind: str  # game, score (what a game's cell comes to), sum or dashes
    game: int  # of a sum: the game above it
    column: int


class Box(NamedTuple):
    """Where a cell is, in mm from the mark at the top left."""

    x: float
    y: float
    width: float
    height: float


def number_of(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() else None
