"""The file of a club from another site. Its parts are read one at a time as strict JSON, with a
limit on their size.
"""

import json
import math
import re
import struct
from typing import IO, Any

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.files.readers.zip_guard import GuardedZip
from tournaments.problems import user_error

Json = dict[str, Any]

FORMAT, VERSION = "streepje club", 9
OLDEST = 5  # files of this version and later can be read
CLUB, LOGO = "club.json", "logo.png"
NIGHT = re.compile(r"nights/\d{4}-\d\d-\d\d-\d{1,18}\.json", re.ASCII)

MOST_BYTES = 50_000_000  # of the file
MOST_PART = 6_000_000  # bytes of one part; a night of 200 people takes a tenth
MOST_LOGO = 1_000_000
MOST_VALUES = 250_000  # commas, which is nearly as many values
MOST_NESTS = 100_000  # lists and objects
DEEPEST = 30
MOST_INDEX = 2_000_000  # bytes of the zip's central directory

HALVES = re.compile("[\ud800-\udfff]")  # lone surrogates, which no text has
END = struct.Struct("<4s4H2LH")


class PackedClub(GuardedZip):
    most_parts, most_unpacked, most_read = 20_000, 1_000_000_000, 1_000_000_000

    def __init__(self, file: IO[bytes]) -> None:
        self.check_index(file)
        super().__init__(file)
        self.club = self.read_part(CLUB)
        _check_version(self.club)

    def make_size_error(self) -> UserError:
        return user_error(problems.CLUB_BOMB)

    def make_damaged_error(self, where: str) -> UserError:
        return make_broken_error(where)

    def make_locked_error(self) -> UserError:
        return user_error(problems.NO_CLUB)

    def check_index(self, file: IO[bytes]) -> None:
        """Refuse an uploaded file whose size, or whose table of contents (the zip's central
        directory), is too large. This is checked before the zip is opened.
        """
        size = file.seek(0, 2)
        if size > MOST_BYTES:
            raise user_error(problems.LARGE_CLUB, most=MOST_BYTES // 1_000_000)
        file.seek(max(0, size - END.size))
        end = file.read()
        if size < END.size or not end.startswith(b"PK\5\6") or end[-2:] != b"\0\0":
            file.seek(0)
            is_zip = file.read(4) == b"PK\3\4"
            raise self.make_damaged_error("zip") if is_zip else user_error(problems.NO_CLUB)
        if END.unpack(end)[5] > MOST_INDEX:
            raise self.make_size_error()

    def list_nights(self) -> list[str]:
        names = self.club.get("nights")
        if not isinstance(names, list) or not all(map(_is_night, names)):
            raise self.make_damaged_error(CLUB)
        if len({*names}) < len(names):
            raise self.make_damaged_error(CLUB)
        return names

    def read_night(self, name: str) -> Json:
        content = self.read_part(name)
        if (content.get("format"), content.get("version")) != (FORMAT, self.club["version"]):
            raise self.make_damaged_error(name)
        return content

    def read_logo(self) -> bytes | None:
        return self.read_content(LOGO, MOST_LOGO) if LOGO in self else None

    def read_part(self, name: str) -> Json:
        if name not in self:
            raise user_error(problems.NO_CLUB) if name == CLUB else self.make_damaged_error(name)
        return parse_json(self.read_content(name, MOST_PART), name)

    def read_content(self, name: str, most: int) -> bytes:
        if self.parts[name].file_size > most:
            raise self.make_size_error()
        read = bytearray()
        for piece in self.read_pieces(name):
            read += piece
            if len(read) > most:
                raise self.make_size_error()
        return bytes(read)


def _is_night(name: object) -> bool:
    return isinstance(name, str) and NIGHT.fullmatch(name) is not None


def parse_json(raw: bytes, where: str) -> Json:
    """Parse a JSON object of the club's file. Refuse it if it has too many values or brackets,
    because even a short text of those takes much memory once it is parsed. `where` names the place
    in the file, for messages.
    """
    if raw.count(b",") > MOST_VALUES or raw.count(b"[") + raw.count(b"{") > MOST_NESTS:
        raise user_error(problems.CLUB_BOMB)
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):  # also what is no UTF-8
        raise make_broken_error(where) from None
    if not isinstance(value, dict):
        raise make_broken_error(where)
    check(value, where)
    return value


def _once(pairs: list[tuple[str, Any]]) -> Json:
    as_dict = dict(pairs)
    if len(as_dict) < len(pairs):
        raise ValueError("a key is written twice")
    return as_dict


def _no_number(written: str) -> None:
    raise ValueError(written)


def check(value: object, where: str, deep: int = 0) -> None:
    """Refuse values that no database can store, and values that are nested deeper than in any file
    we write. `where` names the place for the message, and `deep` is how deep the value itself is
    nested.
    """
    if deep > DEEPEST or not _is_plain(value):
        raise make_broken_error(where)
    if isinstance(value, dict):
        for key, item in value.items():
            check(key, where, deep + 1)
            check(item, where, deep + 1)
    elif isinstance(value, list):
        for item in value:
            check(item, where, deep + 1)


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return "\0" not in value and not HALVES.search(value)
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or abs(value) < 2**63


def make_broken_error(where: str) -> UserError:
    shown = "".join(letter for letter in where if letter.isprintable())
    return user_error(problems.BROKEN_CLUB, where=shown[:60])


def _check_version(index: Json) -> None:
    version = index.get("version")
    if index.get("format") != FORMAT or type(version) is not int or version < OLDEST:
        raise user_error(problems.NO_CLUB)
    if version > VERSION:
        raise user_error(problems.NEWER_CLUB)
