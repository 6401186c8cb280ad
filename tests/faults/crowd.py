"""Sixty people follow a live night while fifteen tables write: no errors, and nobody waits long.

It takes as long as it takes, so its name hides it from an ordinary run; `.ci/nightly` asks for it:
`python3 manage.py test -s tests/faults/crowd.py`. The site runs as a club runs it, on SQLite; those
who look and those who write are threads of another process. `bench` has a fuller hall.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from clubsite.bench.hall import close, filled
from clubsite.bench.people import Follower, Hall, Table, Took, at_99, at_their_times
from tests.servers import Server

SECONDS = int(os.environ.get("STREEPJE_CROWD", "180"))
RUNS = 3  # the best counts: whoever else is busy on this machine is no fault of the site
PEOPLE, LOOK = 60, 5.0  # each looks again after so many seconds
TABLES, WRITE = 15, 30.0
ALONE = 30  # requests
MOST = 20  # times what somebody waits who is alone


def everybody(hall: Hall, seconds: float) -> list[Took]:
    people = [Follower(hall, cookie) for cookie in hall.cookies]
    took = at_their_times([person.poll for person in people], LOOK, seconds)
    close(people)
    return took


def every_table(hall: Hall, seconds: float) -> list[Took]:
    tables = [Table(hall, number) for number in range(TABLES)]
    took = at_their_times([table.write for table in tables], min(WRITE, seconds), seconds)
    close(tables)
    return took


# What is measured


def alone(hall: Hall) -> tuple[float, float]:
    """What somebody waits whom nobody disturbs: when something is new, and when nothing is."""
    follower, table = Follower(hall, hall.cookies[0]), Table(hall, 0)
    follower.poll()
    new, same = [], []
    for _ in range(ALONE):
        table.write()
        new.append(follower.poll())
        same.append(follower.poll())
    close([follower, table])
    assert {took.status for took in new} == {200}
    assert {took.status for took in same} == {304}
    return median(took.seconds for took in new), median(took.seconds for took in same)


def crowded(hall: Hall, seconds: float) -> tuple[list[Took], list[Took]]:
    with ThreadPoolExecutor(2) as threads:
        looking = threads.submit(everybody, hall, seconds)
        writing = threads.submit(every_table, hall, seconds)
        return looking.result(), writing.result()


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
    return filled(server.port, server.env | {"DJANGO_SETTINGS_MODULE": "clubsite.settings"}, TABLES)


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
