"""Reads the cells of a form from a picture."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tournaments.photo.engine import network, page
from tournaments.photo.engine.ink import SCALE, blackness, normalize, strength
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.page import EDGE
from tournaments.photo.engine.readings import Box, Reading

Key = TypeVar("Key")
Image = Any
INSIDE = 0.35  # mm along the edge of a cell that its printed line takes
PALE = 0.35  # full ink counts as at least so dark, so that an empty page shows no writing


class ReadPage(NamedTuple):
    """Which form a page shows, its straightened picture, and what may stand in its cells."""

    form: int
    picture: Image
    fits: float
    readings: dict[Any, list[Reading]]


def read_page(picture: Image, forms: Sequence[tuple[Layout, Mapping[Key, Box]]]) -> ReadPage | None:
    """Return what may stand in the cells of the form in a picture; None if it shows none of
    these.
    """
    straight = page.straighten(picture, [layout for layout, _cells in forms])
    if straight is None:
        return None
    black = blackness(straight.picture)
    cut = {key: cut_out(black, cell) for key, cell in forms[straight.layout][1].items()}
    dark = max((strength(ink) for ink in cut.values()), default=PALE)
    seen = [normalize(ink, max(min(dark, 0.9), PALE)) for ink in cut.values()]
    readings = network.read_cells(network.load(), seen)
    by_key = dict(zip(cut, readings, strict=True))
    return ReadPage(straight.layout, straight.picture, straight.fits, by_key)


def cut_out(picture: Image, cell: Box) -> Image:
    """Return the inside of a cell of a straightened page."""
    left, top = round((cell.x + EDGE + INSIDE) * SCALE), round((cell.y + EDGE + INSIDE) * SCALE)
    right = round((cell.x + cell.width + EDGE - INSIDE) * SCALE)
    bottom = round((cell.y + cell.height + EDGE - INSIDE) * SCALE)
    return picture[top:bottom, left:right]
