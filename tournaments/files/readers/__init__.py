"""Untrusted files become rows of plain cells. Pure: nothing is ever executed."""

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.files.readers import csv_reader, xlsx_reader
from tournaments.files.readers.cells import MOST_BYTES, Book

ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
OLD = b"\xd0\xcf\x11\xe0"  # Excel up to 2003, and Office files locked with a password
OTHERS = (b"%PDF", b"{\\rtf", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"Rar!", b"7z\xbc")


def read(data: bytes) -> Book:
    if len(data) > MOST_BYTES:
        raise user_error(problems.LARGE_FILE, most=MOST_BYTES // 1_000_000)
    if not data.strip():
        raise user_error(problems.EMPTY_FILE)
    if data.startswith(OLD):
        raise user_error(problems.OLD_FILE)
    if data.startswith(ZIP):
        return xlsx_reader.read(data)
    if data.startswith(OTHERS):
        raise user_error(problems.OTHER_FILE)
    return csv_reader.read(data)
