"""The demo beside an empty site: a second process of `manage.py start`, which ends with it."""

import socket
import subprocess
import threading
import time

from django.conf import settings

from clubsite.config import program

PATIENCE = 120  # seconds; filling the demo takes ten, and more on a busy machine

_lock = threading.Lock()
_port: int | None = None  # the port of `start`; None under any other server
_child: subprocess.Popen[bytes] | None = None
_demo_port = 0


class DidNotStart(Exception):
    pass


def offer(port: int) -> None:
    global _port  # noqa: PLW0603  one process serves one site
    _port = port


def is_offered() -> bool:
    return _port is not None and not settings.DEMO


def open_demo(site: str) -> str:
    """Return the address of the demo. It gets the other one of the names localhost and 127.0.0.1
    than `site`: browsers keep cookies and stored data apart by host name, but not by port.
    """
    global _child, _demo_port
    with _lock:
        if _child is None or _child.poll() is not None:
            assert _port is not None, "is_offered() was asked before"
            port = _free_port(after=_port)
            words = ("start", "--demo", "--port", str(port), "--until-input-closes")
            # The demo ends when its standard input closes, however this process ends.
            child = subprocess.Popen(  # noqa: S603  our own arguments
                program.build_command(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            _wait_for(child)
            _child, _demo_port = child, port
        name = "127.0.0.1" if site == "localhost" else "localhost"
        return f"http://{name}:{_demo_port}/"


def _free_port(after: int) -> int:
    for port in range(after + 1, after + 50):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise DidNotStart


def _wait_for(child: subprocess.Popen[bytes]) -> None:
    """Its port is not tested, because such a test could itself occupy it."""
    started = threading.Event()
    listener = threading.Thread(target=_listen_to, args=(child, started), daemon=True)
    listener.start()
    give_up = time.monotonic() + PATIENCE
    while not started.wait(0.1):
        if child.poll() is not None or time.monotonic() > give_up:
            child.kill()
            listener.join()
            child.communicate()
            raise DidNotStart


def _listen_to(child: subprocess.Popen[bytes], started: threading.Event) -> None:
    assert child.stdout is not None
    for line in child.stdout:
        if b"http://" in line:
            started.set()
