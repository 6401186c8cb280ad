"""Excel by openpyxl. Macros, links and pictures are ignored, and a formula is its saved value."""

import math
import re
import struct
import warnings
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from openpyxl import load_workbook
from openpyxl.utils.escape import unescape

from scoring.toolkit.problems import UserError, user_error
from tournaments import problems
from tournaments.files.readers.cells import (
    MOST_ROWS,
    MOST_SEEN,
    MOST_WORKSHEETS,
    BadCell,
    Book,
    Limits,
    Value,
    clean_text,
)

MOST = 1e15  # beyond this spreadsheet programs are no longer exact
MOST_OF_RELATIONS = 1_000_000  # bytes
DIGITS = 9  # decimals that count, so that 0.1 + 0.2 is 0.3

# Of the zip, which tells the size of each part before it is unpacked. zipfile unpacks no more.
MOST_PARTS = 5_000
MOST_UNPACKED = 40_000_000  # bytes of all parts
MOST_TIMES = 250  # highest compression ratio; a full worksheet has 10 to 50
SMALL = 1_000_000  # a part no larger than this may have any ratio


def read(data: bytes) -> Book:
    parts = _list_parts(data)
    if not any(name.startswith("xl/") for name in parts):
        raise user_error(problems.OTHER_FILE)
    relations = (part for part in parts.values() if part.filename.endswith(".rels"))
    if any(part.file_size > MOST_OF_RELATIONS for part in relations):
        raise user_error(problems.BOMB)  # openpyxl holds them all in memory
    try:
        with warnings.catch_warnings(action="ignore"):
            leaves = tuple(_read_worksheets(data))
    except UserError:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part leads to
        raise _make_damaged_error(type(error).__name__) from error
    macros = any(name.endswith("vbaproject.bin") for name in parts)
    return Book(leaves, (problems.MACROS,) if macros else ())


def _list_parts(data: bytes) -> dict[str, ZipInfo]:
    """Return the parts of a zip that may be malicious, keyed by name in small letters."""
    try:
        with ZipFile(BytesIO(data)) as file:
            infos = file.infolist()
    except (BadZipFile, NotImplementedError, OSError, ValueError, OverflowError, struct.error):
        raise _make_damaged_error("zip") from None
    if len(infos) > MOST_PARTS or sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise user_error(problems.BOMB)
    parts: dict[str, ZipInfo] = {}
    for info in infos:
        if info.file_size > max(SMALL, info.compress_size * MOST_TIMES):
            raise user_error(problems.BOMB)
        path = PurePosixPath(info.filename.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or str(path).lower() in parts:
            raise _make_damaged_error(info.filename)
        parts[str(path).lower()] = info
    return parts


def _make_damaged_error(where: str) -> UserError:
    shown = "".join(letter for letter in where if letter.isprintable())
    return user_error(problems.DAMAGED, where=shown[:60])


def _read_worksheets(data: bytes) -> Iterator[Any]:
    limits, seen = Limits(), 0
    file = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    with closing(file) as book:
        if len(book.worksheets) > MOST_WORKSHEETS:
            raise user_error(problems.MANY_LEAVES, most=MOST_WORKSHEETS)
        for worksheet in book.worksheets:
            worksheet.reset_dimensions()  # what a file says of its size may be wrong
            for number, row in enumerate(worksheet.iter_rows(max_row=MOST_ROWS), 1):
                seen += len(row) + 1
                if seen > MOST_SEEN:
                    raise user_error(problems.BOMB)
                for column, cell in enumerate(row):
                    if (value := _read_value(cell)) is not None:
                        limits.read_text(len(value) if isinstance(value, str) else 0)
                        limits.add_value(number, column, value)
            yield limits.make_worksheet(worksheet.title[:60])


def _read_value(cell: Any) -> Value | None:
    value = cell.value
    if isinstance(value, str):
        if cell.data_type == "e":
            return BadCell(problems.ERROR_VALUE, {"given": value[:20]})
        return clean_text(unescape(value))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, time):
        return f"{value.hour}:{value.minute:02}"
    if not isinstance(value, int | float) or not math.isfinite(value) or abs(value) >= MOST:
        return BadCell(problems.NO_FIGURE, {})
    if value == int(value):
        shows_noughts = value >= 0 and re.fullmatch("0{2,20}", cell.number_format)
        return f"{int(value):0{len(cell.number_format)}}" if shows_noughts else int(value)
    return Decimal(repr(round(value, DIGITS))).normalize()
