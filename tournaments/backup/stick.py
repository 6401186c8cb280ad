"""What is done on a stick, or another second place for copies. It may be full, removed or not
responding, so only this program, without Django, touches it: python -m tournaments.backup.stick
try FOLDER DATA, or … carry COPY FOLDER DATA apart|beside BEFORE. It prints a line of JSON; a
failure is one of the codes in `WHY`.
"""

import errno
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from scoring.toolkit import operating_system
from tournaments.backup import archive

FOLDER = "Streepje"  # on the stick
READ_ME = "LEES-MIJ.txt"
NAME = re.compile(r"streepje-(\d{4}-\d{2}-\d{2})-(\d{2}\.\d{2})\.\d{2}-([0-9a-f]{4})\.backup")
KEPT = 2  # copies of one site
LONGEST = 600  # seconds before the program ends itself; the site gives up sooner
WHY = ("gone", "full", "locked", "damaged", "slow", "failed")

WORDS = """\
Streepje: de laatste kopieën van de site van de club.

NL  Gaat de laptop stuk? Zet Streepje op een andere laptop, steek deze stick erin en typ
    in de map van Streepje:  python3 manage.py start --lan
    (met pipx of uv geïnstalleerd:  streepje start --lan)
    Streepje vindt de kopie en vraagt of je daarmee verder gaat. Typ ja.
    Pas op: wie deze bestanden heeft, kan alle namen en uitslagen van de club lezen en op
    elk formulier schrijven. Bewaar de stick waar geen vreemden komen.

DE  Ist der Laptop defekt? Richten Sie Streepje auf einem anderen Laptop ein, stecken Sie
    diesen Stick ein und tippen Sie im Ordner von Streepje:  python3 manage.py start --lan
    (mit pipx oder uv installiert:  streepje start --lan)
    Streepje findet die Kopie und fragt, ob Sie damit weitermachen. Tippen Sie ja.
    Vorsicht: Wer diese Dateien hat, kann alle Namen und Ergebnisse des Vereins lesen und
    auf jedem Spielzettel schreiben. Bewahren Sie den Stick sicher auf.

EN  Did the laptop break down? Put Streepje on another laptop, plug this stick in and type
    in the folder of Streepje:  python3 manage.py start --lan
    (installed with pipx or uv:  streepje start --lan)
    Streepje finds the copy and asks whether to go on with it. Type ja.
    Mind: whoever has these files can read all names and results of the club, and write on
    every form. Keep the stick where no strangers come.
"""


class Wrong(Exception):
    """Its message is one of the codes in `WHY`."""


class Copy(NamedTuple):
    path: Path
    drive: str  # the name that people know

    @property
    def when(self) -> datetime:
        match = NAME.fullmatch(self.path.name)
        assert match, self.path
        return datetime.strptime(f"{match[1]} {match[2]}", "%Y-%m-%d %H.%M")


def try_out(named: Path, data: Path) -> dict[str, Any]:
    if not named.is_dir():
        raise Wrong("gone")
    folder = named if named.name == FOLDER else named / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    _write(folder / READ_ME, WORDS.encode())
    probe = folder / ".streepje-try"
    try:
        _write(probe, os.urandom(1 << 20))
    finally:
        probe.unlink(missing_ok=True)
    return {"folder": str(folder), "apart": is_apart(folder, data)}


def carry(copy: Path, folder: Path, data: Path, apart: bool, before: str) -> dict[str, Any]:
    """With `apart`, the folder must be on another disk than `data`."""
    if not folder.is_dir() or (apart and not is_apart(folder, data)):
        raise Wrong("gone")  # an unplugged stick may leave an empty folder on the laptop
    fresh = folder / f".{copy.name}.new"
    try:
        with copy.open("rb") as source:
            _write(fresh, iter(lambda: source.read(archive.AT_ONCE), b""))
        with archive.open_archive(fresh) as carried:
            carried.check()
        operating_system.replace(fresh, folder / copy.name)
    finally:
        fresh.unlink(missing_ok=True)
    if not (folder / READ_ME).exists():
        _write(folder / READ_ME, WORDS.encode())
    remove_older_copies(folder, copy.name, before)
    return {"name": copy.name}


def remove_older_copies(folder: Path, new: str, before: str) -> None:
    """Keep `new` and one earlier copy of this site: `before` or, if that is missing, the latest."""
    match = NAME.fullmatch(new)
    assert match, new
    own = sorted(path.name for path in folder.glob(f"streepje-*-{match[3]}.backup"))
    others = [name for name in own if name != new and NAME.fullmatch(name)]
    last = [before] if before in others else others[1 - KEPT :]
    for name in others:
        if name not in last:
            (folder / name).unlink()
    for left in folder.glob(f".streepje-*-{match[3]}.backup.*"):
        left.unlink()  # left by an interrupted copy


def is_apart(folder: Path, data: Path) -> bool:
    return folder.stat().st_dev != data.stat().st_dev


def _write(path: Path, content: "bytes | Iterator[bytes]") -> None:
    """Drop the file from the system's cache if possible, so that a check reads the disk."""
    with open(path, "wb", opener=lambda name, how: os.open(name, how, 0o600)) as file:
        file.writelines([content] if isinstance(content, bytes) else content)
        file.flush()
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def explain_error(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "full"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "locked"
    return "gone" if isinstance(error, FileNotFoundError | NotADirectoryError) else "failed"


# Copies on drives


def list_copies(places: list[Path]) -> list[Copy]:
    copies_there: list[Copy] = []
    for place in places:
        for folder in (place / FOLDER, place):
            with suppress(OSError):
                names = [path for path in folder.iterdir() if NAME.fullmatch(path.name)]
                copies_there += [Copy(path, place.name or str(place)) for path in names]
    return sorted(copies_there, key=lambda copy: copy.path.name, reverse=True)


# As a program


def main(words: list[str]) -> dict[str, Any]:
    try:
        if words[0] == "try":
            return try_out(*map(Path, words[1:3]))
        copy, folder, data = map(Path, words[1:4])
        return carry(copy, folder, data, apart=words[4] == "apart", before=words[5])
    except Wrong as wrong:
        return {"why": str(wrong)}
    except archive.Unusable:
        return {"why": "damaged"}
    except OSError as error:
        return {"why": explain_error(error)}


if __name__ == "__main__":
    operating_system.stand_back(LONGEST)
    sys.stdout.write(json.dumps(main(sys.argv[1:])))
