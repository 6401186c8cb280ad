"""The first run on a fresh machine: build a .venv with exactly the packages of the lock file.
Standard library only. Messages go to standard error, in words for a club's secretary.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from typing import IO

from scoring.toolkit import operating_system

ROOT = Path(__file__).resolve().parent.parent
LOCK, WITH_PASSKEYS = "requirements.txt", "requirements-passkeys.txt"


def choose_lock(command: str, environment: Mapping[str, str]) -> str:
    if command == "test":
        return "requirements-dev.txt"
    if environment.get("STREEPJE_PASSKEYS", "").lower() in ("1", "true", "yes", "on"):
        return WITH_PASSKEYS
    return LOCK


def prepare(lock_name: str, root: Path = ROOT) -> None:
    if os.environ.get("STREEPJE_NO_SETUP"):
        return
    home = Environment(root, root / lock_name)
    if home.is_running() and home.unfinished.exists():
        pass  # an interrupted install: packages may be half written, whatever their version says
    elif (home.is_running() and home.is_ready()) or satisfied(home.lock):
        return
    try:
        if not home.is_ready():
            with one_at_a_time(root / ".venv.lock") as lock:
                home.recover()
                if not home.is_ready():
                    home.install(lock)
    except KeyboardInterrupt:
        sys.exit("Afgebroken. De volgende start begint gewoon opnieuw.")
    except OSError as error:
        sys.exit(f"Streepje kan hier niet schrijven ({error}). Zet de map ergens waar dat wel mag.")
    os.environ["STREEPJE_NO_SETUP"] = "1"
    operating_system.become([str(home.python), *sys.argv])


class Environment:
    """The project's own .venv. Each installed lock file leaves a stamp, its digest, which is
    written last and so marks a complete installation.
    """

    def __init__(self, root: Path, lock: Path) -> None:
        self.lock = lock
        self.folder = root / ".venv"
        self.old = root / ".venv.old"
        self.python = operating_system.find_python(self.folder)
        self.unfinished = self.folder / "unfinished"
        self.log = self.folder / "install.log"

    def is_running(self) -> bool:
        return Path(sys.prefix).resolve() == self.folder.resolve()

    def is_ready(self) -> bool:
        return self.python.exists() and not self.unfinished.exists() and self.has(self.lock)

    def has(self, lock: Path) -> bool:
        stamp = self._stamp(lock)
        return stamp.exists() and stamp.read_text() == digest(lock)

    def recover(self) -> None:
        """Clean up after an installation that was killed."""
        stamped = any(self.folder.glob("*.sha256"))
        if stamped and self.python.exists() and not self.unfinished.exists():
            remove(self.old)
        else:
            self._put_back()

    def install(self, lock: IO[str]) -> None:
        """`lock` keeps other starts waiting; the installer inherits it."""
        say("Streepje wordt klaargezet (eenmalig, ongeveer een minuut) …")
        base = self._base()
        self._set_aside()
        try:
            self.folder.mkdir(exist_ok=True)
            self.unfinished.touch()
            with self.log.open("w", encoding="utf-8") as log:
                ways = self._ways(base)
                if not any(all(run(step, log, lock) for step in way) for way in ways):
                    sys.exit(what_went_wrong(self.log))
            self.unfinished.unlink()
            for covered in {self.lock, self.lock.with_name(LOCK)}:  # each other lock holds LOCK's
                if covered.exists():
                    self._stamp(covered).write_text(digest(covered))
        except BaseException:
            self._put_back()
            raise
        remove(self.old)

    def _set_aside(self) -> None:
        # The new environment is built in its final place, as its scripts hold that path.
        if self.unfinished.exists():
            remove(self.folder)
        elif self.folder.is_dir():
            try:
                self.folder.rename(self.old)
            except PermissionError:
                if not operating_system.is_windows():
                    raise
                sys.exit(
                    "De map .venv is in gebruik. Sluit Streepje overal af en start opnieuw met: "
                    "py manage.py start"
                )

    def _put_back(self) -> None:
        if self.old.exists():
            with suppress(OSError):
                shutil.copy(self.log, self.old)
            remove(self.folder)
            self.old.rename(self.folder)

    def _base(self) -> str:
        """Return the Python that made the environment, or this one if that runs no more."""
        ask = "import sys; print(sys._base_executable if sys.version_info >= (3, 11) else '')"
        command = [str(self.python), "-X", "utf8", "-c", ask]
        base = ""
        with suppress(OSError):
            base = subprocess.run(
                command, capture_output=True, encoding="utf-8", check=False
            ).stdout.strip()
        return base or ours()

    def _ways(self, base: str) -> Iterator[list[list[str]]]:
        """Yield the ways to try: each creates the environment, and installs the packages."""
        folder, python = str(self.folder), str(self.python)
        hashed = ["install", "--quiet", "--require-hashes", "-r", str(self.lock)]
        if uv := shutil.which("uv"):
            yield [
                [uv, "venv", "--quiet", "--allow-existing", "--python", base, folder],
                [uv, "pip", *hashed, "--python", python],
            ]
        has_venv = all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))
        if base == ours() and not has_venv:
            if uv:
                return  # the log of uv says more
            version = "%d.%d" % sys.version_info[:2]
            sys.exit(
                f"Deze Python mist venv. Op Debian en Ubuntu: sudo apt install "
                f"python{version}-venv; start daarna opnieuw."
            )
        yield [
            [base, "-m", "venv", folder],
            [python, "-m", "pip", *hashed, "--retries", "2", "--no-input"],
        ]

    def _stamp(self, lock: Path) -> Path:
        return self.folder / f"{lock.name}.sha256"


def ours() -> str:
    return str(getattr(sys, "_base_executable", sys.executable))


def remove(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder, ignore_errors=True)


def digest(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes()).hexdigest()


# Are the packages of the lock file installed?

PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)( ; [^\\\n]+?)?(?: \\)?$", re.MULTILINE)


def satisfied(lock: Path) -> bool:
    """A pin for some machines only may be missing here."""
    pins = PIN.findall(lock.read_text(encoding="utf-8"))
    return all(
        version == found or (marker and found is None)
        for name, version, marker in pins
        for found in [find_version(name)]
    )


def find_version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


# Running commands and printing


@contextmanager
def one_at_a_time(path: Path) -> Iterator[IO[str]]:
    """Hold a lock on this file; the system releases it when a process dies."""
    with path.open("a", encoding="utf-8") as file:
        if not operating_system.try_lock(file):
            say("Streepje wordt al klaargezet door een andere start; even wachten …")
            while not operating_system.try_lock(file):
                time.sleep(0.2)
        yield file


def run(command: list[str], log: IO[str], lock: IO[str]) -> bool:
    # The installer inherits the lock: if it outlives us, the next start still waits.
    finished = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        env={**os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        check=False,
        **operating_system.build_inherited_arguments(lock),
    )
    return finished.returncode == 0


def what_went_wrong(log: Path) -> str:
    text = log.read_text(encoding="utf-8", errors="replace")
    if re.search(r"hash(es)? mismatch|DO NOT MATCH THE HASHES", text, re.IGNORECASE):
        reason = "Een opgehaald onderdeel is niet het vastgelegde. Probeer een ander netwerk"
    elif re.search(r"no space left|ENOSPC", text, re.IGNORECASE):
        reason = "De schijf is vol. Maak ruimte"
    else:
        reason = "Streepje kon zijn onderdelen niet ophalen. Zorg dat deze computer internet heeft"
    return f"{reason} en start opnieuw. (Wat er misging staat in {log}.)"


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
