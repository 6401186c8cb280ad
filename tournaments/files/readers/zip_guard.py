"""The parts of a workbook, which is a packed folder: looked at before anything is unpacked, and
unpacked in small pieces into memory, never onto the disk.
"""

import struct
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import PurePosixPath
from typing import IO, Protocol
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.problems import user_error

MOST_PARTS = 5_000
MOST_UNPACKED = 100_000_000  # bytes that all parts say they have
MOST_READ = 32_000_000  # bytes of those that are read
MOST_TIMES = 250  # what a part may grow by; a full worksheet grows by 10 to 50
SMALL = 1_000_000  # a part that grows to no more does no harm
PIECE = 65_536
LONGEST_TAG = 1_000_000  # bytes without an end in sight
MOST_TAGS = 1_000_000  # a second or two of reading
DEEPEST = 100  # parts of XML in each other
ENCODINGS = ("utf-8", "utf-16", "us-ascii", "iso-8859-1")  # that the parser knows by itself

FAULTS = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)
Attributes = dict[str, str]
Start = Callable[[str, Attributes], None]
End = Callable[[str], None]


class Part(Protocol):
    """What wants to know what stands in a part; names come without what stands before a colon."""

    def start(self, name: str, said: Attributes) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, typed: str) -> None: ...


class GuardedZip:
    """A packed folder of somebody we don't know."""

    most_parts, most_unpacked, most_read = MOST_PARTS, MOST_UNPACKED, MOST_READ

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self.zip = ZipFile(file)
        except FAULTS:
            raise self.damaged("zip") from None
        self.parts: dict[str, ZipInfo] = {}
        self.left = self.most_read
        self._look()

    def too_much(self) -> UserError:
        return user_error(problems.BOMB)

    def damaged(self, where: str) -> UserError:
        return damaged(where)

    def locked(self) -> UserError:
        return user_error(problems.OLD_FILE)

    def _look(self) -> None:
        every = self.zip.infolist()
        unpacked = sum(one.file_size for one in every)
        if len(every) > self.most_parts or unpacked > self.most_unpacked:
            raise self.too_much()
        for one in every:
            if one.file_size > max(SMALL, one.compress_size * MOST_TIMES):
                raise self.too_much()
            path = PurePosixPath(one.filename.replace("\\", "/"))
            key = str(path).lower()
            if path.is_absolute() or ".." in path.parts or key in self.parts:
                raise self.damaged(one.filename)
            self.parts[key] = one

    def __contains__(self, name: str) -> bool:
        return name.lower() in self.parts

    def pieces(self, name: str) -> Iterator[bytes]:
        info = self.parts.get(name.lower())
        if info is None or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise self.damaged(name)
        if info.flag_bits & 1:
            raise self.locked()
        try:
            with self.zip.open(info) as part:
                while piece := part.read(PIECE):
                    self.left -= len(piece)
                    if self.left < 0:
                        raise self.too_much()
                    yield piece
        except FAULTS:
            raise self.damaged(name) from None


class Archive(GuardedZip):
    def __init__(self, data: bytes) -> None:
        self.tags = Tags()
        super().__init__(BytesIO(data))

    def read(self, name: str, part: Part) -> None:
        """Tells `part` what stands there. Nothing that a DTD declares is ever looked up."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self.tags.of(part)
        parser.CharacterDataHandler = part.text
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.XmlDeclHandler = _check_encoding
        fed = 0
        try:
            for piece in self.pieces(name):
                fed += len(piece)
                parser.Parse(piece)
                if fed - max(parser.CurrentByteIndex, 0) > LONGEST_TAG:
                    raise damaged(name)
            parser.Parse(b"", True)
        except (expat.ExpatError, UnicodeError):
            raise damaged(name) from None


def damaged(where: str) -> UserError:
    shown = "".join(one for one in where if one.isprintable())
    return user_error(problems.DAMAGED, where=shown[:60])


def _refuse_doctype(*_said: object) -> None:
    raise user_error(problems.DOCTYPE)


def _check_encoding(_version: str, encoding: str | None, _alone: int) -> None:
    if encoding and encoding.lower() not in ENCODINGS:
        raise damaged(encoding)


class Tags:
    """Passes on what a part says, as long as it is neither too deep nor too much."""

    def __init__(self) -> None:
        self.count = 0

    def of(self, part: Part) -> tuple[Start, End]:
        deep = 0

        def start(name: str, said: Attributes) -> None:
            nonlocal deep
            deep += 1
            self.count += 1
            if deep > DEEPEST:
                raise damaged(f"<{name}>")
            if self.count > MOST_TAGS:
                raise user_error(problems.BOMB)
            part.start(name.rpartition(":")[2], said)

        def end(name: str) -> None:
            nonlocal deep
            deep -= 1
            part.end(name.rpartition(":")[2])

        return start, end
