"""What closed nights came to, on the disk: scored once, and not again after every start.

Nothing here is the truth. Each file is named by all that it follows from: the digest of the night,
who sat where, and the programs that count. So none is ever wrong; one that is gone, damaged or of
an older program is worked out anew.
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

from tournaments.standings.rules import PlayedRound, PlayerRound
from tournaments.standings.sheet_result import SeatGames

KEPT = timedelta(days=90)
ROOT = Path(__file__).resolve().parents[2]
COUNTS = "tournaments.standings.played_nights"  # with all that it imports, and what that imports
Drawn = tuple[Mapping[int, Sequence[SeatGames]], Iterable[int]]  # a round: by sheet; who sat out


def name(digest: str, rounds: Iterable[Drawn]) -> str:
    said = [(sorted(stints.items()), sorted(out)) for stints, out in rounds]
    return sha256(repr((digest, said)).encode()).hexdigest()


def read(name: str) -> tuple[PlayedRound, ...] | None:
    """None: it has to be worked out."""
    folder = _folder()
    if folder is None:
        return None
    try:
        told = json.loads((folder / name).read_bytes())
        return tuple(
            PlayedRound(tuple(map(_share, shares)), frozenset(out)) for shares, out in told
        )
    except (OSError, ArithmeticError, ValueError, TypeError):
        return None


def save(name: str, rounds: Iterable[PlayedRound]) -> None:
    """A full disk is no reason not to show a standing."""
    if (folder := _folder()) is None:
        return
    told = [[[*map(_told, one.shares)], sorted(one.out)] for one in rounds]
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "w") as file:
            json.dump(told, file)
        Path(fresh).replace(folder / name)


def purge_expired() -> int:
    """Those of other programs, and those that are old; how many."""
    current, gone = _folder(), 0
    if current is None or not current.parent.exists():
        return 0
    for folder in current.parent.iterdir():
        if folder != current:
            gone += sum(1 for _ in folder.iterdir())
            shutil.rmtree(folder, ignore_errors=True)
    for file in current.glob("*"):
        with suppress(OSError):  # another process was first, or reads it, which Windows minds
            if time.time() - file.stat().st_mtime > KEPT.total_seconds():
                file.unlink()
                gone += 1
    return gone


def _folder() -> Path | None:
    return settings.KNOWN and Path(settings.KNOWN) / _program()


@cache
def _program() -> str:
    """Another one whenever anything changes that a form is counted by."""
    found = sha256()
    for _name, path in sorted(find_modules(COUNTS, ROOT).items()):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def find_modules(name: str, root: Path) -> dict[str, Path]:
    """A module of ours, and all of ours that it needs, as their imports say, with their files."""
    found: dict[str, Path] = {}
    waiting = {name}
    while waiting:
        module = waiting.pop()
        path = _file_of(module, root)
        if path and module not in found:
            found[module] = path
            waiting.update(_names_used(module, path))
    return found


def _names_used(module: str, path: Path) -> Iterator[str]:
    """Names that may be modules: all that is imported, and the packages around it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level and node.module, "imports are written out in full"
            yield from (node.module, *(f"{node.module}.{each.name}" for each in node.names))
    if "." in module:
        yield module.rpartition(".")[0]


def _file_of(module: str, root: Path) -> Path | None:
    """None: it is not ours, or no module."""
    path = root.joinpath(*module.split("."))
    files = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


def _told(share: PlayerRound) -> list[Any]:
    """Fractions as text, which nothing else of a share is."""
    return [str(one) if isinstance(one, Fraction) else one for one in share]


def _share(told: list[Any]) -> PlayerRound:
    return PlayerRound._make(map(_value, told))


def _value(told: Any) -> Any:
    if isinstance(told, list):
        return tuple(told)
    return Fraction(told) if isinstance(told, str) else told
