"""What differs between systems. Standard library only: the first run needs it."""

import importlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

# Tests put another system here, and see what it would get.
SYSTEM = sys.platform
MOUNTS, ROUTES = Path("/proc/self/mounts"), Path("/proc/net/route")  # of Linux
VOLUMES = Path("/Volumes")  # of macOS
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)  # seconds between tries to replace a file on Windows


def is_windows() -> bool:
    return SYSTEM == "win32"


def is_mac() -> bool:
    return SYSTEM == "darwin"


# Folders and words


def find_data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where programs of this system keep a user's data."""
    if is_windows():
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData/Local") / "Streepje"
    if is_mac():
        return Path.home() / "Library/Application Support/Streepje"
    named = Path(environment.get("XDG_DATA_HOME") or "")
    # The XDG specification says to ignore a relative path.
    return (named if named.is_absolute() else Path.home() / ".local/share") / "streepje"


def find_python_word() -> str:
    """On Windows `python3` may open the app store."""
    return "py" if is_windows() else "python3"


# Processes


def find_python(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if is_windows() else "bin/python")


def build_apart_arguments() -> dict[str, Any]:
    """Arguments of Popen that shield a process from Ctrl+C in the terminal."""
    # CREATE_NEW_PROCESS_GROUP and BELOW_NORMAL_PRIORITY_CLASS, which only Windows has.
    return {"creationflags": 0x4200} if is_windows() else {"start_new_session": True}


def build_inherited_arguments(file: IO[str]) -> dict[str, Any]:
    """Arguments of Popen with which a process inherits an open file and its lock."""
    return {} if is_windows() else {"pass_fds": (file.fileno(),)}


def stand_back(longest: int) -> None:
    """Lower the priority and end after `longest` seconds; on Windows the parent does both."""
    if not is_windows():
        with suppress(OSError):
            os.nice(10)
        signal.alarm(longest)


def become(command: list[str]) -> NoReturn:
    sys.stdout.flush()
    if not is_windows():
        os.execv(command[0], command)  # noqa: S606  no shell is what we want
    child = subprocess.Popen(command)  # noqa: S603  our own arguments
    while True:  # Windows can't replace a process: wait until the child ends
        try:
            sys.exit(child.wait())
        except KeyboardInterrupt:
            continue  # the child got Ctrl+C as well, and decides


# Files


def try_lock(file: IO[str]) -> bool:
    """Return whether it worked. The lock ends with the process."""
    locks: Any = importlib.import_module("msvcrt" if is_windows() else "fcntl")
    try:
        if is_windows():
            file.seek(0)
            locks.locking(file.fileno(), locks.LK_NBLCK, 1)
        else:
            locks.flock(file, locks.LOCK_EX | locks.LOCK_NB)
    except OSError as error:
        if is_windows() or isinstance(error, BlockingIOError):
            return False
        raise
    return True


def replace(fresh: Path, path: Path) -> None:
    """On Windows this fails while the old file or the new one is read, so it is tried again."""
    for pause in PAUSES if is_windows() else ():
        with suppress(PermissionError):
            fresh.replace(path)
            return
        time.sleep(pause)
    fresh.replace(path)


def settle(folder: Path) -> None:
    """So that a renamed file survives a power cut; Windows flushes folders anyway."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# The network


def reuse_port(listener: socket.socket) -> None:
    """Listen at once after a restart; on Windows this would let another program share the port."""
    if not is_windows():
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def refuse_taken_port(host: str, port: int) -> None:
    """Only on Windows can two programs share a port that waitress opens."""
    if is_windows():
        with socket.socket() as probe:
            probe.bind((host, port))


def raise_file_limit(wanted: int) -> int | None:
    """As far as the system allows. Return the limit; None on Windows, where none matters."""
    if is_windows():
        return None
    resource: Any = importlib.import_module("resource")
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if files != unlimited and files < wanted:
        files = wanted if most == unlimited else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return wanted if files == unlimited else int(files)


def write_address_command(host: str) -> str:
    if is_windows():
        return f'netsh interface ipv4 add address "Wi-Fi" {host} 255.255.255.0'
    if is_mac():
        return f"sudo ifconfig en0 alias {host} 255.255.255.0"
    return f"sudo ip address add {host}/24 dev {_interface(ROUTES)}"


def _interface(routes: Path) -> str:
    try:
        lines = routes.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return "wlan0"
    return next((name for name, to, *_ in map(str.split, lines) if to == "00000000"), "wlan0")


# Drives


def list_drives() -> list[Path]:
    """The drives are not read, because a broken one may never answer."""
    if is_windows():
        return _windows_drives()
    if is_mac():
        with suppress(OSError):
            return sorted(path for path in VOLUMES.iterdir() if not path.is_symlink())
        return []
    return _linux_drives(MOUNTS)


def _linux_drives(mounts: Path) -> list[Path]:
    with suppress(OSError):
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        places = {  # in which \\040 stands for a space
            re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), line.split(" ")[1])
            for line in lines
        }
        return sorted(
            Path(mount) for mount in places if mount.startswith(("/media/", "/run/media/"))
        )
    return []


def _windows_drives() -> list[Path]:
    ctypes: Any = importlib.import_module("ctypes")
    kernel = ctypes.windll.kernel32
    letters = [chr(65 + bit) for bit in range(26) if kernel.GetLogicalDrives() >> bit & 1]
    return [
        Path(f"{letter}:\\") for letter in letters if kernel.GetDriveTypeW(f"{letter}:\\") in (2, 4)
    ]


def run_group(command: Sequence[str], **how: Any) -> int:
    """A signal that should end this process ends the command and all that it started."""
    if is_windows():
        return subprocess.run(command, check=False, **how).returncode  # noqa: S603
    # In a terminal the command stays in the group of this process: it may read what is typed, and
    # Ctrl+C reaches it anyway.
    apart = not sys.stdin.isatty()
    if apart:  # a command begun in the background ignores Ctrl+C, and so would all that it starts
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(  # noqa: S603  the program's own command
        command, process_group=0 if apart else None, **how
    ) as process:
        group = process.pid if apart else os.getpgrp()

        def end(number: int, _frame: object) -> None:
            signal.signal(number, signal.SIG_IGN)  # this process may be of the group, too
            os.killpg(group, number)
            signal.signal(number, end)

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGHUP, end)
        signal.signal(signal.SIGINT, end if apart else signal.SIG_IGN)
        ended = process.wait()
    if apart:
        with suppress(ProcessLookupError):  # nobody is left
            os.killpg(group, signal.SIGKILL)
    return ended
