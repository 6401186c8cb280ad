"""The cells of a form and their candidates: the texts that may stand in a cell, with
probabilities.
"""

from collections.abc import Sequence
from typing import NamedTuple

BLANK, DASH, ABSENT = "", "-", "x"
OTHER = "?"  # crossed out, written over, a sum in writing: people must look

MISCOUNTED = 0.05  # how often a scribe's sum is wrong
SPREAD = 200  # figures between which a wrong sum lies
KEPT, LEAST = 24, 1e-6  # readings of a cell that count
DOUBTED = 0.1  # how probable OTHER becomes where something of a cell was not read

Values = dict[str, float]  # text: probability


class Reading(NamedTuple):
    """A candidate for one cell: a text that may stand there, with its probability. The text is a
    number as it is written, or one of the codes BLANK, DASH, ABSENT and OTHER (a person must look).
    """

    text: str
    probability: float


class Key(NamedTuple):
    """Names one cell of a form by its kind (such as "game" or "sum"), game and column."""

    kind: str  # game, score (what a game's cell comes to), sum or dashes
    game: int  # of a sum: the game above it
    column: int


class Box(NamedTuple):
    """Where a cell is on a form, in mm from the corner mark at the top left."""

    x: float
    y: float
    width: float
    height: float


def parse_number(text: str) -> int | None:
    return int(text) if text.removeprefix("-").isdecimal() else None


def doubt(readings: Sequence[Reading]) -> list[Reading]:
    """Return a cell's candidates (texts with probabilities) with added doubt, because some of its
    writing was not read. OTHER, the code for a cell at which a person must look, becomes so
    probable that a person is asked.
    """
    read = 1 - DOUBTED
    lower = [Reading(text, read * chance) for text, chance in readings if text != OTHER]
    other = DOUBTED + read * sum(chance for text, chance in readings if text == OTHER)
    return sorted([*lower, Reading(OTHER, other)], key=lambda reading: -reading.probability)
