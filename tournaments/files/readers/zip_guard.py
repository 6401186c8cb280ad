"""Read untrusted zip files safely: sizes and names are checked before anything is unpacked, and
parts are unpacked in small pieces into memory, never onto the disk.
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
MOST_UNPACKED = 100_000_000  # declared bytes of all parts
MOST_READ = 32_000_000  # bytes actually unpacked
MOST_TIMES = 250  # highest compression ratio; a full worksheet has 10 to 50
SMALL = 1_000_000  # a part no larger than this may have any ratio
PIECE = 65_536
LONGEST_TAG = 1_000_000  # bytes the parser may wait for the end of one tag
MOST_TAGS = 1_000_000  # a second or two of reading
DEEPEST = 100  # nested tags
ENCODINGS = ("utf-8", "utf-16", "us-ascii", "iso-8859-1")  # built into the parser

FAULTS = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)
Attributes = dict[str, str]
Start = Callable[[str, Attributes], None]
End = Callable[[str], None]


class Part(Protocol):
    """The interface of a reader: it receives the tags and texts of one XML file in the zip, in
    order. Tag names come without a namespace prefix.
    """

    def start(self, name: str, said: Attributes) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, typed: str) -> None: ...


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


class Archive(GuardedZip):
    def __init__(self, data: bytes) -> None:
        self.tags = Tags()
        super().__init__(BytesIO(data))

    def read(self, name: str, part: Part) -> None:
        """Parse the XML file with this name inside the zip, and pass its tags and text to `part`. A
        file with a document type definition (DTD) is refused.
        """
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self.tags.make_handlers(part)
        parser.CharacterDataHandler = part.text
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.XmlDeclHandler = _check_encoding
        fed = 0
        try:
            for piece in self.read_pieces(name):
                fed += len(piece)
                parser.Parse(piece)
                if fed - max(parser.CurrentByteIndex, 0) > LONGEST_TAG:
                    raise make_damaged_error(name)
            parser.Parse(b"", True)
        except (expat.ExpatError, UnicodeError):
            raise make_damaged_error(name) from None


def make_damaged_error(where: str) -> UserError:
    shown = "".join(letter for letter in where if letter.isprintable())
    return user_error(problems.DAMAGED, where=shown[:60])


def _refuse_doctype(*_said: object) -> None:
    raise user_error(problems.DOCTYPE)


def _check_encoding(_version: str, encoding: str | None, _alone: int) -> None:
    if encoding and encoding.lower() not in ENCODINGS:
        raise make_damaged_error(encoding)


class Tags:
    """Passes the tags of an XML file on to its reader. Too many tags, or tags nested too deep, are
    refused.
    """

    def __init__(self) -> None:
        self.count = 0

    def make_handlers(self, part: Part) -> tuple[Start, End]:
        deep = 0

        def start(name: str, said: Attributes) -> None:
            nonlocal deep
            deep += 1
            self.count += 1
            if deep > DEEPEST:
                raise make_damaged_error(f"<{name}>")
            if self.count > MOST_TAGS:
                raise user_error(problems.BOMB)
            part.start(name.rpartition(":")[2], said)

        def end(name: str) -> None:
            nonlocal deep
            deep -= 1
            part.end(name.rpartition(":")[2])

        return start, end
