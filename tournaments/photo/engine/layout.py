"""Describes where the printed lines of a paper form are."""

from collections.abc import Sequence
from typing import NamedTuple

Rule = tuple[float, float, float]  # where a line is (mm), and where it begins and ends


class Layout(NamedTuple):
    """The size of a printed form and where its horizontal and vertical lines are, in mm from the
    corner mark at the top left.
    """

    width: float
    height: float
    level: Sequence[Rule]
    upright: Sequence[Rule]
