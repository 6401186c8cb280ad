"""What was built up takes the place of what was there, all of it: where a machine stops halfway,
the next `start` goes on.
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

LIST = "moves.json"
KEPT_ASIDE = 3  # of what was there before a restore: the last ones
ASIDE = re.compile(r"\.before-(\d{8}-\d{6})(-wal|-shm|-journal)?")


class Move(NamedTuple):
    fresh: Path
    place: Path
    aside: Path  # where goes what was there


def folder() -> Path:
    """Where files wait for their turn."""
    return Path(settings.DATA) / "restoring"


@contextmanager
def folder_ready() -> Iterator[Path]:
    """Empty; what an earlier one left goes on first. Gone afterwards."""
    go_on()
    folder().mkdir(mode=0o700, parents=True)
    try:
        yield folder()
    finally:
        if not (folder() / LIST).exists():
            shutil.rmtree(folder(), ignore_errors=True)


def promise(moves: list[Move]) -> None:
    """From here on there is no way back, only on."""
    written = folder() / f"{LIST}.new"
    with written.open("w", encoding="utf-8") as file:
        json.dump([[str(path.absolute()) for path in one] for one in moves], file)
        file.flush()
        os.fsync(file.fileno())
    written.replace(folder() / LIST)


def go_on() -> bool:
    """Whether there was anything left to do. What never came to its list goes."""
    left = (folder() / LIST).exists()
    if left:
        for one in json.loads((folder() / LIST).read_text(encoding="utf-8")):
            _move(Move(*map(Path, one)))
        (folder() / LIST).unlink()
    shutil.rmtree(folder(), ignore_errors=True)
    return left


def _move(one: Move) -> None:
    if not one.fresh.exists():
        return
    if one.place.exists() and not one.aside.exists():
        for end in ("-wal", "-shm", "-journal"):  # of a SQLite that could not be asked
            with suppress(FileNotFoundError):
                one.place.with_name(one.place.name + end).rename(f"{one.aside}{end}")
        one.place.rename(one.aside)
    one.place.parent.mkdir(parents=True, exist_ok=True)
    one.fresh.replace(one.place)


def remove_places(*places: Path) -> None:
    """What was kept aside of these, but for the last few times."""
    for place in places:
        found: dict[str, list[Path]] = {}
        for path in place.parent.glob(f"{place.name}.before-*"):
            if match := ASIDE.fullmatch(path.name.removeprefix(place.name)):
                found.setdefault(match[1], []).append(path)
        for stamp in sorted(found)[:-KEPT_ASIDE]:
            for path in found[stamp]:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
