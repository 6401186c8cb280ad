"""Replace the present files by restored ones, all or none. If the machine stops halfway, the next
`manage.py start` goes on.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from scoring.toolkit import operating_system

LIST = "moves.json"
KEPT_ASIDE = 3  # former sites that are kept after restores
ASIDE = re.compile(r"\.before-(\d{8}-\d{6})(-wal|-shm|-journal)?")


class Move(NamedTuple):
    fresh: Path
    place: Path
    aside: Path  # where the present file goes


def find_folder() -> Path:
    return Path(settings.DATA) / "restoring"


@contextmanager
def prepare_folder() -> Iterator[Path]:
    go_on()
    find_folder().mkdir(mode=0o700, parents=True)
    try:
        yield find_folder()
    finally:
        if not (find_folder() / LIST).exists():
            shutil.rmtree(find_folder(), ignore_errors=True)


def promise(moves: list[Move]) -> None:
    """From now on these moves will be made, also after a crash."""
    written = find_folder() / f"{LIST}.new"
    with written.open("w", encoding="utf-8") as file:
        json.dump([[str(path.absolute()) for path in move] for move in moves], file)
        file.flush()
        os.fsync(file.fileno())
    operating_system.replace(written, find_folder() / LIST)


def go_on() -> bool:
    """Make the moves of an interrupted restore; return whether there were any."""
    left = (find_folder() / LIST).exists()
    if left:
        for paths in json.loads((find_folder() / LIST).read_text(encoding="utf-8")):
            _move(Move(*map(Path, paths)))
        (find_folder() / LIST).unlink()
    shutil.rmtree(find_folder(), ignore_errors=True)
    return left


def _move(move: Move) -> None:
    if not move.fresh.exists():
        return
    if move.place.exists() and not move.aside.exists():
        for end in ("-wal", "-shm", "-journal"):  # left by SQLite if the file could not be opened
            with suppress(FileNotFoundError):
                move.place.with_name(move.place.name + end).rename(f"{move.aside}{end}")
        move.place.rename(move.aside)
    move.place.parent.mkdir(parents=True, exist_ok=True)
    move.fresh.replace(move.place)


def remove_places(*places: Path) -> None:
    """Of what earlier restores kept beside `places`, delete all but the last few."""
    for place in places:
        by_stamp: dict[str, list[Path]] = {}
        for path in place.parent.glob(f"{place.name}.before-*"):
            if match := ASIDE.fullmatch(path.name.removeprefix(place.name)):
                by_stamp.setdefault(match[1], []).append(path)
        for stamp in sorted(by_stamp)[:-KEPT_ASIDE]:
            for path in by_stamp[stamp]:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
