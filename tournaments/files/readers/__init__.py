"""Tables from files of people we don't know: rows of plain cells. Pure; nothing is ever run."""

from tournaments.files.readers.cells import BadCell, Book, Line, Value, Worksheet, place
from tournaments.files.readers.upload import read

__all__ = ["BadCell", "Book", "Line", "Value", "Worksheet", "place", "read"]
