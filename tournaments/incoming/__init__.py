"""Tables from files of people we don't know: rows of plain cells. Pure; nothing is ever run."""

from tournaments.incoming.cells import Book, Leaf, Line, Value, Wrong, place
from tournaments.incoming.file import read

__all__ = ["Book", "Leaf", "Line", "Value", "Wrong", "place", "read"]
