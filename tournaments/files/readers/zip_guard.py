"""Read untrusted zip files safely: sizes and names are checked before anything is unpacked, and
parts are unpacked in small pieces into memory, never onto the disk.
"""

import struct
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.problems import user_error

MOST_PARTS = 5_000
MOST_UNPACKED = 40_000_000  # declared bytes of all parts
MOST_READ = 32_000_000  # bytes actually unpacked
MOST_TIMES = 250  # highest compression ratio; a full worksheet has 10 to 50
SMALL = 1_000_000  # a part no larger than this may have any ratio
PIECE = 65_536

FAULTS = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)


class GuardedZip:
    """Reads a zip file that may be malicious, within limits."""

    most_parts, most_unpacked, most_read = MOST_PARTS, MOST_UNPACKED, MOST_READ

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self.zip = ZipFile(file)
        except FAULTS:
            raise self.make_damaged_error("zip") from None
        self.parts: dict[str, ZipInfo] = {}
        self.left = self.most_read
        self._check_parts()

    def make_size_error(self) -> UserError:
        return user_error(problems.BOMB)

    def make_damaged_error(self, where: str) -> UserError:
        return make_damaged_error(where)

    def make_locked_error(self) -> UserError:
        return user_error(problems.OLD_FILE)

    def _check_parts(self) -> None:
        infos = self.zip.infolist()
        unpacked = sum(info.file_size for info in infos)
        if len(infos) > self.most_parts or unpacked > self.most_unpacked:
            raise self.make_size_error()
        for info in infos:
            if info.file_size > max(SMALL, info.compress_size * MOST_TIMES):
                raise self.make_size_error()
            path = PurePosixPath(info.filename.replace("\\", "/"))
            key = str(path).lower()
            if path.is_absolute() or ".." in path.parts or key in self.parts:
                raise self.make_damaged_error(info.filename)
            self.parts[key] = info

    def __contains__(self, name: str) -> bool:
        return name.lower() in self.parts

    def read_pieces(self, name: str) -> Iterator[bytes]:
        info = self.parts.get(name.lower())
        if info is None or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise self.make_damaged_error(name)
        if info.flag_bits & 1:
            raise self.make_locked_error()
        try:
            with self.zip.open(info) as part:
                while piece := part.read(PIECE):
                    self.left -= len(piece)
                    if self.left < 0:
                        raise self.make_size_error()
                    yield piece
        except FAULTS:
            raise self.make_damaged_error(name) from None


def make_damaged_error(where: str) -> UserError:
    shown = "".join(letter for letter in where if letter.isprintable())
    return user_error(problems.DAMAGED, where=shown[:60])
