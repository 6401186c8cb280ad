"""Untrusted files become rows of plain cells. Pure: nothing is ever executed."""

from tournaments.files.readers.cells import BadCell, Book, FileLine, Value, Worksheet, name_cell
from tournaments.files.readers.upload import read

__all__ = ["BadCell", "Book", "FileLine", "Value", "Worksheet", "name_cell", "read"]
