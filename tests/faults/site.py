"""One process (`manage.py start`), or several workers behind one address."""

import json
import os
import pty
import resource
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.database import Database
from tests.faults.processes import children
from tests.servers import PATIENCE, ROOT, build_environment, free_port, wait

WORKERS = 3
AIMED = "tests.faults.aimed"

OPEN = """
import django, json, sys
django.setup()
from scoring.sheets import links, lifecycle as sheets
for _ in range(int(sys.argv[-1])):
    sheet = sheets.open(game="jokeren", names=["Ans", "Bob", "Cor"], options={"games": 4})
    print(json.dumps([str(sheet.public_id), links.make_key(sheet)]))
"""


def window(typed: str) -> int:
    if not typed:
        return subprocess.DEVNULL
    ours, theirs = pty.openpty()
    os.write(ours, f"{typed}\n".encode())
    return theirs


class Site:
    def __init__(
        self, folder: Path, database: Database, workers: int = WORKERS, *, slow: bool = False
    ) -> None:
        self.folder, self.database, self.workers = folder, database, workers
        self.port = free_port()
        self.log = folder / f"site-{self.port}.log"
        self.stick: Path | None = None
        self._slow = slow
        self._kept = folder / "kept.backup"
        self._process: subprocess.Popen[bytes] | None = None

    # Starting and ending

    def start(self, typed: str = "") -> None:
        several = ["workers", str(self.workers), str(self.port)]
        how = ["start", "--port", str(self.port)] if self.workers == 1 else several
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", AIMED, *how], cwd=ROOT, env=self._env(),
                stdin=window(typed), stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        wait(self._answers, "the site did not start", self.log)

    def end(self) -> None:
        """All of it at once (kill −9)."""
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def kill(self, how: str, chance: Random) -> None:
        """And up again. Aimed ("before worker", "during all", …) it is whoever writes next;
        else it happens now.
        """
        if how == "back up":  # while they write
            self._run("manage.py", "backup", str(self._kept))
        elif how == "lose the disk":
            self.end()
            self.database.lose()
            (self.folder / "secret-key").unlink()
            self._restore(chance)
            self.start()
        elif how in ("keep", "put back"):
            self.end()
            self.database.keep() if how == "keep" else self.database.put_back()
            self.start()
        elif how in self.database.kills:
            self.database.kill(how, chance)
        elif how == "worker":
            self._kill_worker(chance)
        elif how != "all":
            order = self.folder / how
            order.touch()
            wait(lambda: not order.exists(), f"nothing was written: {how}", self.log)
        if how.endswith("all"):
            if how != "all":
                assert self._process
                self._process.wait(PATIENCE)
            self.end()
            self.start()

    def fill_up(self) -> None:
        if not self.database.fill_up():
            self._files_of(4096)

    def make_room(self) -> None:
        if not self.database.make_room():
            self._files_of(resource.RLIM_INFINITY)

    def _files_of(self, most: int) -> None:
        assert self._process
        for pid in (self._process.pid, *children(self._process.pid)):
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def _restore(self, chance: Random) -> None:
        """Killed at any moment the first time, which is not in the way of the second."""
        words = ["manage.py", "restore", str(self._kept)]
        first = subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env=self._env(), stdout=subprocess.DEVNULL
        )
        with suppress(subprocess.TimeoutExpired):
            first.wait(chance.uniform(0.3, 2))
        first.kill()
        first.wait()
        self._run(*words)

    def _kill_worker(self, chance: Random) -> None:
        assert self._process
        master = self._process.pid
        wait(lambda: bool(children(master)), "no worker is left", self.log)
        with suppress(ProcessLookupError):
            os.kill(chance.choice(children(master)), signal.SIGKILL)

    def _answers(self) -> bool:
        assert self._process
        assert self._process.poll() is None, self.log.read_text(encoding="utf-8")
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    # Asking it from outside

    def migrate(self) -> None:
        self._run("manage.py", "migrate", "--verbosity", "0")

    def open(self, count: int) -> dict[str, str]:
        lines = self._run("-c", OPEN, str(count)).splitlines()
        return dict(json.loads(line) for line in lines)

    def ask(self, script: str) -> list[Any]:
        return [json.loads(line) for line in self._run("-c", script).splitlines()]

    def verify(self) -> list[object]:
        answer = json.loads(self._run("manage.py", "verify", well=False))
        return list(answer["problems"])

    def _run(self, *words: str, well: bool = True) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT, env=self._env(), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0 or not well, done.stderr
        return done.stdout

    def _env(self) -> dict[str, str]:
        return build_environment(
            *(self.folder, self.database.url),
            STREEPJE_SECRET_KEY="",
            STREEPJE_SECOND_PLACE=str(self.stick or ""),
            FAULTS_FOLDER=str(self.folder),
            FAULTS_SLOW="1" if self._slow else "",
        )
