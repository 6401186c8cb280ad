"""Where a form has its lines."""

from collections.abc import Sequence
from typing import NamedTuple

Rule = tuple[float, float, float]  # where a line is (mm), and where it begins and ends


class Layout(NamedTuple):
    """Where a form has its lines, in mm from the mark at the top left."""

    width: float
    height: float
    level: Sequence[Rule]
    upright: Sequence[Rule]
