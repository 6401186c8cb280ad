"""A site as a club runs it: `manage.py start` in a process of its own, on the tests' database.

It can be killed at any moment and started again at the same address. Several may run at once on
one database, each with its own folder.
"""

import os
import random
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60  # seconds; a start takes one


class Server:
    def __init__(self, folder: Path, database: str = "") -> None:
        """Use the tests' database unless another is given."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.python = [sys.executable]
        self.env = {key: value for key, value in os.environ.items() if key != "STREEPJE_DEMO"}
        self.env |= {"STREEPJE_DATA": str(folder), "DATABASE_URL": database or database_url()}
        self.env |= {"STREEPJE_HOSTS": "club.test,testserver", "STREEPJE_NO_SETUP": "1"}

    def start(self) -> None:
        """Start the site, and wait until it answers."""
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
        assert self.process
        give_up = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
            assert time.monotonic() < give_up, self.log.read_text(encoding="utf-8")
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill the site in the middle of whatever it does (kill −9)."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """Stop the site, as Ctrl+C does."""
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)
            self.process = None

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def database_url() -> str:
    """Return the URL of the tests' database, for DATABASE_URL."""
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
