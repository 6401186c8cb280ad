"""Reads the cells of a form from a picture."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from tournaments.photo.engine import network, page
from tournaments.photo.engine.codes import Area
from tournaments.photo.engine.ink import SCALE, Writing, blackness, find_writing, strength
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.page import EDGE
from tournaments.photo.engine.readings import Box, Reading, doubt

Key = TypeVar("Key")
Image = Any
INSIDE = 0.35  # mm along the edge of a cell that its printed line takes
PALE = 0.35  # full ink counts as at least so dark, so that an empty page shows no writing


class ReadPage(NamedTuple):
    """What was read from a picture of one page: the number of the form that it shows, the
    straightened picture, and how well its printed lines fit. For each cell it holds the candidates
    (texts with probabilities), and the handwriting as the network sees it.
    """

    form: int
    picture: Image
    fits: float
    readings: dict[Any, list[Reading]]
    writing: dict[Any, Image]


def read_page(
    picture: Image, forms: Sequence[tuple[Layout, Mapping[Key, Box]]], area: Area | None = None
) -> ReadPage | None:
    """Find out which of these forms a picture shows, and read its cells. Return the form with the
    candidates (texts with probabilities) for each cell, or None if none of the forms is found. Each
    form is given as its layout and the places of its cells. `area` is the part of a picture of
    several forms that belongs to this one.
    """
    straight = page.straighten(picture, [layout for layout, _cells in forms], area)
    if straight is None:
        return None
    cells = cut_cells(straight.picture, forms[straight.layout][1])
    writing = {key: cell.image for key, cell in cells.items()}
    readings = network.read_cells(network.load(), list(writing.values()))
    by_key = {
        key: candidates if cell.is_whole else doubt(candidates)
        for (key, cell), candidates in zip(cells.items(), readings, strict=True)
    }
    return ReadPage(straight.layout, straight.picture, straight.fits, by_key, writing)


def cut_cells(picture: Image, places: Mapping[Key, Box]) -> dict[Key, Writing]:
    """Cut these cells out of the picture of a straightened page. Return the handwriting in each."""
    black = blackness(picture)
    cut = {key: cut_out(black, place) for key, place in places.items()}
    dark = max((strength(ink) for ink in cut.values()), default=PALE)
    return {key: find_writing(ink, max(min(dark, 0.9), PALE)) for key, ink in cut.items()}


def cut_out(picture: Image, cell: Box) -> Image:
    """Cut one cell out of the picture of a straightened page, without the printed lines around
    it.
    """
    left, top = round((cell.x + EDGE + INSIDE) * SCALE), round((cell.y + EDGE + INSIDE) * SCALE)
    right = round((cell.x + cell.width + EDGE - INSIDE) * SCALE)
    bottom = round((cell.y + cell.height + EDGE - INSIDE) * SCALE)
    return picture[top:bottom, left:right]
