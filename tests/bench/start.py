"""The time from the `start` command to a page that answers."""

import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from clubsite.config import program
from tests.bench.figure import Figure


def first_start() -> Iterator[Figure]:
    """Measure the first start of the demo; the packages are there."""
    with tempfile.TemporaryDirectory() as data:
        took = start_once(Path(data))
    yield Figure("first-start", "s until the first `start --demo` answers", took, 10)


def second_start() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as data:
        start_once(Path(data))
        took = start_once(Path(data))
    yield Figure("second-start", "s until the second `start --demo` answers", took, 2)


def start_once(data: Path) -> float:
    """Start the demo with this data folder; return the seconds until it answers."""
    began, port = time.monotonic(), free_port()
    command = program.build_command("start", "--demo", "--port", str(port))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    env = {**os.environ, "STREEPJE_DATA": str(data)}
    running = subprocess.Popen(command, cwd=settings.BASE_DIR, env=env, **quiet)
    try:
        while not answers(port):
            assert running.poll() is None, "the site did not start"
            time.sleep(0.02)
        return time.monotonic() - began
    finally:
        running.terminate()
        running.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False
