"""The time from the `start` command to a page that answers."""

import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from clubsite.bench.figure import Figure
from clubsite.config import program


def first_start(name: str) -> Figure:
    """Benchmark: measure how long the first start of the demo takes. The packages are already
    installed. `name` is the benchmark's name.
    """
    with tempfile.TemporaryDirectory() as data:
        took = start_once(Path(data))
    return Figure(name, "the first `start --demo` answers within, in seconds", took, 3)


def second_start(name: str) -> Figure:
    """Benchmark: measure how long the second start of the demo takes; the first one fills its
    database. `name` is the benchmark's name.
    """
    with tempfile.TemporaryDirectory() as data:
        start_once(Path(data))
        took = start_once(Path(data))
    return Figure(name, "the second `start --demo` answers within, in seconds", took, 2)


def start_once(data: Path) -> float:
    """Start the demo with this data folder; return the seconds until it answers."""
    began = time.monotonic()
    with started(data):
        return time.monotonic() - began


@contextmanager
def started(data: Path) -> Iterator[int]:
    """Run `start --demo` with this data folder during the block; yield its port once it answers."""
    port = free_port()
    command = program.build_command("start", "--demo", "--port", str(port))
    environment = {**os.environ, "STREEPJE_DATA": str(data)}
    running = subprocess.Popen(  # noqa: S603  our own arguments
        command,
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not answers(port):
            assert running.poll() is None, "the site did not start"
            time.sleep(0.02)
        yield port
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
