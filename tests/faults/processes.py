import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.servers import wait


def children(pid: int) -> list[int]:
    return [int(word) for word in _read_proc(pid, f"task/{pid}/children").split()]


def state(pid: int) -> str:
    """One letter, as `ps` shows it; Z and nothing at all: it has ended."""
    return _read_proc(pid, "stat").rpartition(") ")[2][:1]


def _read_proc(pid: int, what: str) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/{what}").read_text()
    return ""


def kill_family(pid: int) -> None:
    """It and its children, none of which has a moment to notice. Return when they have ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    wait(lambda: state(pid) in ("T", "Z", ""), f"{pid} goes on")
    family = [*children(pid), pid]
    for process in family:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    wait(lambda: all(state(process) in ("Z", "") for process in family), f"{family} go on")
