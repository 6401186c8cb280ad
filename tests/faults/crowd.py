"""Sixty people follow a live night while fifteen tables write: no errors, and nobody waits long.

It takes as long as it takes, so its name hides it from an ordinary run; `.ci/nightly` asks for it:
`python3 manage.py test -s tests/faults/crowd.py`. The site runs as a club runs it, on SQLite; those
who look and those who write are two other processes.
"""

import http.client
import json
import os
import subprocess
import sys
import threading
import time
import uuid
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from typing import NamedTuple

from tests.servers import ROOT, Server

SECONDS = int(os.environ.get("STREEPJE_CROWD", "180"))
RUNS = 3  # the best counts: whoever else is busy on this machine is no fault of the site
PEOPLE, LOOK = 60, 5.0  # each looks again after so many seconds
TABLES, WRITE = 15, 30.0
ALONE = 30  # requests
MOST = 20  # times what somebody waits who is alone


class Hall(NamedTuple):
    port: int
    path: str
    cookies: list[str]
    sheets: list[str]
    names: list[list[str]]


class Took(NamedTuple):
    status: int
    seconds: float


class Line:
    """One browser's connection, which it keeps."""

    def __init__(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: str | None = None
    ) -> tuple[Took, http.client.HTTPMessage, bytes]:
        start = time.perf_counter()
        self.line.request(method, path, body, headers)
        reply = self.line.getresponse()
        content = reply.read()
        return Took(reply.status, time.perf_counter() - start), reply.headers, content


class Follower:
    """Looks at what changed, as the script of the page does."""

    def __init__(self, hall: Hall, cookie: str) -> None:
        self.line, self.path = Line(hall.port), f"{hall.path}?part="
        self.headers = {"Cookie": cookie, "Accept-Encoding": "gzip"}

    def look(self) -> Took:
        took, headers, _content = self.line.ask("GET", self.path, self.headers)
        self.headers["If-None-Match"] = headers["ETag"]
        return took


class Table:
    """Writes games, and when it has none left writes them otherwise."""

    def __init__(self, hall: Hall, number: int) -> None:
        self.line, self.names = Line(hall.port), hall.names[number]
        self.headers = {"Streepje-Link": hall.sheets[number], "Content-Type": "application/json"}
        self.turn = 0

    def write(self) -> Took:
        self.turn += 1
        cells = {name: 1 + (self.turn + seat) % 9 for seat, name in enumerate(self.names)}
        row = {"entries": cells | {self.names[self.turn % len(self.names)]: "-"}}
        game = 1 + self.turn % 10
        entry = {"id": str(uuid.uuid4()), "do": "enter", "game": game, "row": row, "seen": 999}
        said = {"version": 1, "device": "a phone", "entries": [entry]}
        took, _headers, content = self.line.ask("POST", "/sync/", self.headers, json.dumps(said))
        kept = took.status == 200 and json.loads(content)["answers"][0]["as"] == "kept"
        return took if kept else took._replace(status=500)


# Two processes


def everybody(hall: Hall, seconds: float) -> list[Took]:
    return at_their_times([Follower(hall, cookie).look for cookie in hall.cookies], LOOK, seconds)


def every_table(hall: Hall, seconds: float) -> list[Took]:
    tables = [Table(hall, number).write for number in range(TABLES)]
    return at_their_times(tables, min(WRITE, seconds), seconds)


def at_their_times(doing, every: float, seconds: float) -> list[Took]:
    """Each again and again, not all at once."""
    found: list[Took] = []
    chance, end = Random("crowd"), time.monotonic() + seconds

    def go_on(do, first: float) -> None:
        time.sleep(first)
        while time.monotonic() < end:
            began = time.monotonic()
            try:
                found.append(do())
            except (OSError, http.client.HTTPException):
                found.append(Took(0, time.monotonic() - began))
            time.sleep(max(0.0, every - (time.monotonic() - began)))

    threads = [threading.Thread(target=go_on, args=[do, chance.uniform(0, every)]) for do in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


# What is measured


def alone(hall: Hall) -> tuple[float, float]:
    """What somebody waits whom nobody disturbs: when something is new, and when nothing is."""
    one, table = Follower(hall, hall.cookies[0]), Table(hall, 0)
    one.look()
    new, same = [], []
    for _ in range(ALONE):
        table.write()
        new.append(one.look())
        same.append(one.look())
    for each in (one, table):
        each.line.line.close()
    assert {took.status for took in new} == {200}
    assert {took.status for took in same} == {304}
    return median(took.seconds for took in new), median(took.seconds for took in same)


def crowded(hall: Hall, seconds: float) -> tuple[list[Took], list[Took]]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        looking = processes.submit(everybody, hall, seconds)
        writing = processes.submit(every_table, hall, seconds)
        return looking.result(), writing.result()


def at_99(found: list[Took]) -> float:
    return sorted(took.seconds for took in found)[len(found) * 99 // 100]


def run(hall: Hall, seconds: float) -> float:
    """How many times longer the slowest of a hundred waits than somebody alone."""
    new, same = alone(hall)
    looking, writing = crowded(hall, seconds)
    wrong = [took for took in looking + writing if took.status not in (200, 304)]
    assert not wrong, wrong[:5]
    slow = at_99(looking)
    sys.stdout.write(
        f"\nalone {new * 1000:.0f} ms ({same * 1000:.0f} where nothing is new);"
        f" {len(looking)} looks: half within {median(t.seconds for t in looking) * 1000:.0f} ms,"
        f" 99 of 100 within {slow * 1000:.0f} ms, {slow / new:.1f} times as long as alone"
        f" (at most {MOST}); {sum(took.status == 304 for took in looking)} with nothing new;"
        f" {len(writing)} saves: 99 of 100 within {at_99(writing) * 1000:.0f} ms\n"
    )
    return slow / new


def prepared(server: Server) -> Hall:
    server.start()  # makes its tables
    command = [sys.executable, "-m", "tests.faults.full_hall", str(TABLES)]
    env = server.env | {"DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    said = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return Hall(port=server.port, **json.loads(said.stdout))


def test_nobody_waits_long_while_everybody_looks(tmp_path):
    server = Server(tmp_path, f"sqlite:///{tmp_path / 'site.sqlite3'}")
    try:
        hall = prepared(server)
        for _ in range(RUNS):
            if run(hall, SECONDS) < MOST:
                return
    finally:
        server.kill()
    raise AssertionError("too slow, each time")
