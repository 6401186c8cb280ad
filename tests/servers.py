import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 120  # seconds; everything waited for takes one or two where nobody else is busy


class Server:
    def __init__(self, folder: Path, database: str = "") -> None:
        """Use the tests' database unless another is given."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.python = [sys.executable]
        self.env = build_environment(folder, database or database_url())
        self.env["STREEPJE_HOSTS"] = "club.test,testserver"

    def start(self) -> None:
        self.begin()
        self.wait()

    def begin(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=ROOT, env=self.env, stdout=log, stderr=log
            )

    def command(self) -> list[str]:
        return [*self.python, "manage.py", "start", "--port", str(self.port)]

    def wait(self) -> None:
        wait(self._answers, "the site did not start", self.log)

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)
            self.process = None

    def _answers(self) -> bool:
        assert self.process and self.process.poll() is None, self.log.read_text(encoding="utf-8")
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def build_environment(data: Path, database: str = "", **more: str) -> dict[str, str]:
    """Return that of somebody who has just opened a terminal; the secret is that of the tests."""
    hidden = ("STREEPJE_", "DATABASE_URL", "PYTEST_ADDOPTS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    kept["STREEPJE_SECRET_KEY"] = os.environ["STREEPJE_SECRET_KEY"]
    kept |= {"STREEPJE_DATA": str(data), "DATABASE_URL": database, "STREEPJE_NO_SETUP": "1"}
    return kept | {"DJANGO_SETTINGS_MODULE": "clubsite.settings", "PYTHONUTF8": "1"} | more


def run(data: Path, *words: object, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT, env=build_environment(data, **env), capture_output=True, encoding="utf-8",
    )  # fmt: skip


def wait(until: Callable[[], object], otherwise: str = "", log: Path | None = None) -> None:
    give_up = time.monotonic() + PATIENCE
    while not until():
        said = log.read_text("utf-8")[-4000:] if log else ""
        assert time.monotonic() < give_up, f"{otherwise}\n{said}"
        time.sleep(0.01)


def database_url() -> str:
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def free_port() -> int:
    """Return a port outside the range that systems give to connections, so that it stays free.

    A connection whose own port is the one it connects to reaches itself if nobody listens.
    """
    for port in random.SystemRandom().sample(range(20000, 30000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("none of a hundred ports is free")
