"""The site as the harness runs it: it can be told to die while it writes, or to dawdle.

    python -m tests.faults.aimed workers 3 PORT       several processes behind one address
    python -m tests.faults.aimed start --port PORT    the one process that `manage.py start` is

A file in FAULTS_FOLDER named "before worker", "during all", … is an order: whoever next gets there
while something is written takes the file and is killed, alone or with the whole server. Nothing is
cleaned up: the signal is the one that can't be caught.
"""

import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import waitress
from django.core.management import execute_from_command_line
from django.db.backends.base.base import BaseDatabaseWrapper

from clubsite.wsgi import application
from scoring.sheets import lifecycle
from scoring.sheets.sheet_under_lock import SheetNow

FOLDER = Path(os.environ["FAULTS_FOLDER"])
HERE = threading.local()  # `wrote`: whether this thread's transaction has an event


# Told to die


def strike(moment: str) -> None:
    for whom in ("worker", "all"):
        try:
            (FOLDER / f"{moment} {whom}").unlink()  # one process alone gets it
        except FileNotFoundError:
            continue
        if whom == "all":
            os.killpg(os.getpgrp(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)


def aim() -> None:
    append, commit = SheetNow.append, BaseDatabaseWrapper._commit

    def aimed_append(*given, **named):
        event = append(*given, **named)
        HERE.wrote = True
        strike("during")  # the event is written, what follows from it is not
        return event

    def aimed_commit(self):
        wrote = getattr(HERE, "wrote", False)
        if wrote:
            strike("before")
        commit(self)
        HERE.wrote = False
        if wrote:
            strike("after")

    SheetNow.append, BaseDatabaseWrapper._commit = aimed_append, aimed_commit


def dawdle() -> None:
    score = lifecycle.score_valid

    def slowly(data):
        time.sleep(0.5)
        return score(data)

    lifecycle.score_valid = slowly


def end_with_parent() -> None:
    """Also when the tests are ended: this is in a session of its own, so that it can be killed."""
    parent = os.getppid()

    def kill_if_alone(*_signal: object) -> None:
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)

    signal.signal(signal.SIGALRM, kill_if_alone)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)


# Serving


def serve(workers: int, port: int) -> None:
    door = listen(port)
    while True:
        for _ in range(workers):
            if not os.fork():
                work(door)
        workers = 1
        os.wait()


def work(door: socket.socket) -> None:
    end_with_parent()
    waitress.create_server(told_by_whom, sockets=[door], threads=4, ident=None).run()
    os._exit(1)


def told_by_whom(environ, start_response):
    def start(status, headers, *rest):
        return start_response(status, [*headers, ("Faults-Worker", str(os.getpid()))], *rest)

    return application(environ, start)


def listen(port: int) -> socket.socket:
    """Those who were killed may still hold the port for a moment."""
    give_up = time.monotonic() + 60
    while True:
        try:
            return socket.create_server(("127.0.0.1", port), backlog=1024)
        except OSError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.02)


if __name__ == "__main__":
    end_with_parent()
    if os.environ.get("FAULTS_SLOW"):
        dawdle()
    aim()
    if sys.argv[1] == "workers":
        serve(*map(int, sys.argv[2:]))
    execute_from_command_line(sys.argv)
