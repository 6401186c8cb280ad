"""What differs between Linux, macOS and Windows. This module uses only the standard library,
because the first run needs it before anything is installed.
"""

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
    """Return the folder in which Streepje keeps its data for the current user. It is where programs
    on this operating system usually keep data, such as ~/.local/share/streepje on Linux.
    """
    if is_windows():
        local = environment.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData/Local") / "Streepje"
    if is_mac():
        return Path.home() / "Library/Application Support/Streepje"
    named = Path(environment.get("XDG_DATA_HOME") or "")
    # The XDG specification says to ignore a relative path.
    return (named if named.is_absolute() else Path.home() / ".local/share") / "streepje"


def find_python_word() -> str:
    """Return the command that people type here to run Python. On Windows `python3` may open the app
    store instead.
    """
    return "py" if is_windows() else "python3"


# Processes


def find_python(environment: Path) -> Path:
    """Return the path of the Python interpreter in a virtual environment."""
    return environment / ("Scripts/python.exe" if is_windows() else "bin/python")


def build_apart_arguments() -> dict[str, Any]:
    """Return the arguments of Popen that shield a process from Ctrl+C in the terminal window, so
    that it can finish.
    """
    # CREATE_NEW_PROCESS_GROUP and BELOW_NORMAL_PRIORITY_CLASS, which only Windows has.
    return {"creationflags": 0x4200} if is_windows() else {"start_new_session": True}


def build_inherited_arguments(file: IO[str]) -> dict[str, Any]:
    """Return the arguments of Popen with which a process inherits this open file, and its lock. On
    Windows return no arguments, because a process there cannot inherit a file by its number.
    """
    return {} if is_windows() else {"pass_fds": (file.fileno(),)}


def stand_back(longest: int) -> None:
    """Lower the priority of this process, and let it end after `longest` seconds at most. On
    Windows do nothing: there the process that started this one sets its priority and ends it.
    """
    if not is_windows():
        with suppress(OSError):
            os.nice(10)
        signal.alarm(longest)


def become(command: list[str]) -> NoReturn:
    """Run this command in the place of the present process."""
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
    """Lock this file, unless another process has it; return whether that worked. The system
    releases the lock when the process ends, however it does.
    """
    return _try_lock_on_windows(file) if is_windows() else _try_lock(file)


def _try_lock(file: IO[str]) -> bool:
    fcntl: Any = importlib.import_module("fcntl")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_lock_on_windows(file: IO[str]) -> bool:
    msvcrt: Any = importlib.import_module("msvcrt")
    try:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def replace(fresh: Path, path: Path) -> None:
    """Rename the finished file `fresh` to `path`, replacing the file that has that name. On Windows
    this fails as long as another process reads the old file, or a virus scanner the new one; so it
    is tried several times there.
    """
    for pause in PAUSES if is_windows() else ():
        with suppress(PermissionError):
            fresh.replace(path)
            return
        time.sleep(pause)
    fresh.replace(path)


def settle(folder: Path) -> None:
    """Flush the folder to the disk, so that a renamed file survives a power cut. On Windows nothing
    happens: a folder can't be opened there, and the system flushes it anyway.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# The network


def reuse_port(listener: socket.socket) -> None:
    """Let a socket listen again at once after a restart. On Windows nothing is changed, because the
    same option would let another program share the port.
    """
    if not is_windows():
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def refuse_taken_port(host: str, port: int) -> None:
    """Raise OSError if a program listens on this port. On Windows this check is needed, because two
    programs can share a port that waitress opens. On other systems do nothing: there opening a
    taken port fails by itself.
    """
    if is_windows():
        with socket.socket() as probe:
            probe.bind((host, port))


def raise_file_limit(wanted: int) -> int | None:
    """Raise this process's limit of open files to `wanted`, or as far as the system allows. Return
    the limit that now holds; None on Windows, where no limit matters.
    """
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
    """Return the command that gives this machine `host` as an additional network address."""
    if is_windows():
        return f'netsh interface ipv4 add address "Wi-Fi" {host} 255.255.255.0'
    if is_mac():
        return f"sudo ifconfig en0 alias {host} 255.255.255.0"
    return f"sudo ip address add {host}/24 dev {_interface(ROUTES)}"


def _interface(routes: Path) -> str:
    """Return the name of the network interface that has the default route, or "wlan0" if it cannot
    be found. `routes` is the system's file with the routing table.
    """
    try:
        lines = routes.read_text(encoding="ascii").splitlines()[1:]
    except OSError:
        return "wlan0"
    return next((name for name, to, *_ in map(str.split, lines) if to == "00000000"), "wlan0")


# Drives


def list_drives() -> list[Path]:
    """Return the folders where removable drives are mounted. The drives themselves are not read,
    because a broken one may never answer.
    """
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
        places = {_unescaped(line.split(" ")[1]) for line in lines}
        return sorted(
            Path(mount) for mount in places if mount.startswith(("/media/", "/run/media/"))
        )
    return []


def _unescaped(place: str) -> str:
    r"""Return the path of a mounted drive with its escapes replaced. In the system's list of mounts
    \040 stands for a space.
    """
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), place)


def _windows_drives() -> list[Path]:
    """Return the removable drives and the network drives of a Windows computer."""
    ctypes: Any = importlib.import_module("ctypes")
    kernel = ctypes.windll.kernel32
    letters = [chr(65 + bit) for bit in range(26) if kernel.GetLogicalDrives() >> bit & 1]
    return [
        Path(f"{letter}:\\") for letter in letters if kernel.GetDriveTypeW(f"{letter}:\\") in (2, 4)
    ]


def run_group(command: Sequence[str], **how: Any) -> int:
    """Run a command; `how` are further arguments of Popen. A signal that should end this process
    ends the command and all processes that it started. Return the exit code.
    """
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
