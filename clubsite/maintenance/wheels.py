"""Fetch every package of the lock file for another computer, so that Streepje can be set up there
without a network.

No fetched package is built or run, and each file must have the hash that the lock file names.
"""

import hashlib
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from clubsite import bootstrap

# Those that can be chosen by default; pip takes more with --python.
PYTHONS = ("3.11", "3.12", "3.13")
BLOCK = re.compile(r"^[A-Za-z0-9._-]+==.*?(?=^[A-Za-z0-9._-]+==|\Z)", re.MULTILINE | re.DOTALL)
READ_ME = "LEES-MIJ.txt"
LOCK = bootstrap.LOCK  # of the folder, whatever was fetched
WORDS = """\
Streepje: alle onderdelen, voor een computer zonder internet ({system}, Python {pythons}).

NL  Zet deze map op die computer, naast de uitgepakte map van Streepje, en typ daarin:
      {python} manage.py start --offline "pad/naar/deze/map"
    Of installeer het commando streepje, in deze map:
      {python} -m venv streepje-hier
      {pip} install --no-index --find-links . --require-hashes -r {lock}
    Daarna is er geen netwerk meer nodig.

DE  Legen Sie diesen Ordner auf jenem Computer neben den entpackten Ordner von Streepje, und
    tippen Sie darin die erste Zeile. Oder installieren Sie mit den beiden anderen Zeilen in
    diesem Ordner den Befehl streepje. Danach ist kein Netz mehr nötig.

EN  Put this folder on that computer, beside the unpacked folder of Streepje, and type the
    first line in there. Or install the command streepje, with the other two lines in this
    folder. After that no network is needed.
"""


class System(NamedTuple):
    """A kind of computer: pip's names for it, and its values of the environment markers in a lock
    file.
    """

    platforms: tuple[str, ...]
    sys_platform: str
    os_name: str
    machine: str


MANYLINUX = tuple(f"manylinux_2_{minor}_x86_64" for minor in (28, 27, 26, 24, 17))
SYSTEMS = {
    "linux": System((*MANYLINUX, "manylinux2014_x86_64"), "linux", "posix", "x86_64"),
    "windows": System(("win_amd64",), "win32", "nt", "AMD64"),
    "macos": System(("macosx_14_0_arm64",), "darwin", "posix", "arm64"),
    "macos-intel": System(("macosx_14_0_x86_64",), "darwin", "posix", "x86_64"),
}


class Failed(Exception):
    """Raised when a package can't be fetched or built; the message is what pip said."""


def fetch(folder: Path, system: str, pythons: tuple[str, ...], lock: Path) -> None:
    """Fetch the packages of the lock file into the folder, for computers of that system with these
    Python versions.
    """
    for python in pythons:
        wanted = folder / "wanted.txt"
        wanted.write_text(select_needed(lock.read_text(encoding="utf-8"), system, python), "utf-8")
        platforms = [f"--platform={name}" for name in SYSTEMS[system].platforms]
        try:
            run_pip(
                *("download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"),
                *(f"--python-version={python}", *platforms, f"--dest={folder}", f"-r{wanted}"),
            )
        finally:
            wanted.unlink()


def select_needed(lock: str, system: str, python: str) -> str:
    """Return the part of a lock file that is needed for this Python version on that system. The
    environment markers are removed, because pip would compare them with the computer on which it
    runs.
    """
    return "".join(_needed(lock, describe_machine(system, python)))


def _needed(lock: str, machine: dict[str, str]) -> Iterator[str]:
    for block in BLOCK.findall(lock):
        first, rest = block.split("\n", 1)
        pin, _, marker = first.removesuffix("\\").strip().partition(" ; ")
        if bootstrap.applies(marker, machine):
            yield f"{pin} \\\n{rest}"


def describe_machine(system: str, python: str) -> dict[str, str]:
    """Return the environment marker values of a computer of that system with this Python
    version.
    """
    kind = SYSTEMS[system]
    return {
        "sys_platform": kind.sys_platform,
        "os_name": kind.os_name,
        "platform_machine": kind.machine,
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "python_version": python,
        "python_full_version": f"{python}.0",
    }


def add_own(folder: Path, root: Path, lock: Path) -> None:
    """Build this program's own package from the project folder `root`, and put it into `folder`.
    Also write a lock file there that pins this package and all packages of `lock`.
    """
    run_pip("wheel", "--quiet", "--no-deps", f"--wheel-dir={folder}", str(root))
    (wheel,) = folder.glob("streepje-*.whl")
    version, digest = wheel.name.split("-")[1], hashlib.sha256(wheel.read_bytes()).hexdigest()
    pin = f"streepje=={version} \\\n    --hash=sha256:{digest}\n"
    (folder / LOCK).write_text(lock.read_text(encoding="utf-8") + pin, encoding="utf-8")


def explain(folder: Path, system: str, pythons: tuple[str, ...]) -> None:
    """Write into the folder a text file that explains how to set Streepje up from it."""
    windows = SYSTEMS[system].sys_platform == "win32"
    pip = r"streepje-hier\Scripts\pip" if windows else "streepje-hier/bin/pip"
    python = "py" if windows else "python3"
    names = {"system": system, "pythons": ", ".join(pythons), "python": python, "pip": pip}
    (folder / READ_ME).write_text(WORDS.format(lock=LOCK, **names), encoding="utf-8")


def run_pip(*words: str) -> None:
    """Run pip with these arguments. If this environment has no pip, run that of the Python from
    which the environment was made.
    """
    python = sys.executable if importlib.util.find_spec("pip") else bootstrap.ours()
    done = subprocess.run(  # noqa: S603  our own arguments
        [python, "-m", "pip", "--disable-pip-version-check", "--no-input", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise Failed(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "pip")
