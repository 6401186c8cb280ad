"""Tables from files of people we don't know: rows of plain cells. Pure; nothing is ever run."""

from tournaments.files.readers.cells import Book, Leaf, Line, Value, Wrong, place
from tournaments.files.readers.upload import read

__all__ = ["Book", "Leaf", "Line", "Value", "Wrong", "place", "read"]
