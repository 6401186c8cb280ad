"""Results of closed nights, cached on disk so that they need not be scored again after a restart.

The name of each file is a hash of all inputs: the night's digest (a hash of its sheets), who sat
where, and the source code that scores. So a file is never stale. If a file is missing, damaged or
made by an older program, the results are computed again.
"""

import ast
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.toolkit import operating_system
from tournaments.standings.rules import PlayedRound, PlayerRound
from tournaments.standings.sheet_result import SeatGames

KEPT = timedelta(days=90)
ROOT = Path(__file__).resolve().parents[2]
APPS = ("scoring", "tournaments")
COUNTS = "tournaments.standings.played_nights"  # its imports are followed, too
Drawn = tuple[
    Mapping[int, Sequence[SeatGames]], Iterable[int]
]  # a round: seats keyed by sheet; who sat out


def name_file(digest: str, rounds: Iterable[Drawn]) -> str:
    """Return the name of the file with the results of a night. It follows from the night's `digest`
    (a hash of its sheets) and from who sat where or sat out (`rounds`). If either changes, the name
    changes.
    """
    seated = [(sorted(stints.items()), sorted(out)) for stints, out in rounds]
    return sha256(repr((digest, seated)).encode()).hexdigest()


def read(name: str) -> tuple[PlayedRound, ...] | None:
    """Return the scored rounds stored under this file name. Return None if there is no valid
    file.
    """
    folder = _folder()
    if folder is None:
        return None
    try:
        stored = json.loads((folder / name).read_bytes())
        return tuple(
            PlayedRound(tuple(map(_from_json, shares)), frozenset(out)) for shares, out in stored
        )
    except (OSError, ArithmeticError, ValueError, TypeError):
        return None


def save(name: str, rounds: Iterable[PlayedRound]) -> None:
    """Store a night's scored rounds in a file with this name, which is replaced atomically. If the
    disk is full, nothing is stored; the standing can be shown all the same.
    """
    if (folder := _folder()) is None:
        return
    stored = [
        [[*map(_to_json, played_round.shares)], sorted(played_round.out)] for played_round in rounds
    ]
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w") as file:
            json.dump(stored, file)
        operating_system.replace(Path(fresh), folder / name)


def purge_expired() -> int:
    """Delete files that were not used for a long time (`KEPT`, 90 days), and files made by other
    versions of the program. Return the number of deleted files.
    """
    if not (settings.KNOWN and Path(settings.KNOWN).exists()):
        return 0  # before reading the program, which takes long
    current, deleted = Path(settings.KNOWN) / _program(), 0
    for folder in current.parent.iterdir():
        if folder != current:
            deleted += sum(1 for _ in folder.iterdir())
            shutil.rmtree(folder, ignore_errors=True)
    for file in current.glob("*"):
        with suppress(OSError):  # another process deleted it first, or has it open on Windows
            if time.time() - file.stat().st_mtime > KEPT.total_seconds():
                file.unlink()
                deleted += 1
    return deleted


def _folder() -> Path | None:
    return settings.KNOWN and Path(settings.KNOWN) / _program()


@cache
def _program() -> str:
    """Return a hash of all source files that influence how a sheet is scored. It is the name of the
    folder for this version's results, so results that another version stored are never used.
    """
    digest = sha256()
    for _name, path in sorted(find_modules(COUNTS, ROOT).items()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def find_modules(name: str, root: Path, apps: Sequence[str] = APPS) -> dict[str, Path]:
    """Return the file of the module `name` and of each module that it imports, directly or
    indirectly. The dict is keyed by module name.

    Only modules of these apps are included. In an installed site, other packages lie in the same
    folder as the apps, and would be found there as well.
    """
    files: dict[str, Path] = {}
    waiting = {name}
    while waiting:
        module = waiting.pop()
        path = _file_of(module, root) if module.partition(".")[0] in apps else None
        if path and module not in files:
            files[module] = path
            waiting.update(_names_used(module, path))
    return files


def _names_used(module: str, path: Path) -> Iterator[str]:
    """Yield the names of everything that this module imports, and the name of the package that
    contains the module. Some of these names may not be modules, but for example functions.
    """
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level and node.module, "imports are written out in full"
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    if "." in module:
        yield module.rpartition(".")[0]


def _file_of(module: str, root: Path) -> Path | None:
    """Return the file of the module with this name, or None if it is no module."""
    path = root.joinpath(*module.split("."))
    files = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


def _to_json(share: PlayerRound) -> list[Any]:
    """Return a player's result of a round in a form that JSON can store. Fractions become texts.
    Nothing else in it is a text, so every text can be read back as a fraction.
    """
    return [str(field) if isinstance(field, Fraction) else field for field in share]


def _from_json(data: list[Any]) -> PlayerRound:
    return PlayerRound._make(map(_value, data))


def _value(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(tuple(part) if isinstance(part, list) else part for part in data)
    return Fraction(data) if isinstance(data, str) else data
