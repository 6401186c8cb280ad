"""The file of a back-up: a zip with a part for each database table, the files of the site, and a
manifest with the size and digest of each part. Does not use the database.
"""

import errno
import hashlib
import json
import os
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from scoring.toolkit import operating_system
from scoring.toolkit.problems import Json

FORMAT = 1
MARK = "streepje-backup"  # the first name in the file, so that even half a file is recognised
MANIFEST = "manifest.json"
AT_ONCE = 1 << 20  # bytes in memory
QUICK = 4  # compression level, of 9: a third of the time for a tenth more size
PACKED = (ZIP_STORED, ZIP_DEFLATED)
# Errors that reading a damaged zip may raise.
BROKEN = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error)


class Unusable(Exception):
    """The subclasses tell why a file can't be restored."""


class NoBackup(Unusable):
    pass


class Damaged(Unusable):
    pass


class Newer(Unusable):
    pass


class Writer:
    def __init__(self, zip: ZipFile) -> None:
        self._zip = zip
        self._parts: dict[str, Json] = {}

    def add(self, name: str, chunks: Iterable[bytes], more: Json | None = None) -> None:
        """`more`, for the part's entry in the manifest, is read only after the last chunk."""
        digest, size = hashlib.sha256(), 0
        entry = ZipInfo(name, datetime.now(UTC).timetuple()[:6])
        entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o600 << 16
        with self._zip.open(entry, "w", force_zip64=True) as part:
            for chunk in chunks:
                part.write(chunk)
                digest.update(chunk)
                size += len(chunk)
        self._parts[name] = {**(more or {}), "bytes": size, "sha256": digest.hexdigest()}

    def end(self, migrations: list[tuple[str, str]]) -> None:
        manifest = {
            "format": FORMAT,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "migrations": migrations,
            "parts": self._parts,
        }
        self._zip.writestr(MANIFEST, json.dumps(manifest, indent=1))


@contextmanager
def open_writer(path: Path) -> Iterator[Writer]:
    """Write to a temporary file, check it, and rename it to `path`. On an error no file is left."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # 0600
    fresh = Path(name)
    try:
        with os.fdopen(handle, "w+b") as file:
            with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=QUICK) as zip:
                zip.writestr(MARK, str(FORMAT))
                yield Writer(zip)
            file.flush()
            os.fsync(file.fileno())
        with open_archive(fresh) as written:
            written.check()
        operating_system.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    operating_system.settle(path.parent)


class Archive:
    def __init__(self, zip: ZipFile, manifest: Json) -> None:
        self._zip = zip
        self.parts: dict[str, Json] = manifest["parts"]
        self.migrations = [(str(app), str(name)) for app, name in manifest["migrations"]]
        self.made = datetime.fromisoformat(manifest["made"])

        self.rows = sum(part.get("rows", 0) for part in self.parts.values())

    def check(self) -> None:
        for name, expected in self.parts.items():
            digest, size = hashlib.sha256(), 0
            for chunk in self.chunks(name):
                digest.update(chunk)
                size += len(chunk)
            if (size, digest.hexdigest()) != (expected["bytes"], expected["sha256"]):
                raise Damaged(name)

    def chunks(self, name: str) -> Iterator[bytes]:
        with self._open(name) as part:
            while chunk := part.read(AT_ONCE):
                yield chunk

    def lines(self, name: str) -> Iterator[Any]:
        with self._open(name) as part:
            for line in part:
                yield json.loads(line)

    @contextmanager
    def _open(self, name: str) -> Iterator[IO[bytes]]:
        with report_damage(), self._zip.open(name) as part:
            yield part


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Raise `OSError` if the file is missing, `Unusable` if it can't be restored."""
    with path.open("rb") as file:
        begin = file.read(64)
        if MARK.encode() not in begin:
            raise NoBackup
        with report_damage():
            zip = ZipFile(file)
            if any(part.compress_type not in PACKED for part in zip.infolist()):
                raise Damaged  # a compression method that we never use
            manifest = json.loads(zip.read(MANIFEST))
            newer = manifest["format"] > FORMAT
        if newer:
            raise Newer
        with report_damage():
            archive = Archive(zip, manifest)
            if not all(map(is_plain, archive.parts)):
                raise Damaged
        yield archive


@contextmanager
def report_damage() -> Iterator[None]:
    try:
        yield
    except (*BROKEN, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Damaged from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # a seek before the first byte
            raise
        raise Damaged from error


def is_plain(name: str) -> bool:
    """Return whether the file would be unpacked inside the target folder, on Windows as well."""
    path = PurePosixPath(name)
    odd = path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name
    return bool(path.parts) and not odd
